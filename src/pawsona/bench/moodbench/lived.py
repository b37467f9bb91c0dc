"""What a companion lives through before it is asked: an item's past, in the form that `bench run --companion` takes.

Sessions of LongMemEval are talked through as they are dated; a book's excerpt is read to it; a person tells about
themselves.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from pawsona.bench.moodbench.item import Item
from pawsona.bench.recall.conversation import Sitting
from pawsona.bench.recall.longmemeval import moment_of, sittings_of

TASKS = ("LongMemEval", "Book-SORT", "PersonaFeedback")
"""Datasets that can be lived."""
_BEGIN = datetime(2026, 1, 10, 19, 0, tzinfo=UTC)
_A_DAY = timedelta(days=1)


def lived(item: Item) -> dict[str, Any] | None:
    """`sittings`, and the question as it is asked afterwards, at its moment; None where there is nothing to live."""
    if "row" in item.extra:
        return _dated(item, item.extra["row"])
    told: Sequence[str] = item.extra.get("told", ())
    if not told:
        return None
    turns = [{"who": "person", "say": text} for text in told]
    return _asked(item, [{"at": _BEGIN.isoformat(), "turns": turns}], _BEGIN + _A_DAY)


def _asked(item: Item, sittings: list[dict[str, Any]], at: datetime) -> dict[str, Any]:
    return {"sittings": sittings, "ask": item.extra["ask"], "at": at.isoformat()}


def _dated(item: Item, row: Mapping[str, Any]) -> dict[str, Any] | None:
    """None where its dates can't be read: it is then asked with everything in one message."""
    try:
        sittings, _ = sittings_of(row)
        at = moment_of(row["question_date"])
    except (KeyError, TypeError, ValueError, AttributeError):
        return None
    return _asked(item, [_plain(sitting) for sitting in sittings], at)


def _plain(sitting: Sitting) -> dict[str, Any]:
    whose = {"person": "person", "pet": "companion"}
    turns = [{"who": whose[turn.role], "say": turn.text} for turn in sitting.turns]
    return {"at": sitting.at.isoformat(), "turns": turns}
