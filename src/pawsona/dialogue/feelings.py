"""How the person felt, day by day, as their words sounded; and the switch that ends reading and keeping it."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from pawsona.domain.affect import Affect, Family
from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Store

OFF = "affect.off"
"""The mark of who does not want it; it holds for all pets of a person, those of later too."""

TURN = timedelta(minutes=5)
"""How long an answer may take."""


@dataclass(frozen=True)
class FeltDay:
    """One day on the person's calendar on which they talked."""

    on: date
    level: float
    """-3 (heavy) to 3 (light). Messages that sounded of nothing count only where all did: then it is 0."""
    family: Family | None
    """What sounded most often."""
    readings: int


@dataclass
class Feelings:
    """What is kept of a person's affect, for themselves to look at."""

    store: Store
    clock: Clock

    async def read(self, person: PersonId) -> bool:
        """Whether affect is read at all."""
        return await self.store.talk.last_mark(person, OFF) is None

    async def switch(self, person: PersonId, *, on: bool) -> None:
        """Off, nothing is read or kept from now on; what was kept stays until it is forgotten."""
        async with self.store.transaction():
            for pet in await self.store.people.pets(person):
                await self.store.talk.set_mark(pet.bond, OFF, None if on else self.clock.now())

    async def forget(self, bond: Bond) -> None:
        """Delete every reading, those beside the replies too."""
        await self.store.talk.delete_affects(bond)

    async def days(self, person: Person, bond: Bond, weeks: int) -> list[FeltDay]:
        """The days of the last weeks with talk, oldest first."""
        since = self.clock.now() - timedelta(weeks=weeks)
        found = defaultdict(list)
        for at, affect in await self._readings(bond, since):
            found[person.local(at).date()].append(affect)
        return [_day(on, felt) for on, felt in sorted(found.items())]

    async def _readings(self, bond: Bond, since: datetime) -> list[tuple[datetime, Affect]]:
        """How each message sounded whose reply is kept; of the time before there are only the changes."""
        replies = [(m.at, m.affect) for m in await self.store.talk.since(bond, since) if m.affect is not None]
        changes = await self.store.talk.affects(bond, since)
        if not replies:
            return changes
        # A change is stored with its message, moments before the reply that carries the same reading.
        return [change for change in changes if change[0] < replies[0][0] - TURN] + replies


def _day(on: date, felt: list[Affect]) -> FeltDay:
    told = [affect for affect in felt if affect.valence]
    level = sum(affect.valence * affect.intensity for affect in told) / len(told) if told else 0.0
    return FeltDay(on, level, _most(told), len(felt))


def _most(felt: Iterable[Affect]) -> Family | None:
    families = Counter(family for affect in felt for family in affect.families)
    return max(families, key=lambda family: families[family], default=None)
