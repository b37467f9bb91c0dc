"""Prompts are pinned with the mind: a change is told, undone to the letter, and an old set that is unusable is bridged."""

import shutil
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona import Companion
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
