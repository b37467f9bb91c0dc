"""Reading what a judge answered."""

from collections.abc import Mapping
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from json_repair import repair_json

from pawsona.bench.core.rubric import Rubric
from pawsona.minds.llm.answers.answer import without_thinking

HIGHEST = 5
"""Of a mark."""


class RatingsError(ValueError):
    """The answer is in another form; the sentence tells the judge what was asked for."""


@dataclass(frozen=True)
class Ratings:
    """What a judge said."""

    analysis: str
    ratings: Mapping[str, float]
    """Name -> as it was given."""
    mark: float
    """Of the whole answer, from 0 to 5."""


def ratings_in(said: str, rubric: Rubric) -> Ratings:
    """The ratings of a judge's answer.

    Raises:
        RatingsError: they are not in it, or out of range.
    """
    text = without_thinking(said)
    mended = repair_json(text[text.find("{") :], return_objects=True) if "{" in text else {}
    row: dict[str, Any] = mended if isinstance(mended, dict) else {}
    given = row.get("ratings")
    found = given if isinstance(given, dict) else {}
    wrong = [name for name, ends in rubric.scale.items() if not _within(found.get(name), ends)]
    if wrong:
        raise RatingsError(_asked(rubric, wrong))
    ratings = {name: float(found[name]) for name in rubric.scale}
    marks = [rubric.mark] if rubric.mark else list(rubric.scale)
    mark = HIGHEST * fmean(ratings[name] / rubric.scale[name][1] for name in marks)
    return Ratings(str(row.get("analysis", "")), ratings, mark)


def _within(value: Any, ends: tuple[int, int]) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and ends[0] <= value <= ends[1]


def _asked(rubric: Rubric, wrong: list[str]) -> str:
    each = ", ".join(f'"{name}" from {low} to {high}' for name, (low, high) in rubric.scale.items())
    return (
        f"That can't be used: {', '.join(wrong)} missing or out of range. Answer with one JSON object and nothing "
        f'else, {{"analysis": "...", "ratings": {{...}}}}, with the ratings {each}.'
    )
