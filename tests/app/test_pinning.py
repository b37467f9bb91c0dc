"""Prompts are pinned with the mind: a change is told, undone to the letter, and an old set that is unusable is bridged."""

import asyncio
import json
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona import Companion
from pawsona.app.comparing import compare
from pawsona.app.switching import use_agreed, use_storybook
from pawsona.minds.llm.prompt import FOLDER


@pytest.fixture
def own(tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home that speaks through the model server, and a folder for prompts of its own."""
    monkeypatch.setenv("PAWSONA_BASE_URL", model_server.base_url)
    monkeypatch.setenv("PAWSONA_MODEL", "pet-model")
    folder = tmp_path / "prompts" / "en"
    folder.mkdir(parents=True)
    return folder


def change_prompts(own: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = (FOLDER / "en" / "chat.general.md").read_text("utf-8")
    (own / "chat.general.md").write_text(
        text.replace("# user", "## A new rule\nSpeak of the sea.\n\n# user", 1), "utf-8"
    )
    monkeypatch.setenv("PAWSONA_PROMPTS", str(own.parent))


def system(server: ModelServer) -> str:
    return str(server.requests("/chat/completions")[-1]["body"]["messages"][0]["content"])


def test_two_processes_that_open_a_home_at_once_note_a_change_once(
    live: Life, own: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both have seen the entry before the change when either writes."""

    async def body(companion: Companion) -> None:
        first = companion.home.pinning
        assert first is not None
        settled = await first.settle(companion.pet)
        await companion.home.store.pins.add(replace(settled, mind="llm:another", model="another"))
        wanted, waiting = first._wanted, asyncio.Barrier(2)

        async def together(*given: object, **more: bool) -> object:
            await waiting.wait()
            return await wanted(*given, **more)  # type: ignore[arg-type]

        monkeypatch.setattr(first, "_wanted", together)
        await asyncio.gather(first.settle(companion.pet), first.settle(companion.pet))
        assert len(await companion.home.store.pins.all(companion.pet.bond)) == 3

    live(body)


def test_changed_prompts_are_told_and_undone_to_the_letter(
    live: Life, own: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def before(companion: Companion) -> None:
        assert not any("instructions" in notice for notice in (await companion.say("hello")).notices)

    async def after(companion: Companion) -> None:
        turn = await companion.say("hello again")
        assert any("new instructions" in notice for notice in turn.notices)
        assert "Speak of the sea." in system(model_server)
        assert companion.home.pinning is not None
        await companion.home.pinning.undo(companion.pet)
        await companion.say("and now?")
        assert "Speak of the sea." not in system(model_server)

    live(before)
    change_prompts(own, monkeypatch)
    live(after)


def test_prompts_of_an_older_release_that_cannot_be_used_do_not_close_the_home(
    live: Life, own: Path, tmp_path: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def hold(companion: Companion) -> None:
        await companion.say("hello")
        assert companion.home.pinning is not None
        await companion.home.pinning.undo(companion.pet)

    async def say(companion: Companion) -> None:
        assert (await companion.say("still there?")).message.mind == "llm:pet-model"

    live(say)
    change_prompts(own, monkeypatch)
    live(hold)
    for kept in (tmp_path / "home" / "prompts").iterdir():
        shutil.copy(FOLDER / "en" / "judge.md", kept / "en" / "chat.general.md")
    live(say)


def test_going_back_to_a_server_of_ones_own_brings_its_key_back(
    live: Life, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "secret-of-mine")

    async def change(companion: Companion) -> None:
        assert companion.home.pinning is not None
        await use_agreed(companion.home, model_server.base_url, "pet-model", "MY_KEY")
        await use_storybook(companion.home)
        await companion.home.pinning.undo(companion.pet)
        await companion.say("are you there?")

    live(change)
    asked = model_server.requests("/chat/completions")[-1]
    assert asked["authorization"] == "Bearer secret-of-mine"


@pytest.fixture(scope="module")
def two_models() -> Iterator[ModelServer]:
    with ModelServer.start(models=["pet-model", "night-model"]) as server:
        yield server


@pytest.fixture
def nights(two_models: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModelServer:
    """A home that talks through one model, and a server with another that its nights may have."""
    two_models.reset()
    monkeypatch.setenv("PAWSONA_BASE_URL", two_models.base_url)
    monkeypatch.setenv("PAWSONA_MODEL", "pet-model")
    (tmp_path / "home").mkdir()
    return two_models


def night_has(tmp_path: Path, model: str) -> None:
    (tmp_path / "home" / "pawsona.toml").write_text(f'[models.night]\nmodel = "{model}"\n', "utf-8")


def night_asked(server: ModelServer) -> set[str]:
    """The models that were asked for a night's work since the server was last reset."""
    rows = [row["body"] for row in server.requests("/chat/completions") if not row["body"].get("stream")]
    server.reset()
    return {row["model"] for row in rows}


def test_another_model_of_the_night_is_told_and_undone(live: Life, nights: ModelServer, tmp_path: Path) -> None:
    async def first(companion: Companion) -> None:
        await companion.say("I have a canoe.")
        await companion.night()
        assert night_asked(nights) == {"pet-model"}

    async def after(companion: Companion) -> None:
        pinning = companion.home.pinning
        assert pinning is not None
        turn = await companion.say("hello again")
        [told] = [notice for notice in turn.notices if "night-model" in notice]
        assert "nights" in told and "pet-model" in told
        assert not any("night-model" in notice for notice in (await companion.say("and you?")).notices)
        await companion.night()
        assert night_asked(nights) == {"night-model"}
        assert [pin.nights and pin.nights[0] for pin in await pinning.history(companion.pet)] == [
            "llm:pet-model", "llm:night-model",
        ]  # fmt: skip
        await pinning.undo(companion.pet)
        await companion.say("I sold the canoe.")
        companion.home.clock.move(days=1)  # type: ignore[attr-defined]
        await companion.night()
        assert night_asked(nights) == {"pet-model"}

    async def followed(companion: Companion) -> None:
        assert companion.home.pinning is not None
        companion.home.clock.move(days=1)  # type: ignore[attr-defined]
        assert (await companion.home.pinning.follow(companion.pet)).nights == ("llm:night-model", nights.base_url)
        await companion.night()
        assert night_asked(nights) == {"night-model"}

    live(first)
    night_has(tmp_path, "night-model")
    live(after)
    live(followed)


def test_a_pin_from_before_is_noted_anew_without_a_word(live: Life, nights: ModelServer, tmp_path: Path) -> None:
    night_has(tmp_path, "night-model")

    async def before(companion: Companion) -> None:
        await companion.say("hello")
        pins = companion.home.store.pins
        [pin] = await pins.all(companion.pet.bond)
        await pins.add(replace(pin, night_model=None, night_base_url="", announced=True))

    async def after(companion: Companion) -> None:
        assert companion.home.pinning is not None
        assert not any("night" in notice for notice in (await companion.say("hello")).notices)
        last = (await companion.home.pinning.history(companion.pet))[-1]
        assert last.nights == ("llm:night-model", nights.base_url)

    live(before)
    live(after)
    night_has(tmp_path, "pet-model")

    async def changed(companion: Companion) -> None:
        assert any("night-model" in notice for notice in (await companion.say("hello")).notices)

    live(changed)


def test_nights_are_compared_on_the_last_talk(
    live: Life, nights: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(companion: Companion) -> None:
        await companion.say("I have a canoe.")

    live(talk)
    night_has(tmp_path, "night-model")
    live(talk)
    row = {"topic": "hobbies", "importance": "1", "lines": [1], "same_as": 0, "replaces": 0}
    for model, text in (("pet-model", "Has a canoe."), ("night-model", "Goes by canoe.")):
        answer = json.dumps({"memories": [{**row, "text": text}]})
        nights.script({"match": f'"model":"{model}"', "text": answer})
    monkeypatch.setenv("PAWSONA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    [compared] = asyncio.run(compare(None, 5))
    told = {name.split()[0]: text for name, text in compared["replies"].items()}
    assert told == {"llm:pet-model": "Has a canoe. (hobbies)", "llm:night-model": "Goes by canoe. (hobbies)"}


def test_one_model_at_two_addresses_is_compared_too(
    live: Life, nights: ModelServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def talk(companion: Companion) -> None:
        await companion.say("I have a canoe.")

    live(talk)
    other = nights.base_url.replace("127.0.0.1", "localhost")
    monkeypatch.setenv("PAWSONA_BASE_URL", other)
    live(talk)
    monkeypatch.setenv("PAWSONA_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    said, talked = asyncio.run(compare(None, 1))
    for row in (said, talked):
        assert [name.split()[-1] for name in row["replies"]] == [nights.base_url, other]
