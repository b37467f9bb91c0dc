"""Answers of the skills on the pet's own life."""

import re
from collections.abc import Sequence
from datetime import time
from typing import Annotated, Any

from pydantic import Field, JsonValue

from pawsona.domain.day import Item
from pawsona.domain.language import Language
from pawsona.minds.llm.activities import kind_of, place_of
from pawsona.minds.llm.answers.answer import Answer, Shape
from pawsona.minds.llm.answers.lines import numbered, timed
from pawsona.minds.llm.answers.prose import prose
from pawsona.minds.llm.answers.times import clock
from pawsona.skills.acts import Details, DetailsInput, WholeDay
from pawsona.skills.routine import DayInput, Detail, Outline, Schedule, ScheduleInput

_END = ".。!！,，;；"
_KIND = re.compile(r"[（(]([a-z]{3,12})[)）]\s*$")
"""The kind behind a label, where a model wrote it there."""
_OUTLINE = re.compile(r"^(?:outline|t1|大纲)\s*[:：]\s*(.+)$", re.IGNORECASE | re.MULTILINE)


_TIME: dict[str, JsonValue] = {"pattern": "^[0-2][0-9]:[0-5][0-9]$"}
"""For the server's grammar alone: what other models write ("7:30 am") is read as well."""
_Text = Annotated[str, Field(max_length=700)]


class ItemShape(Shape):
    """One line of T2."""

    time: str = Field(max_length=12, json_schema_extra=_TIME)
    label: str = Field(max_length=60)
    kind: str = Field("", max_length=12)


class ScheduleShape(Shape):
    """T2."""

    items: list[ItemShape] = Field(min_length=1, max_length=12)


class DetailsShape(Shape):
    """T3, one text per item."""

    details: list[_Text] = Field(min_length=1, max_length=12)


class ToldItem(ItemShape):
    """An item of Direct Generation, told at once."""

    detail: _Text


class WholeDayShape(Shape):
    """T1 to T3 in one answer."""

    outline: str = Field(max_length=900)
    items: list[ToldItem] = Field(min_length=1, max_length=12)


def _item(row: ItemShape, language: Language) -> Item:
    label = row.label.strip().rstrip(_END)
    kind = kind_of(label, language, row.kind)
    detail = prose(row.detail) if isinstance(row, ToldItem) else None
    return Item(at=clock(row.time), label=label, kind=kind, place=place_of(kind), detail=detail)


def _closed(items: Sequence[Item]) -> tuple[Item, ...]:
    """The last item is sleep if it is late and models called it something else ("Wind down")."""
    late = items[-1].kind != "sleep" and items[-1].at >= time(20, 30)
    last = Item(at=items[-1].at, label=items[-1].label, kind="sleep", detail=items[-1].detail) if late else items[-1]
    return (*items[:-1], last)


def _schedule(shape: ScheduleShape, given: ScheduleInput) -> Schedule:
    return Schedule(items=_closed([_item(row, given.day.context.language) for row in shape.items]))


def _rows(text: str, given: Any = None) -> dict[str, Any]:
    parts = [(at, rest.split("|")) for at, rest in timed(text)]
    rows = [
        {
            "time": f"{at:%H:%M}",
            "label": _KIND.sub("", label).strip(),
            "kind": "".join(more or _KIND.findall(label))[:12].strip(),
        }
        for at, (label, *more) in parts
    ]
    if not rows:
        raise ValueError("the answer has no lines of the form HH:MM activity")
    return {"items": rows}


def _details(shape: DetailsShape, given: DetailsInput) -> Details:
    return Details(details=tuple(Detail(text=prose(text)) for text in shape.details))


def _told(text: str, given: DetailsInput) -> dict[str, Any]:
    """Numbered lines, lines with times, or one paragraph each."""
    found = [rest for _, rest in numbered(text)] or [rest for _, rest in timed(text)]
    found = found or [part for part in re.split(r"\n\s*\n", text) if part.strip()]
    labels = [item.label for item in given.schedule]
    return {"details": [_without(rest, labels) for rest in found]}


def _without(text: str, labels: Sequence[str]) -> str:
    """A text without the "07:30 Label: " that models repeat in front."""
    clean = re.sub(r"^\W*\d{1,2}[:：]\d{2}\s*", "", text)
    label = next((one for one in labels if clean.casefold().startswith(one.casefold())), "")
    return clean[len(label) :].lstrip(" :：-–—|*") if label else clean


def _whole(shape: WholeDayShape, given: DayInput) -> WholeDay:
    items = _closed([_item(row, given.context.language) for row in shape.items])
    return WholeDay(outline=Outline(text=prose(shape.outline)), items=items)


def _whole_lines(text: str, given: DayInput) -> dict[str, Any]:
    """`outline: ...`, then `HH:MM label | what happens`."""
    named = _OUTLINE.search(text)
    rows = []
    for at, rest in timed(text):
        label, _, detail = rest.partition("|")
        rows.append({"time": f"{at:%H:%M}", "label": label.strip(), "detail": detail.strip()})
    return {"outline": named[1] if named else "", "items": rows}


SCHEDULE = Answer("schedule", ScheduleShape, _schedule, _rows, 420)
DETAILS = Answer("details", DetailsShape, _details, _told, 1600)
WHOLE_DAY = Answer("whole_day", WholeDayShape, _whole, _whole_lines, 2000)
