"""Step 1: whatever a method gives, on a scale from 0 to 100 (the paper's NormalizeScore and AggregateScores)."""

from collections.abc import Mapping
from math import isfinite
from typing import Any

from pawsona.errors import InputError

GRADES = {"A": 100.0, "B": 75.0, "C": 50.0, "D": 25.0, "E": 0.0, "F": 0.0}
"""Evenly spaced, best to worst. The paper names grades and gives no numbers."""
_HALF = {"+": 25 / 3, "-": -25 / 3, "": 0.0}
"""A plus or minus is a third of the way to the next grade, and never beyond the scale."""


def normalise(raw: Any, low: float = 0.0, high: float = 100.0) -> float:
    """A score as a number from 0 to 100.

    Args:
        raw: a number on the scale from `low` to `high`, a text such as "3/5", "85%" or "4 of 5", or a letter grade.
            A rating on a five-point scale is a number with `low` 1 and `high` 5, so its worst is 0.
        low: the method's least score.
        high: its greatest.

    Raises:
        InputError: it is none of these, or beyond its scale.
    """
    number = _number(raw, low, high)
    if not isfinite(number) or high <= low or not low <= number <= high:
        raise InputError(f"{raw!r} is no score from {low:g} to {high:g}.")
    return 100 * (number - low) / (high - low)


def dataset_score(methods: Any) -> float:
    """One dataset's score from its methods: a plain score, or a list of them.

    Each is a number from 0 to 100, a grade, a ratio as text, or
    {"score": ..., "min": ..., "max": ..., "weight": ...}; several are averaged by weight.

    Raises:
        InputError: one of them can't be used.
    """
    if not isinstance(methods, list):
        return _method(methods)[0]
    scored = [_method(method) for method in methods]
    total = sum(weight for _, weight in scored)
    if not total > 0:
        raise InputError("it has no method with a weight above 0.")
    return sum(score * weight for score, weight in scored) / total


def _method(method: Any) -> tuple[float, float]:
    """Score and weight."""
    if not isinstance(method, Mapping):
        return normalise(method), 1.0
    strange = set(method) - {"score", "min", "max", "weight"}
    if strange or "score" not in method:
        raise InputError(f"a method has score, min, max and weight; this one has {', '.join(map(repr, method))}.")
    low, high, weight = (_plain(method.get(key, default)) for key, default in (("min", 0), ("max", 100), ("weight", 1)))
    if not (isfinite(weight) and weight >= 0):
        raise InputError(f"{method.get('weight')!r} is no weight.")
    return normalise(method["score"], low, high), weight


def _number(raw: Any, low: float, high: float) -> float:
    if isinstance(raw, str):
        return low + _share(raw.strip()) * (high - low)
    return _plain(raw)


def _share(text: str) -> float:
    """A text's score from 0 to 1."""
    if text[:1].upper() in GRADES and text[1:] in _HALF:
        return min(100.0, max(0.0, GRADES[text[0].upper()] + _HALF[text[1:]])) / 100
    for mark in ("/", " of "):
        part, found, whole = text.partition(mark)
        if found and _plain(whole):
            return _plain(part) / _plain(whole)
    if text.endswith("%"):
        return _plain(text[:-1]) / 100
    raise InputError(f"{text!r} is no score.")


def _plain(raw: Any) -> float:
    if isinstance(raw, bool) or not isinstance(raw, int | float | str):
        raise InputError(f"{raw!r} is no number.")
    try:
        return float(raw)
    except ValueError:
        raise InputError(f"{raw!r} is no number.") from None
