"""What was forgotten is nowhere: not in the files, the index, an export, a log, nor in what this process keeps.

Made-up words are planted through talk, lived with (nights, days that quote them, greetings, recall), and then deleted
by the person, by expiry, or with the person. They are written backwards here, so that the test itself holds none.
"""

import gc
import json
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from time import sleep

import numpy as np
import pytest
from tests.app.conftest import Life
from tests.conftest import FakeClock

from pawsona import Companion
from pawsona.domain.cloakroom import Shelves
from pawsona.domain.language import Language
from pawsona.embed import Hashing
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.memory.retain import expiry

SAID = {
    "en": ("etoxiuqrabiznaz", "I love {} soup.", "What do I love?"),
    "zh": ("魅魑貅貔", "我喜欢吃{}。", "我喜欢吃什么？"),
}
LANGUAGES: tuple[Language, ...] = ("en", "zh")


def secret(language: Language) -> str:
    return SAID[language][0][::-1]


def indexed(folder: Path, language: Language) -> bool:
    """Whether an entry of the index has one of the word's numbers."""
    wanted = set(numbered(lexemes(secret(language))).tolist())
    with closing(sqlite3.connect(f"file:{folder / 'pawsona.db'}?mode=ro", uri=True)) as file:
        rows = [np.frombuffer(terms, "<u4").tolist() for (terms,) in file.execute("SELECT terms FROM entries")]
    return any(wanted & set(row) for row in rows)


def parts(language: Language) -> list[str]:
    """The word, and what the index makes of it."""
    word = secret(language)
    return [word, word[:2], word[2:]] if language == "zh" else [word, word.capitalize(), word[:-2]]


async def traces(it: Companion, folder: Path, language: Language, log: str) -> set[str]:
    """Where the word still stands."""
    found = {path.name for path in folder.rglob("*") if path.is_file() and _in(path.read_bytes(), language)}
    found |= {"index"} if indexed(folder, language) else set()
    [vector] = await Hashing().embed([secret(language)])
    found |= {f"vector in {path.name}" for path in folder.rglob("*.db*") if bytes(vector) in path.read_bytes()}
    exported = json.dumps(await it.home.store.export(it.person.id), ensure_ascii=False)
    places = {"export": exported, "log": log}
    return found | {place for place, text in places.items() if secret(language) in text}


def _in(content: bytes, language: Language) -> bool:
    return any(part.encode() in content for part in parts(language))


def held(language: Language) -> set[str]:
    """What this process keeps of the word, by the kind of container; a thread may be just about to let go of it."""
    for _ in range(20):
        found = _held(language)
        if not found:
            break
        sleep(0.1)
    return found


def _held(language: Language) -> set[str]:
    gc.collect()
    word, mine = secret(language), set()
    for holder in gc.get_objects():
        for value in gc.get_referents(holder):
            if type(value) is str and word in value.casefold():
                mine.add(type(holder).__name__)
    return mine


async def make_mortal(it: Companion) -> None:
    """What is liked may be kept for good; here it gets three months."""
    for memory in await it.memories():
        ends = expiry("long_term", memory.renewed_at, it.person)
        await it.home.store.memories.update(replace(memory, retention="long_term", expires_on=ends))


async def lived(it: Companion, clock: FakeClock, language: Language) -> None:
    """The word is said, remembered, told by days, asked for and greeted with."""
    word, says, asks = SAID[language]
    await it.say(says.format(word[::-1]))
    for _ in range(3):
        await it.night()
        clock.move(days=1)
        await it.greet()
    assert word[::-1] in (await it.say(asks)).reply.casefold()
    clock.move(hours=1)
    await it.home.tick()


async def forget_all(it: Companion) -> None:
    for memory in await it.memories():
        await it.forget(memory.id, turns=True)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_person_deletes_is_nowhere(
    live: Life,
    clock: FakeClock,
    tmp_path: Path,
    language: Language,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(it: Companion) -> None:
        await lived(it, clock, language)
        assert {"pawsona.db", "index", "export"} <= await traces(it, tmp_path / "home", language, caplog.text)
        await forget_all(it)
        clock.move(seconds=30)
        await it.home.tick()
        assert held(language) == set()  # before looking for the word makes caches of it
        assert await traces(it, tmp_path / "home", language, caplog.text) == set()
        [day] = {row.on for row in await it.departures()}
        assert day == it.present
        assert {(row.cause, row.kind) for row in await it.departures()} == {("person", "memory"), ("person", "message")}

    caplog.set_level("DEBUG", "pawsona")
    monkeypatch.setenv("PAWSONA_LANGUAGE", language)
    live(body)
    assert not any(_in(path.read_bytes(), language) for path in (tmp_path / "home").rglob("*") if path.is_file())


def test_what_may_yet_be_undone_delays_no_sweep_and_can_be_undone_after_it(
    live: Life, clock: FakeClock, tmp_path: Path
) -> None:
    async def body(it: Companion) -> None:
        await it.say(SAID["en"][1].format(secret("en")))
        await it.night()
        memories = {memory.id: memory.text for memory in await it.memories()}
        for one in memories:
            await it.home.undo.keep(await it.forget(one, turns=True))
        assert "pawsona.db-wal" in await traces(it, tmp_path / "home", "en", "")
        assert await it.home.sweep.step()
        assert await traces(it, tmp_path / "home", "en", "") == set()
        for one in memories:
            await it.restore(await it.home.undo.take(it.pet.bond, one))
        assert {memory.id: memory.text for memory in await it.memories()} == memories != {}
        for one in memories:
            await it.home.undo.keep(await it.forget(one))
        clock.move(seconds=31)
        await it.home.sweep.step()
        assert isinstance(it.home.cloakroom, Shelves) and not len(it.home.cloakroom)

    live(body)


@pytest.mark.long
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("history", [None, "1"])
def test_what_has_run_out_is_nowhere_but_in_a_chat_history_that_is_kept(
    live: Life,
    clock: FakeClock,
    tmp_path: Path,
    language: Language,
    history: str | None,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def body(it: Companion) -> None:
        await lived(it, clock, language)
        await make_mortal(it)
        ends = max(memory.expires_on for memory in await it.memories() if memory.expires_on is not None)
        while it.present < ends:
            assert len(await it.leaving(0)) == 0
            clock.move(days=25)
        assert await it.memories() == []
        await it.today()
        clock.move(hours=20)
        await it.home.tick()
        clock.move(minutes=5)
        await it.home.tick()
        assert history is None or held(language) == set()
        found = await traces(it, tmp_path / "home", language, caplog.text)
        rows = {t for t, rows in (await it.home.store.export(it.person.id)).items() if secret(language) in str(rows)}
        assert rows == (set() if history else {"messages"})
        assert found == (set() if history else {"pawsona.db", "export"})
        gone = {(row.kind, row.cause) for row in await it.departures()}
        assert gone >= {("memory", "expired"), ("turn", "expired")}

    monkeypatch.setenv("PAWSONA_LANGUAGE", language)
    if history:
        monkeypatch.setenv("PAWSONA_HISTORY_MONTHS", history)
    live(body)


@pytest.mark.long
def test_an_erased_person_is_nowhere(
    live: Life, clock: FakeClock, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(it: Companion) -> None:
        await lived(it, clock, "en")
        await it.home.erase(it.person)
        assert held("en") == set()  # before looking for the word makes caches of it
        assert await traces(it, tmp_path / "home", "en", caplog.text) == set()

    live(body)
