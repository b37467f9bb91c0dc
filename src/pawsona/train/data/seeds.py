"""A seed: who talks with whom, when, and about what; always the same for the same plan and number."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from random import Random

from pawsona.bench.open.instance import Instance
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Kind
from pawsona.train.data.material import material
from pawsona.train.data.plan import Cell, Plan

_BEGIN = datetime(2026, 1, 1, 8, tzinfo=UTC)
_DRESSED = 0.3
"""Of the pets, the share that wears something."""
_SUPPORTED = 0.7
"""Of safety's seeds, the share that comes to the skill that supports; the app may not always have seen it coming."""


@dataclass(frozen=True)
class Seed:
    """An instance to be answered, and why it is there."""

    kind: Kind
    category: str
    instance: Instance

    @property
    def id(self) -> str:
        return self.instance.id


def seeds(plan: Plan) -> Iterator[Seed]:
    """All of a plan's."""
    return (seed_of(cell, number, plan.seed) for cell, number in plan.slots())


def seed_of(cell: Cell, number: int, seed: int) -> Seed:
    """The one with this number in its cell."""
    id_ = f"{cell.kind}.{cell.category}.{cell.language}.{seed}.{number:05}"
    chance = Random(id_)
    own = bank(cell.language)
    pet, person = chance.choice(own.people["pets"]), chance.choice(own.people["persons"])
    personality = chance.choice(PERSONALITIES)
    companion = {
        "name": pet, "kind": chance.choice(SPECIES),
        "personality": chance.choice(own.people["personalities"][personality]),
    }  # fmt: skip
    if chance.random() < _DRESSED:
        companion["outfit"] = chance.choice(own.people["outfits"])
    skill = _skill(cell, chance)
    instance = Instance(
        id=id_, skill=skill, language=cell.language, companion=companion,
        person={"name": person["name"], "about": person["about"]}, now=_moment(chance),
        input=material(cell, skill, own, own.slots(chance, pet), chance), tags={"age": person["age"]},
    )  # fmt: skip
    return Seed(cell.kind, cell.category, instance)


def _skill(cell: Cell, chance: Random) -> str:
    if cell.kind == "skill":
        return cell.category
    if cell.kind == "safety":
        return "chat.support" if chance.random() < _SUPPORTED else "chat.general"
    return "chat.support" if cell.category in ("talk.sadness", "talk.anger") else "chat.general"


def _moment(chance: Random) -> datetime:
    """Somewhere in a year, between breakfast and midnight."""
    return _BEGIN + timedelta(days=chance.randrange(365), minutes=5 * chance.randrange(190))
