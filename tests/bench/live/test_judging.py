"""Judges and people: what is rated, once, and what stays."""

import json
import os
from dataclasses import replace
from pathlib import Path

import pytest
from tests.bench.live.runs import GOOD, asked_of, model, run
from tests.model_server import ModelServer

from pawsona.bench.core.result import read
from pawsona.errors import InputError

pytestmark = [pytest.mark.live, pytest.mark.filterwarnings("ignore")]  # Inspect AI leaves streams open


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
    Path(os.environ["PAWSONA_HOME"]).mkdir(parents=True, exist_ok=True)
    priced = '[models.judge]\nmodel = "pet-model"\nprice_in = 1\n'
    (Path(os.environ["PAWSONA_HOME"]) / "pawsona.toml").write_text(priced, "utf-8")
    run(tmp_path, tasks=("chat_general", "note_intent"), limit=6)
    who = Judge(model="pet-model", base_url=server.base_url)
    result = judge(tmp_path / "run", who)
    assert [row.scores["judge"] for row in result.scores] == [0.8] * 12
    assert read(tmp_path / "run").signatures["judge"] == result.signatures["judge"]
    assert len(asked_of(server)) == 12
    judge(tmp_path / "run", who)
    assert len(asked_of(server)) == 12
    assert {"judge_calls", "judge_price"} <= set(result.costs)
    (Path(os.environ["PAWSONA_HOME"]) / "pawsona.toml").unlink()
    costs = judge(tmp_path / "run", who).costs
    assert ("judge_calls" in costs, "judge_price" in costs) == (True, False)  # no older price beside these tokens
    with pytest.raises(InputError, match=r"none of these answers \(.*does not exist"):
        judge(tmp_path / "run", replace(who, model="absent"))
    assert [row.scores["judge"] for row in read(tmp_path / "run").scores] == [0.8] * 12
    server.always(text="Hello.")
    run(tmp_path / "other", tasks=("chat_general",), **model(server))
    server.always(text=json.dumps({"analysis": "", "ratings": {"first": 5, "second": 3}}))
    table = compare(tmp_path / "run", tmp_path / "other" / "run", tmp_path / "pairs", who)
    rows = {row[""]: row["value"] for row in table.plain()}
    assert rows["wins, where they differ"]["value"] == 0.5  # a judge that always prefers the first decides nothing
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
    assert "judge_calls" in run(tmp_path, tasks=("chat_general",)).result.costs  # one answer is as it was judged
    lost = [{**row, "prediction": "Yet another."} for row in lines]
    (folder / "predictions.jsonl").write_text("".join(json.dumps(row) + "\n" for row in lost), "utf-8")
    assert "judge_calls" not in run(tmp_path, tasks=("chat_general",)).result.costs  # no mark is left
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
