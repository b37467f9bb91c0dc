"""Days with their items, feedback and plan changes as rows."""

from datetime import time
from typing import Any

from pawsona.domain.day import Change, Day, Feedback, Item
from pawsona.domain.ids import Bond, FeedbackId
from pawsona.storage.connection import Row
from pawsona.storage.rows.people import bond_of, bond_row
from pawsona.storage.rows.talk import trace_json, trace_of


def _item_json(item: Item) -> dict[str, Any]:
    return {
        "at": item.at.isoformat(),
        "label": item.label,
        "kind": item.kind,
        "place": item.place,
        "detail": item.detail,
        "short": item.short,
        "trace": trace_json(item.trace),
    }


def _item_of(stored: dict[str, Any]) -> Item:
    return Item(
        at=time.fromisoformat(stored["at"]),
        label=stored["label"],
        kind=stored["kind"],
        place=stored["place"],
        detail=stored["detail"],
        short=stored["short"],
        trace=trace_of(stored["trace"]),
    )


def day_row(day: Day) -> dict[str, Any]:
    """A day as a row; its items are read and replaced with it, so they live in it."""
    return bond_row(day.bond) | {
        "on_date": day.on,
        "mode": day.mode,
        "method": day.method,
        "outline": day.outline,
        "items": [_item_json(item) for item in day.items],
        "season": day.season,
        "weather": day.weather,
        "mind": day.mind,
        "made_at": day.made_at,
        "stopgap": day.stopgap,
        "trace": trace_json(day.trace),
    }


def day_of(row: Row) -> Day:
    """A row as a day."""
    return Day(
        bond=bond_of(row),
        on=row["on_date"],
        mode=row["mode"],
        method=row["method"],
        outline=row["outline"],
        items=tuple(_item_of(item) for item in row["items"]),
        season=row["season"],
        weather=row["weather"],
        mind=row["mind"],
        made_at=row["made_at"],
        stopgap=row["stopgap"],
        trace=trace_of(row["trace"]),
    )


def feedback_row(feedback: Feedback) -> dict[str, Any]:
    """A feedback as a row."""
    return bond_row(feedback.bond) | {
        "feedback_id": feedback.id,
        "on_date": feedback.on,
        "item": feedback.item,
        "kind": feedback.kind,
        "reaction": feedback.reaction,
        "text": feedback.text,
        "reply": feedback.reply,
        "at": feedback.at,
    }


def feedback_of(row: Row) -> Feedback:
    """A row as a feedback."""
    return Feedback(
        id=FeedbackId(row["feedback_id"]),
        bond=bond_of(row),
        on=row["on_date"],
        item=row["item"],
        kind=row["kind"],
        reaction=row["reaction"],
        text=row["text"],
        reply=row["reply"],
        at=row["at"],
    )


def change_row(bond: Bond, change: Change) -> dict[str, Any]:
    """A plan change as a row, but for its position."""
    return bond_row(bond) | {
        "on_date": change.on,
        "at": change.at,
        "label": change.label,
        "kind": change.kind,
        "said": change.said,
    }


def change_of(row: Row) -> Change:
    """A row as a plan change."""
    return Change(on=row["on_date"], at=row["at"], label=row["label"], kind=row["kind"], said=row["said"])
