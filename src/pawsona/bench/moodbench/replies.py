"""Replies and a judge's marks out of files: what can't be used is named, and the rest counts."""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any

from pawsona.bench.moodbench.metrics import CRITERIA
from pawsona.bench.moodbench.rows import Problems, Reading, read_rows
from pawsona.errors import InputError

LEAST, MOST = 1, 5


def read_replies(path: Path, known: Collection[str]) -> tuple[dict[str, Any], list[str]]:
    """Predictions by item, and what was wrong with the file.

    Args:
        path: JSON lines with `id` and `prediction`; null where the system gave nothing.
        known: ids of questions.

    Raises:
        InputError: none of it can be used.
    """
    problems = Problems()
    found: dict[str, Any] = {}
    for row in read_rows(path, str(path), Reading(), problems, kind=".jsonl"):
        id_ = row.get("id")
        if not isinstance(id_, str) or "prediction" not in row:
            problems.add(str(path), "a line has no id or no prediction; it is left out.")
        elif id_ not in known:
            problems.add(str(path), f"questions of {id_.partition('/')[0]!r} that are not asked here; left out.")
        elif id_ in found:
            problems.add(str(path), f"{id_!r} is answered more than once; the first counts.")
        else:
            found[id_] = row["prediction"]
    return _some(found, problems, path, "prediction")


def read_marks(path: Path, known: Collection[str]) -> tuple[dict[str, Mapping[str, float]], list[str]]:
    """A judge's marks by item, and what was wrong with the file.

    Args:
        path: JSON lines with `id` and `scores`: completeness, conciseness and faithfulness from 1 to 5.
        known: ids of questions.

    Raises:
        InputError: none of it can be used.
    """
    problems = Problems()
    found: dict[str, Mapping[str, float]] = {}
    for row in read_rows(path, str(path), Reading(), problems, kind=".jsonl"):
        marks, id_ = row.get("scores"), row.get("id")
        if id_ not in known:
            problems.add(str(path), "a line marks no question that is asked here; it is left out.")
        elif not isinstance(marks, dict) or not all(_is_mark(marks.get(name)) for name in CRITERIA):
            problems.add(str(path), f"{id_!r} has not {', '.join(CRITERIA)} from {LEAST} to {MOST}; it is left out.")
        else:
            found[str(id_)] = {name: float(marks[name]) for name in CRITERIA}
    return _some(found, problems, path, "mark")


def _is_mark(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and LEAST <= value <= MOST


def _some(found: dict[str, Any], problems: Problems, path: Path, what: str) -> tuple[dict[str, Any], list[str]]:
    if not found:
        reasons = "".join(f"\n  {line}" for line in problems.lines)
        raise InputError(f"{str(path)!r} has no {what} that can be used.{reasons}")
    return found, problems.lines
