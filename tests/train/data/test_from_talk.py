"""Talk of real people: only with their yes, never a hard talk, never who somebody is; and out again when it is taken back."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import CountingRng, FakeClock
from tests.train.data.talked import Talked, memory, talked
from tests.train.data.test_private import rows

from pawsona.app import consents
from pawsona.app.lessonbook import Book, withdrawn_of
from pawsona.dialogue.followup import HARD
from pawsona.domain.ids import MemoryId
from pawsona.domain.message import Tier
from pawsona.errors import ConflictError, InputError
from pawsona.train import talks
from pawsona.train.data import made
from pawsona.train.data.candidate import Candidate
from pawsona.train.data.filters import reason
from pawsona.train.data.lines import write
from pawsona.train.data.plan import planned
from pawsona.train.data.publish import publish
from pawsona.train.data.review.decisions import decision_of, digest
from pawsona.train.data.review.folder import desk_of
from pawsona.train.data.sift import KEPT
from pawsona.train.data.talk.taken import Taken, take
from pawsona.train.data.told import teller

pytestmark = pytest.mark.long

SECRET = "the kettle sings at night"
"""Plain words, so that nothing but the rules of who and when keeps them out."""
REPLY = "(ears up) I would listen all night."


async def taken(it: Talked) -> Taken:
    return await take(it.home, it.folder, teller())


@pytest.fixture
def lived(tmp_path: Path, clock: FakeClock, rng: CountingRng) -> Any:
    return lambda body, **more: talked(tmp_path, clock, rng, body, **more)


def said(word: str) -> list[tuple[str, str]]:
    return [(f"{SECRET}, {word}.", f"{REPLY} {word.capitalize()}!")]


async def told_of(it: Talked) -> set[str]:
    """The words that were taken, each by itself."""
    found, told = await taken(it), it.texts()
    words = [line.removesuffix(".") for line in told.split(f"{SECRET}, ")[1:]]
    assert found.added == len(list(made.answers(it.folder)))
    return {word.partition(".")[0] for word in words}


def test_only_what_adults_said_since_they_agreed_in_todays_words_is_taken(lived: Any) -> None:
    async def body(it: Talked) -> None:
        store, now = it.home.store, it.clock.now()
        for word, given in (
            ("apple", {}), ("table", {"agrees": False}), ("window", {"age_band": "teen"}),
            ("door", {"age_band": "unknown"}),
        ):  # fmt: skip
            _, pet = await it.person(**given)
            await it.talk(pet, said(word))
        person, pet = await it.person()
        await store.consents.withdraw(person.id, "training", now)
        await it.talk(pet, said("garden"))
        for word, to, version, ago in (
            ("kitchen", "training", "0", 200), ("river", "experiments", "1", 200), ("bread", "training", "1", 3),
        ):  # fmt: skip
            person, pet = await it.person(agrees=False)
            await store.consents.give(person.id, to, version, now - timedelta(days=ago))  # type: ignore[arg-type]
            await it.talk(pet, said(word))
        _, pet = await it.person()
        await it.talk(pet, said("coffee"), ago=0.1)  # perhaps not over
        assert await told_of(it) == {"apple"}
        assert (await taken(it)).added == 0

    lived(body)


def test_no_hard_talk_nor_what_is_near_one_is_taken(lived: Any) -> None:
    async def body(it: Talked) -> None:
        _, pet = await it.person()
        await it.talk(pet, said("music"), tier=Tier.concern)
        _, pet = await it.person()
        hard = [*said("paper"), ("I want to kill myself tonight.", "I am here."), *said("paper")]
        await it.talk(pet, hard, ago=100)  # no tier: a screen of earlier days did not see it
        await it.talk(pet, said("pencil"), ago=80)
        await it.talk(pet, said("stone"), ago=100.5)
        await it.talk(pet, said("cherry"), ago=40)
        _, pet = await it.person()
        await it.talk(pet, said("candle"), ago=80, tier=Tier.high)  # read by the rules of that day, and not by today's
        await it.talk(pet, said("basket"), ago=60)
        _, other = await it.person()
        await it.talk(other, said("rain"), ago=60)
        moment = it.clock.now() - timedelta(days=70)
        await it.home.store.talk.set_mark(other.bond, HARD, moment)  # the message itself was deleted
        assert await told_of(it) == {"cherry"}

    lived(body)


def test_nothing_that_tells_who_somebody_is_is_in_what_is_taken(lived: Any) -> None:
    async def body(it: Talked) -> None:
        planted: list[str] = []
        for language in ("en", "zh"):
            _, pet = await it.person("Miriam" if language == "en" else "晓鸥", language=language)
            for at, row in enumerate(rows(language)):
                secrets = list(map(str, row["secrets"]))
                planted += [row["said"].format(secret) for secret in secrets]
                talk = [(row["said"].format(secret), row["said"].format(row["plain"])) for secret in secrets]
                await it.talk(pet, talk, ago=6 + at)
                await it.talk(pet, [(other, said) for said, other in talk], ago=60 + at)
            await it.talk(pet, [("I like soup, and Quill likes soup.", "Miriam, I like soup.")], ago=5)
        found = await taken(it)
        told = [row["entry"] for row in made.answers(it.folder)]
        lines = "\n".join(turn["content"] for entry in told for turn in entry["messages"])
        assert [text for text in planted if text in lines] == []
        assert found.turns > 2 * len(planted) - 20 and found.left_out["names"] + found.added == found.turns
        assert found.added < 5  # a planted name that is one of the pet's friends', too, has given way to another
        assert "Quill" not in lines and "Miriam" not in lines and "晓鸥" not in lines

    lived(body)


def test_what_is_taken_is_marked_grounded_and_passes_the_filters(lived: Any) -> None:
    async def body(it: Talked) -> None:
        _, pet = await it.person()
        talk = [
            ("I made soup.", "Soup! I like soup."), ("Halvard was here.", "I see."), ("I like the rain.", "Me too."),
            ("Miriam sings.", "Sing, Miriam! Quill listens."),
        ]  # fmt: skip
        await it.talk(pet, talk)
        found = await taken(it)
        assert (found.turns, found.added, found.left_out) == (4, 3, {"names": 1})
        candidates = [Candidate.of(row) for row in made.answers(it.folder)]
        assert [reason(one) for one in candidates] == [None] * 3
        last = candidates[-1]
        assert last.entry.provenance == {"source": "talk", "generator": "llm:wise"}
        assert [turn.text for turn in last.before] == ["I like the rain.", "Me too."]  # not over what was left out
        called = last.given.context
        assert last.said == f"{called.person.name} sings."
        assert last.entry.answer == f"Sing, {called.person.name}! {called.pet.name} listens."
        assert called.person.name != "Miriam" and last.entry.id.startswith("talk.")

    lived(body)


def test_a_reply_that_knew_what_was_told_before_the_yes_or_is_gone_is_left_out(lived: Any) -> None:
    async def body(it: Talked) -> None:
        _, pet = await it.person()
        for name, ago in (("old", 250), ("new", 100)):
            await it.home.store.memories.add(memory(name, pet, it.clock.now() - timedelta(days=ago)))
        await it.talk(pet, said("apple"), memories=(MemoryId("old"), MemoryId("new")))
        await it.talk(pet, said("bread"), memories=(MemoryId("new"), MemoryId("deleted")))
        await it.talk(pet, said("cherry"), memories=(MemoryId("new"),))
        assert await told_of(it) == {"cherry"}

    lived(body)


def test_nobody_is_more_of_a_data_set_than_the_most(lived: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("pawsona.train.data.talk.taken.MOST", 2)

    async def body(it: Talked) -> None:
        _, pet = await it.person()
        await it.talk(pet, [*said("apple"), *said("bread"), *said("cherry")])
        _, other = await it.person("Oda")
        await it.talk(other, said("rain"))
        found = await taken(it)
        assert (found.added, found.left_out) == (3, {"enough": 1})

    lived(body)


async def review(it: Talked) -> Path:
    """All that was taken, seen by two and published."""
    write(it.folder / KEPT, [Candidate.of(row).entry for row in made.answers(it.folder)])
    desk = desk_of(it.folder)
    for name in ("ana", "bo"):
        for id_, entry in desk.entries.items():
            desk.add(name, decision_of({"entry": id_, "of": digest(entry), "verdict": "accept"}, desk.entries))
    number = len(list((it.folder / "published").glob("*.jsonl")))
    return publish(it.folder, planned(200), desk_of(it.folder), f"1.{number}.0", 2).path


@pytest.mark.parametrize("how", ["withdrawn", "erased", "minor", "message"])
def test_who_takes_it_back_is_in_nothing_that_is_not_published_and_listed_beside_what_is(lived: Any, how: str) -> None:
    async def body(it: Talked) -> None:
        person, pet = await it.person()
        _, other = await it.person("Oda")
        [asked, reply] = await it.talk(pet, [("I made soup.", "Soup!")])
        await it.talk(other, [("I baked bread.", "Bread!")])
        assert (await taken(it)).added == 2
        path = await review(it)
        assert len(path.read_text().splitlines()) == 2
        if how == "withdrawn":
            await consents.take_back(it.home, person, "training")
        elif how == "erased":
            await it.home.erase(person)
        elif how == "message":
            await it.home.store.talk.delete(pet.bond, [asked.id, reply.id])
        else:
            await it.home.store.people.update_person(person_of_age(person))
        if how in ("minor", "message"):  # nobody tells the folder: its next use looks
            assert (await taken(it)).withdrawn == 1
        files = [one for one in it.folder.rglob("*.jsonl") if "published" not in one.parts]
        assert len(files) == 4 and all("made soup" not in one.read_text() for one in files)
        assert all(len(one.read_text().splitlines()) == 1 for one in files)
        listed = withdrawn_of(path)
        assert len(listed) == (0 if how == "message" else 1)
        assert talks.read(path, leave_out_broken=False).withdrawn == len(listed)
        assert len((await review(it)).read_text().splitlines()) == 1
        assert (await taken(it)).withdrawn == 0

    lived(body)


def person_of_age(person: Any) -> Any:
    from dataclasses import replace

    return replace(person, age_seen="teen")


def test_what_a_withdrawal_could_not_reach_goes_at_the_next_use(lived: Any) -> None:
    async def body(it: Talked) -> None:
        person, pet = await it.person()
        await it.talk(pet, [("I made soup.", "Soup!")])
        await taken(it)
        lines = (it.folder / made.FILE).read_text()
        with made.opened(it.folder):  # a teacher is writing there
            await consents.take_back(it.home, person, "training")
            assert "made soup" in it.texts()
            with pytest.raises(ConflictError, match="being made"):
                await taken(it)
        assert (await taken(it)).withdrawn == 1 and "made soup" not in it.texts()
        (it.folder / KEPT).write_text(lines)  # a sift that ran meanwhile wrote it down once more
        assert (await taken(it)).withdrawn == 1 and "made soup" not in it.texts()

    lived(body)


def test_a_folder_that_is_damaged_or_gone_keeps_nobody_from_being_erased(lived: Any) -> None:
    async def body(it: Talked) -> None:
        person, pet = await it.person()
        other, _ = await it.person("Oda")
        await it.talk(pet, [("I made soup.", "Soup!")])
        await taken(it)
        with (it.folder / made.FILE).open("ab") as file:
            file.write(b'\xff\xfe{"id": "broken\n[1]\n')
        await it.home.erase(person)
        left = (it.folder / made.FILE).read_bytes()
        assert b"made soup" not in left and left.endswith(b"[1]\n")
        (it.folder / "talk.json").unlink()
        await it.home.erase(other)
        assert await it.home.store.people.persons() == []

    lived(body)


def test_talk_of_another_home_and_a_lost_book_are_refused(lived: Any) -> None:
    async def first(it: Talked) -> None:
        _, pet = await it.person()
        await it.talk(pet, [("I made soup.", "Soup!")])
        await taken(it)

    async def second(it: Talked) -> None:
        kept = it.texts()
        with pytest.raises(InputError, match="talk of another home"):
            await taken(it)
        assert it.texts() == kept
        (it.folder / "talk.json").write_text("{")
        with pytest.raises(InputError, match="bring the file back"):
            await taken(it)

    lived(first)
    lived(second, home="elsewhere")


def test_nobody_is_named_in_the_book_and_nothing_unreviewed_is_published(lived: Any) -> None:
    async def body(it: Talked) -> None:
        person, pet = await it.person()
        messages = await it.talk(pet, [("I made soup.", "Soup!")])
        await taken(it)
        told = it.texts()
        assert all(one not in told for one in (person.id, pet.id, *(message.id for message in messages)))
        book = Book.read(it.folder)
        assert book is not None and list(book.entries.values()) == [book.person(person.id)]
        write(it.folder / KEPT, [Candidate.of(row).entry for row in made.answers(it.folder)])
        with pytest.raises(InputError, match="Nothing is left to publish"):
            publish(it.folder, planned(200), desk_of(it.folder), "1.0.0", 0)
        json.loads((it.folder / "talk.json").read_text())

    lived(body)
