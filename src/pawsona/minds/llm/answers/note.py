"""Answers of the skills on notes."""

import re
from typing import Annotated, Any, Literal

from pydantic import Field

from pawsona.minds.llm.answers.answer import Answer, Shape
from pawsona.minds.llm.answers.lines import fields, first_of, says_nothing
from pawsona.minds.llm.answers.words import key, renamed
from pawsona.minds.llm.fence import unfenced
from pawsona.skills.note import Extract, ExtractInput, Intent, IntentInput


class FoundShape(Shape):
    """One point and what the text says on it."""

    point: str = Field(max_length=80)
    values: list[Annotated[str, Field(max_length=200)]] = Field(max_length=8)


class ExtractShape(Shape):
    """All points that the text says something on."""

    found: list[FoundShape] = Field(max_length=24)


class IntentShape(Shape):
    """What the message wants, and what to search for."""

    intent: Literal["search", "answer", "shift"]
    query: str = Field("", max_length=120)


def _extract(shape: ExtractShape, given: ExtractInput) -> Extract:
    """Only what was asked for and stands in the text: a model's addition is no finding."""
    source = "\n".join([given.text, *(m.text for m in given.dialogue if m.role == "person")]).casefold()
    points = {key(point): point for point in given.points}
    found: dict[str, tuple[str, ...]] = {}
    for row in shape.found:
        point = row.point.strip() if not points else points.get(key(row.point), "")
        kept = tuple(value for part in row.values for value in _standing(unfenced(part).strip(), source))
        if kept and point:
            found[point] = kept
    if shape.found and not found:
        raise ValueError("none of the values stands in the text; copy them word for word")
    order = given.points or tuple(found)
    return Extract(values={point: found[point] for point in order if point in found})


def _standing(value: str, source: str) -> list[str]:
    """A value as it stands in the text; of several in one, those that do."""
    if value and value.casefold() in source:
        return [value]
    parts = [part.strip() for part in re.split(r"[;；,，、]", value)]
    return [part for part in parts if part and part.casefold() in source]


def _pairs(text: str, given: ExtractInput) -> dict[str, Any]:
    """`point: value; value`, one point a line."""
    rows = [
        {"point": point, "values": [part.strip() for part in re.split("[;；]", value) if part.strip()]}
        for point, value in fields(text).items()
    ]
    if not rows and not says_nothing(text):
        raise ValueError("the answer has no lines of the form point: value")
    return {"found": rows}


_KINDS: dict[str, Literal["active", "direct", "shift"]] = {"search": "active", "answer": "direct", "shift": "shift"}


def _intent(shape: IntentShape, given: IntentInput) -> Intent:
    kind = _KINDS[shape.intent]
    query = unfenced(shape.query).strip() if kind == "active" else ""
    return Intent(kind=kind, query=query or (given.message if kind == "active" else ""))


def _intent_lines(text: str, given: IntentInput) -> dict[str, Any]:
    named = renamed(fields(text), ("intent", "query"))
    return {"intent": first_of(named.get("intent", text), tuple(_KINDS)), "query": named.get("query", "")}


EXTRACT = Answer("extract", ExtractShape, _extract, _pairs, 500)
INTENT = Answer("intent", IntentShape, _intent, _intent_lines, 80)
