"""Writes down what care did: what, when and how grave, never a word of what was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from pawsona.care.categories import look_up
from pawsona.care.minors import is_minor
from pawsona.domain.carelog import Event, Line
from pawsona.domain.ids import Bond
from pawsona.domain.message import Tier
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Store

GROUPS: Mapping[str, str] = {
    "suicide": "suicide", "self_harm": "suicide",
    "violence.threat": "harm",
    "violence": "abuse", "abuse": "abuse", "assault": "abuse", "bullying": "abuse", "stalking": "abuse",
    "trafficking": "abuse",
    "grooming": "minors", "minor": "minors",
    "eating": "eating",
    "medical": "health", "medication": "health", "postpartum": "health", "substance": "health", "psychosis": "health",
    "mania": "health", "panic": "health",
    "dependency": "companion", "companion": "companion", "jailbreak": "companion", "ruin": "companion",
}  # fmt: skip
"""The groups that reports count, by category or by the part of it before the dot; fewer than the 33 categories, so that
a count says little of anybody."""


@dataclass(frozen=True)
class Audit:
    """Notes events; call it inside the transaction of what it notes."""

    store: Store
    clock: Clock

    async def note(
        self,
        person: Person,
        bond: Bond,
        event: Event,
        *,
        tier: Tier = Tier.none,
        categories: Sequence[str] = (),
        detail: str = "",
    ) -> None:
        """Write one event down and count it.

        Args:
            person: who it happened to.
            bond: with which pet.
            event: what happened.
            tier: how grave it was.
            categories: what the screen found, the gravest first.
            detail: a code: a technique, a reason, an id.
        """
        now = self.clock.now()
        line = Line(
            bond=bond,
            at=now,
            event=event,
            tier=tier,
            group=group_of(categories),
            minor=is_minor(person),
            detail=detail,
        )
        await self.store.carelog.add(line, f"{person.local(now):%Y-%m}")


def group_of(categories: Sequence[str]) -> str:
    """The group of the gravest category; empty where there is none, for nothing may fail in a hard moment."""
    first = categories[0] if categories else ""
    return look_up(GROUPS, first, "")
