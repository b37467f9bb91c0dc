"""A language model in the settings: what is wrong with it is told before anybody talks, and nothing is claimed."""

from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from tests.cli.conftest import Cli
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.app import checkup
from pawsona.app.local import LocalModels
from pawsona.minds.local import named, shelf

NAMED = 'base_url = "http://127.0.0.1:9/v1"\nmodel = "a-model"\n'


def test_a_folder_of_prompts_that_is_not_there_is_told_before_the_talk(cli: Cli, home: Path) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(NAMED + 'prompts = "/nowhere"\n')
    done = cli("chat", said="Hello\n")
    assert done.code == 2
    assert "is no folder of prompts" in done.one_sentence()
    assert done.out == ""


@pytest.mark.parametrize("words", [("storybook",), ("http://127.0.0.1:8/v1", "another", "--yes")])
def test_a_choice_that_the_settings_overrule_says_so(cli: Cli, home: Path, words: tuple[str, ...]) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(NAMED)
    done = cli("mind", "use", *words)
    assert done.code == 0
    assert done.out.startswith("Your settings name another mind, which goes on speaking")


def test_doctor_lists_what_a_server_has_where_the_model_is_unknown(
    cli: Cli, home: Path, model_server: ModelServer
) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(f'base_url = "{model_server.base_url}"\nmodel = "none-such"\n')
    assert "It has pet-model." in cli("doctor").out


def test_doctor_looks_at_every_model_that_is_named(
    cli: Cli, home: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "endpoint")
    home.mkdir()
    (home / "pawsona.toml").write_text(
        f'base_url = "{model_server.base_url}"\nmodel = "pet-model"\n[models.night]\nmodel = "none-such"\n'
        '[models.embedding]\nmodel = "no-vectors"\n'
    )
    findings = {one["what"]: one for one in cli("doctor", "--json").lines[0]}
    assert findings["mind"]["well"] and "judge" not in findings, "it is asked like the one that talks"
    assert not findings["night"]["well"] and "has no model 'none-such'" in findings["night"]["says"]
    assert not findings["embedder"]["well"] and "it has pet-model" in findings["embedder"]["says"]
    (home / "pawsona.toml").write_text(
        f'base_url = "{model_server.base_url}"\nmodel = "pet-model"\n[models.embedding]\nmodel = "pet-model"\n'
    )
    findings = {one["what"]: one for one in cli("doctor", "--json").lines[0]}
    assert findings["embedder"]["well"] and model_server.base_url in findings["embedder"]["says"]


@pytest.mark.parametrize(
    ("settings", "says"),
    [
        ('base_url = "http://127.0.0.1:9/v1"\n', "PAWSONA_BASE_URL is set and PAWSONA_MODEL is not"),
        (NAMED + 'prompts = "own"\n', "does not begin with its contract"),
        (NAMED + "[models.talk]\ncontext = 1024\n", "is set to 1024 tokens, and the longest prompt"),
    ],
)
def test_doctor_says_what_would_leave_the_storybook_speaking(
    cli: Cli, home: Path, settings: str, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "own" / "en").mkdir(parents=True)
    (home / "own" / "en" / "judge.md").write_text("no contract")
    monkeypatch.chdir(home)
    (home / "pawsona.toml").write_text(settings)
    [mind] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "mind"]
    assert not mind["well"] and says in mind["says"]


def test_a_broken_prompt_file_is_a_matter_of_set_up(cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (home / "own" / "en").mkdir(parents=True)
    (home / "own" / "en" / "judge.md").write_text("no contract")
    monkeypatch.chdir(home)
    (home / "pawsona.toml").write_text(NAMED + 'prompts = "own"\n')
    done = cli("chat", said="Hello\n")
    assert done.code == 2 and "prompt judge.md" in done.one_sentence()


def test_an_address_without_its_path_says_so(cli: Cli, home: Path, model_server: ModelServer) -> None:
    home.mkdir()
    bare = model_server.base_url.removesuffix("/v1")
    (home / "pawsona.toml").write_text(f'base_url = "{bare}"\nmodel = "pet-model"\n')
    assert "most model servers end in /v1" in cli("doctor").out


def test_a_model_that_was_said_yes_to_is_asked_as_the_table_of_its_group_says(
    cli: Cli, home: Path, model_server: ModelServer
) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(
        "[models.talk]\ntemperature = 0.25\nprice_in = 1000\nextra = { top_k = 7 }\n"
        '[models.night]\nmodel = "of-the-night"\n'
    )
    assert cli("mind", "use", model_server.base_url, "pet-model", "--yes").code == 0
    cli("chat", said="Hello\n")
    cli("night")  # the server has no such model, which is no reason to leave it alone
    assert cli("chat", "--json", said="Hello again\n").lines[0]["mind"] == "llm:pet-model"
    bodies = [one["body"] for one in model_server.requests("/chat/completions")]
    talked = [body for body in bodies if body["model"] == "pet-model"]
    assert talked and {(body["temperature"], body["top_k"]) for body in talked} == {(0.25, 7)}
    asked_at_night = [body for body in bodies if body["model"] == "of-the-night"]
    assert asked_at_night and all("top_k" not in body for body in asked_at_night)
    assert cli("cost", "--json").lines[0]["models"]["pet-model"]["money"] > 0


def test_an_answer_in_another_language_has_a_column_of_its_own(cli: Cli, home: Path, model_server: ModelServer) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(f'base_url = "{model_server.base_url}"\nmodel = "pet-model"\n')
    model_server.script({"match": '"stream":true', "text": "我今天去了湖边，看见两只鸭子。", "times": 2})
    assert cli("chat", "--json", said="Hello\n").code == 0
    whole = cli("cost", "--json").lines[0]["whole"]
    assert (whole["language"], whole["failed"]) == (2, 0)
    lines = cli("cost").out.splitlines()
    heading, row = (next(line for line in lines if line.startswith(start)) for start in (" ", "all"))
    assert dict(zip(heading.split(), row.removesuffix(" ~").split()[1:], strict=True))["language"] == "2.0"


def test_a_reply_that_broke_off_is_marked(cli: Cli, home: Path, model_server: ModelServer) -> None:
    home.mkdir()
    (home / "pawsona.toml").write_text(f'base_url = "{model_server.base_url}"\nmodel = "pet-model"\n')
    model_server.always(text="One sentence that is long enough.")
    assert "broken_off" not in cli("chat", "--json", said="Hello\n").lines[0]
    model_server.always(text="One that is long enough. " + "And many more after it. " * 4, cut="middle")
    done = cli("chat", "--json", said="Hello\n")
    assert done.lines[0]["broken_off"] is True
    model_server.always(
        text="This breaks off before its first sentence has ended, and the storybook takes over.", cut="middle"
    )
    done = cli("chat", "--json", said="Hello\n")
    assert done.lines[0]["mind"] == "storybook" and "broken_off" not in done.lines[0]


@pytest.mark.parametrize("cuts", [False, True], ids=["as vLLM", "as Ollama"])
def test_doctor_names_a_server_that_has_less_context_than_is_set(cli: Cli, home: Path, cuts: bool) -> None:
    with ModelServer.start(context=4096, cuts=cuts) as server:
        home.mkdir()
        settings = f'base_url = "{server.base_url}"\nmodel = "pet-model"\n'
        (home / "pawsona.toml").write_text(settings)
        [mind] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "mind"]
        assert not mind["well"] and "first token after" in mind["says"]
        assert "has 4096 tokens of context and 8192 are set" in mind["says"]
        (home / "pawsona.toml").write_text(settings + "[models.talk]\ncontext = 4096\n")
        [mind] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "mind"]
        assert mind["well"], mind["says"]


def test_doctor_asks_the_reranker(
    cli: Cli, home: Path, model_server: ModelServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    def finding() -> dict[str, Any]:
        [found] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "reranker"]
        return dict(found)

    assert "reranker" not in {one["what"] for one in cli("doctor", "--json").lines[0]}
    monkeypatch.setenv("PAWSONA_RERANKER", "endpoint")
    assert not finding()["well"] and "under [models.reranker]" in finding()["says"]
    table = f'[models.reranker]\nbase_url = "{model_server.base_url}"\nmodel = '
    (home / "pawsona.toml").write_text(table + '"pet-model"\n')
    assert finding()["well"], finding()["says"]
    (home / "pawsona.toml").write_text(table + '"none-such"\n')
    assert not finding()["well"] and "recall keeps its own order" in finding()["says"]


@dataclass
class Loaded:
    """llama.cpp, as far as the doctor can tell; the real one is in tests/minds/local."""

    base_url: str
    api_key: str = "secret"
    context: int = 8192
    alive: bool = True
    closed: int = 0

    def close(self) -> None:
        self.closed += 1


def test_doctor_loads_a_pulled_model_measures_it_and_lets_it_go(
    cli: Cli, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home.mkdir()
    model = named(home, "qwen3-0.6b")
    file = shelf.folder(home) / model.file
    file.write_bytes(b"GGUF")
    shelf.keep(home, model, file, "0" * 64, None)
    monkeypatch.setattr(checkup, "missing", lambda: "")
    with ModelServer.start(models=["qwen3-0.6b"], key="secret") as server:
        loaded = Loaded(server.base_url)
        start = cast(Any, lambda installed: loaded)
        monkeypatch.setattr(checkup, "LocalModels", partial(LocalModels, start=start))
        [mind] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "mind"]
    assert mind["well"] and "; loaded in " in mind["says"] and "; first token after " in mind["says"]
    assert loaded.closed == 1
    monkeypatch.setattr(checkup, "_in_use", lambda settings: True)
    [mind] = [one for one in cli("doctor", "--json").lines[0] if one["what"] == "mind"]
    assert mind["well"] and "Not measured: Pawsona seems to run" in mind["says"]
    assert loaded.closed == 1
