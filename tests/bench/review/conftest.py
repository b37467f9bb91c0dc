"""Two runs of the open set, small, with a judge's marks."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pawsona.bench.core.records import Prediction, Score, write_lines
from pawsona.bench.core.result import Result
from pawsona.bench.core.suite import Item
from pawsona.bench.open.suite import load
from pawsona.bench.review.queue import Run, run_of

ITEMS = [item for item in load().items if item.task == "chat_general"][:6]


def written(folder: Path, system: str, answers: Sequence[str | None], judge: Sequence[float] = ()) -> Path:
    """A run's folder."""
    pairs = list(zip(ITEMS, answers, strict=True))
    marks = dict(zip((item.id for item in ITEMS), judge, strict=False))
    scores = [_score(item, system, marks) for item, answer in pairs if answer is not None]
    write_lines(folder / "predictions.jsonl", [Prediction(id=i.id, prediction=a, system=system) for i, a in pairs])
    Result(suite="open", system=system, expected=len(pairs), scores=scores).write(folder)
    return folder


def _score(item: Item, system: str, marks: dict[str, float]) -> Score:
    judged = {"judge": marks[item.id] / 5} if item.id in marks else {}
    return Score(id=item.id, scores={"form": 1.0, **judged}, system=system, category=item.task, cluster=item.cluster)


@pytest.fixture
def runs(tmp_path: Path) -> list[Run]:
    one = written(tmp_path / "one", "llm:anna", ["Hello.", "Yes.", "No.", "Well.", "Good.", None], [5, 4, 3, 2, 1])
    two = written(tmp_path / "two", "llm:berta", ["Hello.", "Ah.", "Oh.", "Hm.", "So.", "Right."], [1, 2, 3, 4, 5, 5])
    return [run_of(one), run_of(two)]
