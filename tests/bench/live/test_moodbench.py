"""MoodBench through `bench run`: what a checkout has is asked, and what it lacks is named."""

import json
from pathlib import Path

import pytest
from tests.bench.live.runs import model, run
from tests.model_server import ModelServer

from pawsona.bench.live import report
from pawsona.bench.moodbench.placed import placed
from pawsona.bench.moodbench.spec import specs
from pawsona.errors import InputError

pytestmark = [pytest.mark.live, pytest.mark.filterwarnings("ignore")]  # Inspect AI leaves streams open


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
