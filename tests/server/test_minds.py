"""The mind over HTTP: a yes, what it changes while the home is open, going back, costs, a model that is pulled."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer
from tests.server.conftest import Serve, Served, events

from pawsona.app import local as local_app
from pawsona.app import opening
from pawsona.minds import local
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.local import Installed, LocalServer


@pytest.fixture(autouse=True)
def agreed_elsewhere(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Keys that a developer has set are no offers here."""
    for name in ("OPENAI_API_KEY", "DEEPSEEK_API_KEY", "OPENROUTER_API_KEY", "DASHSCOPE_API_KEY"):
        monkeypatch.delenv(name, raising=False)
    yield


def test_a_yes_changes_who_speaks_at_once_and_it_is_told_once_and_can_be_undone(
    served: Serve, model_server: ModelServer
) -> None:
    async def story(it: Served) -> None:
        pet = await it.adopt()
        assert (await it.http.get("/api/v1/mind")).json()["kind"] == "storybook"
        await it.say(pet, "hello")
        said = {"server": model_server.base_url, "model": "pet-model"}
        state = (await it.http.post("/api/v1/mind/use", json=said)).json()
        assert (state["kind"], state["name"], state["why"]) == ("llm", "llm:pet-model", "you said yes to it")
        model_server.script({"text": "A new voice, the same me. Really."})
        turn = await it.say(pet, "and now?")
        notices = [data["text"] for name, data in turn if name == "notice"]
        assert any("pet-model" in text and "pawsona mind undo" in text for text in notices)
        assert turn[-1][1]["mind"] == "llm:pet-model"
        assert not [data for name, data in await it.say(pet, "again?") if name == "notice"], "it is told once"
        back = (await it.http.post(f"{pet}/minds/undo")).json()
        assert (back["mind"], back["held"]) == ("storybook", True)
        assert (await it.say(pet, "who speaks?"))[-1][1]["mind"] == "storybook"
        assert (await it.http.post(f"{pet}/minds/follow")).json()["mind"] == "llm:pet-model"
        assert [row["mind"] for row in (await it.http.get(f"{pet}/minds")).json()] == [
            "storybook", "llm:pet-model", "storybook", "llm:pet-model",
        ]  # fmt: skip
        assert (await it.http.delete("/api/v1/mind/use")).json()["kind"] == "storybook"

    served(story)


def test_a_pet_that_is_held_stays_as_it_is_when_the_home_changes(served: Serve, model_server: ModelServer) -> None:
    async def story(it: Served) -> None:
        pet = await it.adopt()
        said = {"server": model_server.base_url, "model": "pet-model"}
        await it.http.post("/api/v1/mind/use", json=said)
        await it.http.post(f"{pet}/minds/undo")
        await it.http.delete("/api/v1/mind/use")
        await it.http.post("/api/v1/mind/use", json=said)
        turn = await it.say(pet, "still you?")
        assert turn[-1][1]["mind"] == "storybook"
        assert model_server.requests("/chat/completions") == []

    served(story)


def test_a_server_that_cuts_prompts_without_a_word_is_named(served: Serve, model_server: ModelServer) -> None:
    async def story(it: Served) -> None:
        pet = await it.adopt()
        await it.http.post("/api/v1/mind/use", json={"server": model_server.base_url, "model": "pet-model"})
        await it.say(pet, "hello")
        assert (await it.http.get("/api/v1/mind")).json()["cut_at"] == 0
        for counter in it.home.workshop._counters.values():
            counter.cut_at = 4096
        assert (await it.http.get("/api/v1/mind")).json()["cut_at"] == 4096
        elsewhere = model_server.base_url.replace("127.0.0.1", "localhost")
        await it.http.post("/api/v1/mind/use", json={"server": elsewhere, "model": "pet-model"})
        assert (await it.http.get("/api/v1/mind")).json()["cut_at"] == 0
        await it.http.delete("/api/v1/mind/use")
        assert (await it.http.get("/api/v1/mind")).json()["cut_at"] == 0

    served(story)


@pytest.mark.long
@pytest.mark.parametrize(
    ("asked", "says"),
    [
        ({"server": "nowhere", "model": "m"}, "is no server"),
        ({"server": "openai", "model": "m"}, "OPENAI_API_KEY is not set"),
        ({"server": "http://127.0.0.1:9/v1", "model": " "}, "Name the model"),
        ({"server": "local", "model": "qwen3-4b"}, "pull it first"),
    ],
)
def test_what_cannot_be_used_is_refused_and_changes_nothing(served: Serve, asked: dict[str, str], says: str) -> None:
    async def story(it: Served) -> None:
        answer = await it.http.post("/api/v1/mind/use", json=asked)
        assert answer.status_code in (404, 422) and says in answer.text
        assert (await it.http.get("/api/v1/mind")).json()["kind"] == "storybook"

    served(story)


def test_why_a_model_is_stood_in_for_is_said_until_it_answers_again(served: Serve, model_server: ModelServer) -> None:
    async def story(it: Served) -> None:
        async def trouble() -> str:
            return str((await it.http.get("/api/v1/mind")).json()["trouble"])

        pet = await it.adopt()
        assert await trouble() == ""
        await it.http.post("/api/v1/mind/use", json={"server": model_server.base_url, "model": "pet-model"})
        model_server.script({"status": 401})
        assert (await it.say(pet, "hello"))[-1][1]["mind"] == "storybook"
        assert "refuses the key" in await trouble()
        assert (await it.say(pet, "and now?"))[-1][1]["mind"] == "llm:pet-model"
        assert await trouble() == ""
        model_server.script({"status": 401})
        await it.say(pet, "once more?")
        assert await trouble()
        await it.http.delete("/api/v1/mind/use")
        assert await trouble() == ""

    served(story)


def test_what_is_no_reply_of_the_homes_mind_is_no_word_about_who_speaks(
    served: Serve, model_server: ModelServer
) -> None:
    async def story(it: Served) -> None:
        async def trouble() -> str:
            return str((await it.http.get("/api/v1/mind")).json()["trouble"])

        pet = await it.adopt()
        note = (await it.http.post(f"{pet}/notes", json={"text": "Fuse box: in the hall."})).json()
        for model in ("pet-model", "not-there"):
            await it.http.post("/api/v1/mind/use", json={"server": model_server.base_url, "model": model})
        await it.http.post(f"{pet}/notes/{note['id']}/extract", json={})
        assert model_server.requests("/chat/completions")[-1]["status"] == 404
        assert await trouble() == "", "a note is no reply"
        assert (await it.http.post(f"{pet}/minds/undo")).json()["mind"] == "llm:pet-model"
        model_server.script({"status": 401})
        assert (await it.say(pet, "hello"))[-1][1]["mind"] == "storybook"
        assert await trouble() == "", "it is the mind that this pet alone keeps"
        await it.http.post(f"{pet}/minds/follow")
        assert (await it.say(pet, "and now?"))[-1][1]["mind"] == "storybook"
        assert await trouble()

    served(story)


@pytest.mark.long
def test_a_server_that_dies_is_bridged_and_the_reply_says_who_spoke(served: Serve) -> None:
    async def story(it: Served) -> None:
        pet = await it.adopt()
        with ModelServer.start() as server:
            await it.http.post("/api/v1/mind/use", json={"server": server.base_url, "model": "pet-model"})
            assert (await it.say(pet, "hello"))[-1][1]["mind"] == "llm:pet-model"
        name, data = (await it.say(pet, "still there?"))[-1]
        assert name == "done" and data["mind"] == "storybook" and data["message"]["text"]

    served(story)


def test_costs_are_counted_by_stage_skill_and_model(served: Serve, model_server: ModelServer) -> None:
    async def story(it: Served) -> None:
        pet = await it.adopt()
        assert (await it.http.get(f"{pet}/costs")).json()["whole"]["calls"] == 0
        await it.http.post("/api/v1/mind/use", json={"server": model_server.base_url, "model": "pet-model"})
        await it.say(pet, "hello")
        await it.say(pet, "and again")
        found = (await it.http.get(f"{pet}/costs")).json()
        assert found["stages"]["talk"]["calls"] == found["skills"]["chat.general"]["calls"] == 2
        assert found["models"]["pet-model"]["tokens_in"] > 1000
        assert 0 < found["skills"]["chat.general"]["tokens_cached"] < found["whole"]["tokens_in"]
        assert found["whole"]["first_ms_p50"] > 0

    served(story)


@dataclass
class Shelf:
    """Stands for the folder of pulled models, and for llama.cpp."""

    server: ModelServer
    here: list[Installed] = field(default_factory=list)
    started: list[str] = field(default_factory=list)
    closed: int = 0

    def pull(self, model: Any, home: Path, progress: Callable[[int, int], None], **options: object) -> Path:
        for done in (1, model.size // 2, model.size):
            progress(done, model.size)
        path: Path = home / "models" / model.file
        self.here.append(Installed(model, path, "0" * 64))
        return path

    def start(self, installed: Installed) -> LocalServer:
        self.started.append(installed.model.name)
        return Running(self)  # type: ignore[return-value]


@dataclass
class Running:
    """A server that runs, as far as anybody can tell."""

    shelf: Shelf
    api_key: str = "secret"
    context: int = 8192
    alive: bool = True

    @property
    def base_url(self) -> str:
        return self.shelf.server.base_url

    def close(self) -> None:
        self.shelf.closed += 1


@pytest.fixture
def shelf(monkeypatch: pytest.MonkeyPatch) -> Iterator[Shelf]:
    """The real llama.cpp is in tests/minds/local, behind the marker `model`."""
    with ModelServer.start(models=[model.name for model in local.catalogue()], key="secret") as server:
        yield _made(Shelf(server), monkeypatch)


def _made(made: Shelf, monkeypatch: pytest.MonkeyPatch) -> Shelf:
    monkeypatch.setattr(local, "pull", made.pull)
    monkeypatch.setattr(local, "installed", lambda home: tuple(made.here))
    monkeypatch.setattr(opening, "LocalModels", lambda folder: local_app.LocalModels(folder, made.start))
    return made


def test_one_click_pulls_a_model_and_the_pet_speaks_through_it(served: Serve, shelf: Shelf) -> None:
    model = local.recommended(local.machine_memory()).name

    async def story(it: Served) -> None:
        pet = await it.adopt()
        told = events((await it.http.post(f"/api/v1/mind/pull/{model}")).text)
        assert [name for name, _ in told] == ["progress", "progress", "progress", "done"]
        assert told[-1][1]["server"] == "local" and told[-1][1]["model"] == model
        assert shelf.started == [], "it is loaded when it is first asked"
        shelf.server.always(text="At home now, truly at home.")
        assert (await it.say(pet, "hello"))[-1][1]["mind"] == f"llm:{model}"
        assert shelf.started == [model]
        authorization = shelf.server.requests("/chat/completions")[-1]["authorization"]
        assert authorization == "Bearer secret"
        await it.home.workshop.aclose()
        assert shelf.closed == 1

    served(story)


def test_a_pulled_model_speaks_by_the_prompts_that_each_pet_is_pinned_to(served: Serve, shelf: Shelf) -> None:
    model = local.recommended(local.machine_memory()).name

    async def story(it: Served) -> None:
        await it.http.post(f"/api/v1/mind/pull/{model}")
        workshop, pinning = it.home.workshop, it.home.pinning
        assert pinning is not None
        kept = Prompts().keep(it.home.settings.home / "prompts")
        for prompts in (None, kept, None):
            choice = replace(pinning.choice, prompts=prompts)
            model_awake = await workshop._woken(choice)
            assert model_awake._prompts.own == prompts
        assert shelf.started == [model]

    served(story)


def test_another_key_for_the_same_server_is_used_at_once(
    served: Serve, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("KEY_A", "first-key")
    monkeypatch.setenv("KEY_B", "second-key")

    async def story(it: Served) -> None:
        pet = await it.adopt()
        for variable in ("KEY_A", "KEY_B"):
            said = {"server": model_server.base_url, "model": "pet-model", "key_variable": variable}
            await it.http.post("/api/v1/mind/use", json=said)
            await it.say(pet, "hello")
        keys = [request["authorization"] for request in model_server.requests("/chat/completions")]
        assert keys[0] == "Bearer first-key" and keys[-1] == "Bearer second-key"

    served(story)


def test_a_model_that_cannot_be_fetched_is_one_sentence(served: Serve) -> None:
    async def story(it: Served) -> None:
        [(name, data)] = events((await it.http.post("/api/v1/mind/pull/no-such-model")).text)
        assert name == "error" and "There is no model" in data["detail"]

    served(story)
