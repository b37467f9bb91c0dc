"""The two files that join whoever answers with whoever scores: `predictions.jsonl` and `scores.jsonl`."""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pawsona.errors import InputError


@dataclass(frozen=True, slots=True, kw_only=True)
class Prediction:
    """What a system answered to one item."""

    id: str
    prediction: Any
    """Plain JSON: a text, or a ranking of ids, best first; None where the system failed."""
    system: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """What one answer was worth, metric by metric."""

    id: str
    scores: Mapping[str, float]
    system: str = ""
    category: str = ""
    cluster: str = ""
    """What the item shares with others (its conversation, its persona): bootstraps draw these, not items."""
    extra: Mapping[str, Any] = field(default_factory=dict)


ENOUGH = 0.99
"""Share that must be there: of the answers to be ranked, of a metric to be part of a total."""


def covered(scores: Sequence[Score], metric: str) -> bool:
    """Whether enough of some scores have a metric: a judge may fail to say now and then. Of none there is enough."""
    return sum(metric in row.scores for row in scores) >= ENOUGH * len(scores)


def write_lines(path: Path, rows: Iterable[Prediction | Score]) -> None:
    """One JSON object per line; the folder is made where it is missing."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", encoding="utf-8") as file:
        for row in rows:
            file.write(json.dumps(asdict(row), ensure_ascii=False) + "\n")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a file, blank lines left out.

    Raises:
        InputError: a line is no JSON object; the sentence names it.
    """
    with path.open(encoding="utf-8") as file:
        for number, line in enumerate(file, 1):
            if not line.strip():
                continue
            try:
                row = json.loads(line)
            except (ValueError, RecursionError):  # so deep that nobody wrote it
                row = None
            if not isinstance(row, dict):
                raise InputError(f"{path}, line {number} is no JSON object; each line should be one.")
            yield row
