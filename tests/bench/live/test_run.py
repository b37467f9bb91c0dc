"""Whole runs through Inspect AI, offline: our own provider, and a model server that is told what to say."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
import tomllib
from importlib import import_module
from pathlib import Path
from zipfile import ZipFile

import pytest
from tests.bench.live.runs import GOOD, answered, asked_of, model, run
from tests.model_server import ModelServer
from typer.testing import CliRunner

from pawsona.bench.core.result import read
from pawsona.bench.live import report
from pawsona.bench.live.asked import Asked
from pawsona.bench.live.folder import running
from pawsona.bench.live.run import estimated
from pawsona.bench.petbench.tasks import TASKS
from pawsona.cli.main import app
from pawsona.errors import ConflictError, InputError, SetupError
from pawsona.skills import SKILLS

pytestmark = [pytest.mark.live, pytest.mark.filterwarnings("ignore")]  # Inspect AI leaves streams open

ROOT = Path(__file__).parents[3]


def test_the_open_set_runs_on_the_storybook_end_to_end(tmp_path: Path) -> None:
    outcome = run(tmp_path, tasks=())
    assert outcome.failed == 0
    assert {row.category for row in outcome.result.scores} == {skill.replace(".", "_") for skill in SKILLS}
    assert outcome.result.answered == 2 * len(SKILLS)
    assert outcome.result.expected == 800  # a part of a suite is not taken for the whole
    assert not outcome.result.ranked
    assert any("32 of 800" in note for note in outcome.result.notes)
    shown = {row[""]: row["score"] for row in report.table(outcome).plain()}
    assert all(value for name, value in shown.items() if name != "nothing")
    assert (shown["the reference itself"], shown["nothing"]) == (1.0, 0.0)
    assert 0 < shown["the prompt's end again"] < 1
    assert read(tmp_path / "run").scores == outcome.result.scores
    lines = (tmp_path / "run" / "predictions.jsonl").read_text("utf-8").splitlines()
    assert {json.loads(line)["id"] for line in lines} == {row.id for row in outcome.predictions}


def test_a_run_in_the_same_folder_asks_nothing_twice(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="Hello.")
    first = run(tmp_path, **model(server))
    assert first.result.answered == 4
    again = run(tmp_path, **model(server))
    assert len(asked_of(server)) == 4
    assert again.result.scores == first.result.scores
    assert again.result.costs["calls"] == 4


def test_what_it_cost_is_told_where_the_price_is_known(tmp_path: Path, server: ModelServer) -> None:
    home = Path(os.environ["PAWSONA_HOME"])
    home.mkdir(parents=True)
    server.reset()
    server.always(text=GOOD)
    judge = {"judge": "wise", "judge_url": server.base_url}
    unknown = run(tmp_path / "unknown", **model(server, **judge))
    assert "price" not in unknown.result.costs
    assert "price_in" in report.table(unknown).note
    talk = '[models.talk]\nmodel = "pet-model"\nprice_in = 2\nprice_out = 8\n'
    (home / "pawsona.toml").write_text(f'{talk}[models.judge]\nmodel = "other"\nprice_in = 1\n', "utf-8")
    asked = Asked(suite="open", tasks=("note_intent",), limit=2, **model(server, **judge))
    assert (estimated(asked).judge_price, "price_in" in estimated(asked).note) == (None, True)
    (home / "pawsona.toml").write_text(f'{talk}[models.judge]\nmodel = "wise"\nprice_in = 1\n', "utf-8")
    costs = run(tmp_path / "known", **model(server, **judge)).result.costs
    assert (costs["calls"], costs["judge_calls"]) == (4, 4)  # the judge's are apart
    assert costs["price"] == pytest.approx((2 * costs["input_tokens"] + 8 * costs["output_tokens"]) / 1e6)
    assert costs["judge_price"] == pytest.approx(costs["judge_input_tokens"] / 1e6)
    assert min(costs["price"], costs["judge_price"]) > 0
    foreseen = estimated(asked)
    assert foreseen.price == pytest.approx((2 * foreseen.tokens_in + 8 * foreseen.tokens_out) / 1e6)
    assert run(tmp_path / "free").result.costs["price"] == 0


def test_what_failed_is_missing_and_is_asked_again(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="Hello.")
    server.script({"status": 400, "message": "no"})
    outcome = run(tmp_path, **model(server))
    assert (outcome.failed, outcome.result.answered) == (1, 3)
    whole = run(tmp_path, **model(server))
    assert (whole.failed, whole.result.answered) == (0, 4)
    assert len(asked_of(server)) == 5


def test_why_nothing_was_answered_is_told_and_the_command_fails(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(status=404, message="The model `pet-model` does not exist.")
    outcome = run(tmp_path, **model(server))
    assert outcome.failed == 4
    assert "4 failed (most often: Error code: 404" in report.table(outcome).note
    words = ["bench", "run", "open", "--tasks", "note_intent", "--limit", "2", "--model", "pet-model"]
    told = CliRunner().invoke(app, [*words, "--base-url", server.base_url, "--out", str(tmp_path / "run2")])
    assert told.exit_code == 2
    assert "Nothing was answered: Error code: 404" in told.stderr


def test_nobody_at_the_address_is_told_at_once_and_no_folder_is_left(tmp_path: Path, server: ModelServer) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        nobody = f"http://127.0.0.1:{listening.getsockname()[1]}/v1"
    with pytest.raises(SetupError, match=f"no model server at {nobody}"):
        run(tmp_path, model="pet-model", base_url=nobody)
    with pytest.raises(SetupError, match=f"no model server at {nobody}"):
        run(tmp_path, **model(server, judge="wise", judge_url=nobody))
    with pytest.raises(InputError, match="--base-url is 'nonsense'"):
        run(tmp_path, model="pet-model", base_url="nonsense")
    assert not (tmp_path / "run").exists()


def test_two_runs_are_not_made_in_one_folder_at_once(tmp_path: Path) -> None:
    with running(tmp_path / "run"), pytest.raises(ConflictError, match="already: let that end"):
        run(tmp_path)
    assert run(tmp_path, tasks=("note_intent",)).failed == 0
    (tmp_path / "file").write_text("")
    with pytest.raises(InputError, match="is no folder"), running(tmp_path / "file"):
        pass


def test_a_killed_run_goes_on_and_pays_nothing_twice(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="Hello.", first_token_ms=1500)  # so that requests come in waves
    code = (
        "from pathlib import Path; from pawsona.bench.live.asked import Asked; from pawsona.bench.live.run import run;"
        f"run(Asked(suite='open', tasks=('chat_general',), limit=40, model='pet-model', base_url={server.base_url!r}),"
        f"Path({str(tmp_path / 'run')!r}))"
    )
    with subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env={**os.environ, "PYTHONPATH": "src"}) as process:
        wave = 0
        while not wave or len(asked_of(server)) == wave:  # the second wave begins when answers of the first are kept
            assert process.poll() is None
            time.sleep(0.1)
            wave = wave or (len(asked_of(server)) if answered(server) else 0)
        process.send_signal(signal.SIGKILL)
    time.sleep(0.2)
    before = len(asked_of(server))
    server.always(text="Hello.")
    outcome = run(tmp_path, tasks=("chat_general",), limit=40, **model(server))
    assert outcome.result.answered == 40
    kept = before - wave  # so many were replaced in the air, so so many answers were there
    assert kept > 0
    assert len(asked_of(server)) - before <= 40 - kept
    assert len(asked_of(server)) <= 40 + wave


def test_pet_bench_has_a_score_for_each_task_and_similarity(tmp_path: Path) -> None:
    prompt = (
        "Pet's Name: Fig; Owner's Name: Ana\n\nHistorical Conversation\nAna: Look, a snail!\n\nOutput Requirements\n1."
    )
    release = tmp_path / "data.zip"
    with ZipFile(release, "w") as archive:
        for task in TASKS:
            rows = [{"prompt": f"{prompt}{n}", "label": "A snail, how slow!"} for n in range(2)]
            archive.writestr(f"data/{task.title.replace(' ', '_')}.json", json.dumps(rows))
    outcome = run(tmp_path, suite="petbench", tasks=("chat_general", "chat_psychology"), data=str(release))
    assert all("ss_standin" in row.scores for row in outcome.result.scores)
    assert all(row["score"] for row in report.table(outcome).plain() if row[""] != "nothing")
    assert any("each other's prompts" in note for note in outcome.result.notes)


def test_another_run_does_not_fit_into_the_folder(tmp_path: Path) -> None:
    run(tmp_path, tasks=("note_intent",))
    with pytest.raises(InputError, match="storybook on open"):
        run(tmp_path, system="companion:storybook")


def test_what_can_not_be_run_is_said(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no task 'poetry'"):
        run(tmp_path, tasks=("poetry",))
    with pytest.raises(InputError, match="bench run open"):
        run(tmp_path, suite="h2htalk", tasks=())
    with pytest.raises(InputError, match=r"data\.zip"):
        run(tmp_path, suite="petbench", tasks=())
    with pytest.raises(SetupError, match="--base-url"):
        run(tmp_path, model="m")


def test_inspect_finds_the_tasks_and_the_provider() -> None:
    from inspect_ai.model import get_model

    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["inspect_ai"]
    registry = import_module(points["pawsona"])
    assert {"open_chat_general", "petbench_chat_general", "petbench_routine_level_3"} <= set(registry.TASKS)
    assert str(get_model("pawsona/storybook")) == "pawsona/storybook"
