"""A day as one of iPET's methods makes it: as JSON between rooms, as text for whoever reads it."""

import json
from datetime import time
from typing import Any

from pawsona.bench.open.given import BOND, day_input_of
from pawsona.bench.open.instance import Instance, Json
from pawsona.domain.day import Day, Item, Method
from pawsona.world.day import World

METHODS: tuple[Method, ...] = ("basic", "direct", "world", "no_outline")
"""In the order of the paper's table 1."""
SKILL = "day."
"""What an instance's skill begins with; the method follows."""


def method_of(skill: str) -> Method:
    """The method that an instance asks for.

    Raises:
        KeyError: there is none of that name.
    """
    name = skill.removeprefix(SKILL)
    return next(method for method in METHODS if method == name)


async def made(world: World, instance: Instance) -> dict[str, Any]:
    """The instance's day, one call for each detail as in the paper; plain JSON.

    Raises:
        MindError: the mind could not make it.
    """
    day = await world.made(day_input_of(instance), method_of(instance.skill), per_item=True)
    return {
        "method": day.method, "season": day.season, "weather": day.weather, "outline": day.outline,
        "items": [
            {"at": f"{one.at:%H:%M}", "label": one.label, "kind": one.kind, "place": one.place, "detail": one.detail}
            for one in day.items
        ],
    }  # fmt: skip


def written(skill: str, plain: Any) -> str:
    """A day as the answer of a system."""
    return json.dumps(plain, ensure_ascii=False)


def read(text: str, instance: Json) -> Day:
    """The day that an answer is.

    Raises:
        ValueError, KeyError, TypeError: it is none.
    """
    row, given = json.loads(text), Instance.of(instance, instance["language"])
    made_of = day_input_of(given)
    return Day(
        bond=BOND, on=given.now.date(), mode=made_of.mode, method=row["method"], outline=row["outline"],
        items=tuple(_item(one) for one in row["items"]), season=row["season"], weather=row["weather"], mind="",
        made_at=given.now,
    )  # fmt: skip


def readable(text: str) -> str:
    """What a person sees of it: outline, then the hours with their details."""
    row = json.loads(text)
    lines = [f"{one['at']} {one['label']}\n  {one['detail'] or ''}".rstrip() for one in row["items"]]
    return "\n\n".join(part for part in (row["outline"], "\n".join(lines)) if part)


def _item(row: Json) -> Item:
    return Item(
        at=time.fromisoformat(row["at"]), label=row["label"], kind=row["kind"], place=row["place"], detail=row["detail"]
    )
