"""What each skill is given, put together from the bank: the `input` of an instance (docs/open-set.md)."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from types import MappingProxyType
from typing import Any

from pawsona.bench.open.instance import Json
from pawsona.train.data.bank import Bank, Slots, filled
from pawsona.train.data.plan import Cell

_EARLIER = 0.35
"""Of the talks, the share that has something said before."""
_REMEMBERED = 0.5


@dataclass(frozen=True)
class Desk:
    """The bank with the slots of one seed."""

    own: Bank
    slots: Slots
    chance: Random

    def one(self, rows: Any) -> Any:
        """One of some, filled."""
        return filled(self.chance.choice(rows), self.slots)

    def some(self, rows: Any, count: int) -> list[Any]:
        """Several different ones, filled."""
        return [filled(row, self.slots) for row in self.chance.sample(rows, count)]

    def of(self, name: str) -> Any:
        """A list of the skills' content."""
        return self.own.skills[name]

    def message(self, said: str) -> str:
        """As somebody would say it: perhaps with a word before and one after."""
        people, gap = self.own.people, " " if self.own.language == "en" else ""
        parts = (self.chance.choice(people["openings"]), said, self.chance.choice(people["closings"]))
        return gap.join(part for part in parts if part)

    def earlier(self, often: float = _EARLIER) -> list[dict[str, str]]:
        """A little talk before."""
        if self.chance.random() >= often:
            return []
        said, reply = self.one(self.of("smalltalk")), self.one(self.of("replies"))
        return [{"who": "person", "say": said}, {"who": "pet", "say": reply}]

    def memories(self, count: int) -> list[str]:
        return [row["told"] for row in self.some(self.of("facts"), count)]

    def dialogue(self, said: list[str]) -> list[dict[str, str]]:
        """The person's lines with the pet's between them."""
        replies = self.some(self.of("replies"), len(said))
        return [
            turn
            for line, reply in zip(said, replies, strict=True)
            for turn in ({"who": "person", "say": line}, {"who": "pet", "say": reply})
        ]

    def day(self) -> dict[str, Any]:
        row = self.one(self.of("days"))
        items = [{"at": at, "label": label} for at, label in row["items"]]
        return {"outline": row["outline"], "items": items}


def material(cell: Cell, skill: str, own: Bank, slots: Slots, chance: Random) -> Json:
    """The input of a seed."""
    desk = Desk(own, slots, chance)
    if cell.kind == "skill":
        return _SKILLS[skill](desk)
    return _talk(desk, desk.message(desk.one(_lines(cell, own))))


def _lines(cell: Cell, own: Bank) -> Any:
    if cell.kind == "safety":
        return own.safety[cell.category].said
    of, _, name = cell.category.partition(".")
    return own.lookalike[name] if of == "like" else own.talk[name]


def _talk(desk: Desk, message: str) -> Json:
    memories = desk.memories(1) if desk.chance.random() < _REMEMBERED else []
    return {"message": message, "history": desk.earlier(), "memories": memories}


def _general(desk: Desk) -> Json:
    theme = desk.chance.choice(sorted(desk.own.talk))
    return _talk(desk, desk.message(desk.one(desk.own.talk[theme])))


def _support(desk: Desk) -> Json:
    theme = desk.chance.choice(("sadness", "anger", "sleep", "health", "work"))
    return _talk(desk, desk.message(desk.one(desk.own.talk[theme])))


def _routine(desk: Desk) -> Json:
    return {"message": desk.message(desk.one(desk.own.talk["pet"])), "history": desk.earlier(), "day": desk.day()}


def _noted(desk: Desk) -> Json:
    return {
        "message": desk.one(desk.of("asked_of_notes")),
        "history": desk.earlier(),
        "note": desk.one(desk.of("notes")),
    }


def _retrieved(desk: Desk) -> Json:
    wanted, other = desk.some(desk.of("passages"), 2)
    passages = [{key: row[key] for key in ("source", "text")} for row in (wanted, other)]
    desk.chance.shuffle(passages)
    return {"message": desk.message(wanted["ask"]), "history": desk.earlier(), "passages": passages}


def _extracted(desk: Desk) -> Json:
    row = desk.one(desk.of("points"))
    return {"dialogue": desk.dialogue([desk.message(line) for line in row["said"]]), "points": row["points"]}


def _intended(desk: Desk) -> Json:
    kind = desk.chance.choice(("active", "active", "direct", "shift"))
    said = desk.one(desk.of("passages"))["ask"] if kind == "active" else desk.one(desk.of("intents")[kind])
    return {"message": said, "history": desk.earlier(1.0)}


def _found(desk: Desk) -> Json:
    rows = desk.some(desk.of("passages"), 2)
    return {"passages": [{"source": row["source"], "text": row["text"]} for row in rows]}


def _summarised(desk: Desk) -> Json:
    facts = [row["said"] for row in desk.some(desk.of("facts"), desk.chance.randrange(3))]
    said = [*facts, *desk.some(desk.of("smalltalk"), 2)]
    desk.chance.shuffle(said)
    return {"dialogue": desk.dialogue(said)}


def _outlined(desk: Desk) -> dict[str, Any]:
    own: dict[str, Any] = {
        "hobbies": ", ".join(desk.some(desk.own.people["slots"]["hobby"], 2)),
        "friends": desk.some(desk.of("friends"), 2), "weather": desk.one(desk.of("weathers")),
    }  # fmt: skip
    return own | ({"memories": desk.memories(2)} if desk.chance.random() < _REMEMBERED else {})


def _detailed(desk: Desk) -> Json:
    return _outlined(desk) | desk.day() | {"index": desk.chance.randrange(4)}


_SKILLS: Mapping[str, Callable[[Desk], Json]] = MappingProxyType({
    "chat.general": _general,
    "chat.support": _support,
    "chat.routine": _routine,
    "note.chat": _noted,
    "note.extract": _extracted,
    "note.intent": _intended,
    "note.retrieve": _retrieved,
    "note.greet": _found,
    "memory.summarise": _summarised,
    "memory.rewrite": lambda desk: {"memory": desk.memories(1)[0]},
    "memory.greet": lambda desk: {"memories": desk.memories(2), "away": desk.one(desk.of("away"))},
    "routine.outline": _outlined,
    "routine.schedule": lambda desk: _outlined(desk) | {"outline": desk.day()["outline"]},
    "routine.detail": _detailed,
    "routine.feedback": lambda desk: {
        "item": desk.chance.choice(desk.day()["items"][:-1]), "feedback": desk.one(desk.of("feedback")),
    },
    "routine.greet": lambda desk: {"item": desk.chance.choice(desk.day()["items"])},
})  # fmt: skip
