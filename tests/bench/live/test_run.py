"""Whole runs through Inspect AI, offline: our own provider, and a model server that is told what to say."""

import gc
import json
import os
import signal
import subprocess
import sys
import time
import tomllib
from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from tests.model_server import ModelServer

from pawsona.bench.core.result import read
from pawsona.bench.live import report
from pawsona.bench.live.asked import Asked
from pawsona.bench.live.outcome import Outcome
from pawsona.bench.moodbench.placed import placed
from pawsona.bench.moodbench.spec import specs
from pawsona.bench.petbench.tasks import TASKS
from pawsona.errors import InputError, SetupError
from pawsona.skills import SKILLS

pytestmark = [pytest.mark.live, pytest.mark.filterwarnings("ignore")]  # Inspect AI leaves streams open

ROOT = Path(__file__).parents[3]
GOOD = json.dumps({"analysis": "kind", "ratings": {**{str(n): 1 for n in range(1, 6)}, "overall": 4}})


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer.start() as started:
        yield started


@pytest.fixture(autouse=True)
def folders(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Inspect AI keeps answers and buffers where systems keep such things."""
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    yield
    gc.collect()  # what it left open is closed here, where nobody is warned


def run(folder: Path, **asked: Any) -> Outcome:
    from pawsona.bench.live.run import run as run_live

    return run_live(
        Asked(**{"suite": "open", "tasks": ("chat_general", "note_intent"), "limit": 2, **asked}), folder / "run"
    )


def model(server: ModelServer, **asked: Any) -> dict[str, Any]:
    return {"model": "pet-model", "base_url": server.base_url, **asked}


def asked_of(server: ModelServer) -> list[str]:
    return [row["body"]["messages"][-1]["content"] for row in server.requests("/chat/completions")]


def _answered(server: ModelServer) -> int:
    return sum(row["outcome"] == "answered" for row in server.requests("/chat/completions"))


def test_the_open_set_runs_on_the_storybook_end_to_end(tmp_path: Path) -> None:
    outcome = run(tmp_path, tasks=())
    assert outcome.failed == 0
    assert {row.category for row in outcome.result.scores} == {skill.replace(".", "_") for skill in SKILLS}
    assert outcome.result.answered == 2 * len(SKILLS)
    assert outcome.result.expected == 800  # a part of a suite is not taken for the whole
    assert not outcome.result.ranked
    assert any("32 of 800" in note for note in outcome.result.notes)
    shown = report.table(outcome).plain()
    assert all(row["score"] for row in shown)
    assert shown[-1][""] == "total"
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


def test_what_failed_is_missing_and_is_asked_again(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="Hello.")
    server.script({"status": 400, "message": "no"})
    outcome = run(tmp_path, **model(server))
    assert (outcome.failed, outcome.result.answered) == (1, 3)
    whole = run(tmp_path, **model(server))
    assert (whole.failed, whole.result.answered) == (0, 4)
    assert len(asked_of(server)) == 5


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
            wave = wave or (len(asked_of(server)) if _answered(server) else 0)
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


def test_a_judge_that_answers_prose_is_asked_once_more_and_then_missing(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="It's rather good, I'd say.")
    judge = {"judge": "pet-model", "judge_url": server.base_url}
    outcome = run(tmp_path / "prose", tasks=("chat_general",), **judge)
    assert len(asked_of(server)) == 4
    assert all("judge" not in row.scores for row in outcome.result.scores)
    server.always(text=GOOD)
    outcome = run(tmp_path / "good", tasks=("chat_general",), **judge)
    assert {row.scores["judge"] for row in outcome.result.scores} == {0.8}
    assert {row.scores["statements"] for row in outcome.result.scores} == {1.0}
    assert "pet-model" in outcome.result.signatures["judge"]


def test_ipets_methods_are_judged_on_four_dimensions(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    marks = {"realism": 4, "consistency": 5, "richness": 3.5, "attraction": 2.5}
    server.always(text=json.dumps({"analysis": "", "ratings": marks}))
    judge = {"judge": "pet-model", "judge_url": server.base_url}
    outcome = run(tmp_path, suite="ipet", tasks=("basic_normal", "world_memory"), limit=1, **judge)
    for row in outcome.result.scores:
        assert {name: 5 * row.scores[name] for name in marks} == pytest.approx(marks)
        assert row.scores["judge"] == pytest.approx(0.75)
    assert '"detail"' not in asked_of(server)[-1]  # judges see what people see
    with pytest.raises(InputError, match="--mind llm"):
        run(tmp_path, suite="ipet", tasks=(), model="m")


def test_answers_that_are_there_are_judged_later_and_once(tmp_path: Path, server: ModelServer) -> None:
    from pawsona.bench.live.judging import Judge, compare, judge

    server.reset()
    server.always(text=GOOD)
    run(tmp_path, tasks=("chat_general", "note_intent"), limit=6)
    who = Judge(model="pet-model", base_url=server.base_url)
    result = judge(tmp_path / "run", who)
    assert [row.scores["judge"] for row in result.scores] == [0.8] * 12
    assert read(tmp_path / "run").signatures["judge"] == result.signatures["judge"]
    assert len(asked_of(server)) == 12
    judge(tmp_path / "run", who)
    assert len(asked_of(server)) == 12
    server.always(text="Hello.")
    run(tmp_path / "other", tasks=("chat_general",), **model(server))
    server.always(text=json.dumps({"analysis": "", "ratings": {"first": 5, "second": 3}}))
    table = compare(tmp_path / "run", tmp_path / "other" / "run", tmp_path / "pairs", who)
    rows = {row[""]: row["value"] for row in table.plain()}
    assert rows["wins"]["value"] == 0.5  # a judge that always prefers the first decides nothing
    assert rows["whoever came first got more by"]["value"] == 2


def test_other_answers_are_judged_anew(tmp_path: Path, server: ModelServer) -> None:
    from pawsona.bench.live.judging import Judge, compare, judge

    server.reset()
    who, folder = Judge(model="pet-model", base_url=server.base_url), tmp_path / "run"
    run(tmp_path, tasks=("chat_general",))
    server.always(text=GOOD)
    judge(folder, who)
    lines = [json.loads(line) for line in (folder / "predictions.jsonl").read_text("utf-8").splitlines()]
    changed = [{**lines[0], "prediction": "Quite another answer."}, lines[1]]
    (folder / "predictions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in changed), "utf-8")
    server.always(text=GOOD.replace("4}", "1}"))
    assert [row.scores["judge"] for row in judge(folder, who).scores] == [0.2, 0.8]
    assert len(asked_of(server)) == 3
    others = []
    for n, text in enumerate(("Yes.", "No.")):
        server.always(text=text)
        run(tmp_path / str(n), tasks=("chat_general",), **model(server))
        others.append(tmp_path / str(n) / "run")
    for other, marks in zip(others, ((5, 1), (1, 5)), strict=True):
        server.reset()
        server.always(text=json.dumps({"analysis": "", "ratings": dict(zip(("first", "second"), marks, strict=True))}))
        compare(folder, other, tmp_path / "pairs", who)
        assert len(asked_of(server)) == 4  # both orders of both items, for each of the others


def test_what_was_said_of_answers_outlives_another_run(tmp_path: Path, server: ModelServer) -> None:
    server.reset()
    server.always(text="Hello.")
    server.script({"status": 400, "message": "no"})
    first = run(tmp_path, **model(server)).result
    rated = [replace(row, scores={**row.scores, "human": 0.6}) for row in first.scores]
    replace(first, scores=rated, signatures={**first.signatures, "human": "ana"}).write(tmp_path / "run")
    again = run(tmp_path, **model(server)).result
    assert again.answered == 4
    assert sum(row.scores.get("human") == 0.6 for row in again.scores) == 3
    assert again.signatures["human"] == "ana"


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
    assert all(row["score"] for row in report.table(outcome).plain())
    assert any("each other's prompts" in note for note in outcome.result.notes)


def test_what_a_checkout_lacks_is_named_and_the_rest_is_asked(tmp_path: Path, server: ModelServer) -> None:
    spec = specs()["BBQ"]
    path = tmp_path / spec.source.paths[0].replace("*", "Age")
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(dict(row)) + "\n" for row in spec.fixtures), "utf-8")
    server.reset()
    server.always(text="A")
    outcome = run(tmp_path, suite="moodbench", tasks=(), data=str(tmp_path), **model(server))
    assert outcome.result.answered == 2
    assert any("AGNews is absent" in note for note in outcome.result.notes)
    abilities = report.tables(outcome)[1]
    assert {row[""].strip(): row["score"] for row in abilities.plain()}["Values & Safety"] is not None
    one = placed_error(tmp_path / "run")
    assert "Emotional" in one
    with pytest.raises(InputError, match="nothing to ask for AGNews"):
        run(tmp_path / "named", suite="moodbench", tasks=("AGNews",), data=str(tmp_path), **model(server))


def placed_error(folder: Path) -> str:
    """A run's folder is read by `analyse`, which then misses the other abilities."""
    with pytest.raises(InputError) as refused:
        placed(folder)
    return str(refused.value)


def test_the_storybook_sits_every_kind_of_exam(tmp_path: Path) -> None:
    kinds = ("AGNews", "MultiRC", "CMRC", "EQ-60", "TruthfulQA", "StereoSet", "LongMemEval", "Book-SORT")
    outcome = run(tmp_path, suite="moodbench", tasks=kinds, limit=1)
    assert outcome.failed == 0
    assert {row.category for row in outcome.result.scores} == set(kinds)
    assert any("our own" in note for note in outcome.result.notes)


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
