"""What people say together: majorities on statements, means of marks, and how far they agree."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from statistics import fmean

from pawsona.bench.core.agreement import Ratings
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.review.queue import Entry

ByRater = Mapping[str, Mapping[str, Mapping[str, float]]]
"""Rater, item, name -> value."""
HIGHEST = 5


@dataclass(frozen=True)
class Verdict:
    """What all raters of one answer come to."""

    mark: float | None
    """Of 5: the mean of their marks; None where nobody gave one."""
    statements: float | None
    """The share of statements that most raters call true; None where there are none."""
    raters: int


def verdicts(by_rater: ByRater, entries: Mapping[str, Entry]) -> dict[str, Verdict]:
    """By item."""
    return {
        key: _verdict([given[key] for given in by_rater.values() if key in given], entry.rubric)
        for key, entry in entries.items()
        if any(key in given for given in by_rater.values())
    }


def agreement(by_rater: ByRater, entries: Mapping[str, Entry]) -> dict[str, Ratings]:
    """What alpha is computed of: marks, and each statement of each answer as an item of its own."""
    marks: list[dict[str, float]] = []
    statements: list[dict[str, float]] = []
    for key, entry in entries.items():
        mine = {rater: given[key] for rater, given in by_rater.items() if key in given}
        found = {rater: mark_of(ratings, entry.rubric) for rater, ratings in mine.items()}
        marks.append({rater: mark for rater, mark in found.items() if mark is not None})
        for name in statements_of(entry.rubric):
            statements.append({rater: ratings[name] for rater, ratings in mine.items() if name in ratings})
    return {"marks": [row for row in marks if row], "statements": [row for row in statements if row]}


def mark_of(ratings: Mapping[str, float], rubric: Rubric) -> float | None:
    """One rater's mark of 5: the rubric's, or the mean of all where it has none."""
    names = [rubric.mark] if rubric.mark else list(rubric.scale)
    if any(name not in ratings for name in names):
        return None
    return HIGHEST * fmean(ratings[name] / rubric.scale[name][1] for name in names)


def statements_of(rubric: Rubric) -> list[str]:
    """What holds or doesn't."""
    return [name for name, ends in rubric.scale.items() if ends == (0, 1)]


def _verdict(rated: Sequence[Mapping[str, float]], rubric: Rubric) -> Verdict:
    marks = [mark for ratings in rated if (mark := mark_of(ratings, rubric)) is not None]
    held = [share for name in statements_of(rubric) if (share := _majority(rated, name)) is not None]
    return Verdict(fmean(marks) if marks else None, fmean(held) if held else None, len(rated))


def _majority(rated: Sequence[Mapping[str, float]], name: str) -> float | None:
    """1 where more call it true than not; in a tie it was not shown, and doesn't count as true."""
    votes = [ratings[name] for ratings in rated if name in ratings]
    return float(2 * sum(votes) > len(votes)) if votes else None
