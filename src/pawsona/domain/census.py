"""What can be counted over everybody: persons, turns, entries, tokens. No row here names or quotes anybody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol, Self

from pawsona.domain.tenant import Tenant


@dataclass(frozen=True, slots=True)
class Group:
    """Persons with about as many turns and about as many memory entries."""

    turns: int
    """Which of the ranges of turns."""
    memories: int
    """Which of the ranges of entries."""
    persons: int


@dataclass(frozen=True, slots=True)
class Stay:
    """What the persons of one week of adoption did, so many weeks after their own adoption."""

    cohort: int
    """Weeks since the first Monday that was asked for."""
    week: int
    """0: the first seven days of each of them."""
    persons: int
    """Who said something."""
    turns: int


@dataclass(frozen=True, slots=True)
class Mood:
    """How they felt in that week, as far as it was noted."""

    cohort: int
    week: int
    persons: int
    """Of whom a change was noted."""
    mean: float
    """Of all changes, from -1 to 1."""


@dataclass(frozen=True, slots=True)
class Cohorts:
    """Everybody who adopted since a Monday, by week."""

    sizes: Mapping[int, int]
    """Week -> persons who adopted in it."""
    stays: tuple[Stay, ...]
    moods: tuple[Mood, ...]


@dataclass(frozen=True, slots=True)
class Steps:
    """How far persons came who are here for two weeks and more; each step counts those of the step before."""

    adopted: int
    talked: int
    next_day: int
    """Said something 24 to 48 hours after adoption."""
    second_week: int
    """Said something on the eighth to the fourteenth day."""
    lasting: int
    """Told something that is kept for good."""


@dataclass(frozen=True, slots=True)
class Spent:
    """Calls of one model on one day (UTC)."""

    on: date
    model: str
    persons: int
    calls: int
    failed: int
    tokens_in: int
    tokens_cached: int
    tokens_out: int


@dataclass(frozen=True, slots=True)
class NightCount:
    """The nights before one day."""

    on: date
    begun: int
    """Pets for which a stage of the day is in the ledger."""
    done: int
    """Those for which the last one is."""


class Census(Protocol):
    """Counts over all persons, made by the database; what names anybody never leaves it."""

    def of(self, tenant: Tenant | None) -> Self:
        """The same over one tenant's persons; who has no account is the default's. None: over everybody."""

    async def persons(self) -> int:
        """Who adopted: an account that only operates is nobody's home."""

    async def pets(self) -> int: ...
    async def active(self, since: datetime) -> int:
        """Persons who said something at or after a moment."""

    async def groups(self, turns: Sequence[int], memories: Sequence[int]) -> list[Group]:
        """Everybody, who adopted, by ranges; each range is given by its lowest number, the first is 0."""

    async def cohorts(self, monday: date) -> Cohorts:
        """Persons who adopted on or after a Monday."""

    async def steps(self, before: datetime) -> Steps:
        """Persons who adopted before a moment."""

    async def spent(self, since: datetime) -> list[Spent]:
        """Calls at or after a moment, by day and model."""

    async def callers(self, since: datetime) -> int:
        """Persons for whom a model was called at or after a moment."""

    async def nights(self, since: date) -> list[NightCount]:
        """By day, oldest first."""
