"""Nights that are to be lived: planned, leased to a worker, done, or set aside; and the port of their ledger."""

from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import date, datetime
from typing import Protocol

from pawsona.domain.ids import Bond


@dataclass(frozen=True, slots=True, kw_only=True)
class Shard:
    """The pets of one time zone, whose day begins at one moment."""

    zone: str
    on: date
    """The day that begins."""
    due: datetime
    """When it begins."""
    awake_since: datetime
    """A pet that was visited before this sleeps through the night."""


@dataclass(frozen=True, slots=True)
class Page:
    """What planning did with some of a shard's pets."""

    planned: int
    last: Bond | None
    """Where the next page begins; None: that was all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lease:
    """One night, for a while one worker's alone."""

    bond: Bond
    on: date
    token: int
    """Grows with every claim: a worker whose token is not the latest can't write any more."""
    attempts: int
    """This one included."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Quarantined:
    """A night that failed so often that nobody tries it again until it is released."""

    bond: Bond
    on: date
    attempts: int
    error: str
    """The last error's class; `WorkerDied` where no worker lived to tell."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tally:
    """How many nights of the ledger are in which state."""

    open: int = 0
    leased: int = 0
    """Of the open ones, those that a worker is at."""
    done: int = 0
    """Of days that began less than a day ago."""
    quarantined: int = 0


class Leases(Protocol):
    """Which nights are to be lived, and who is at it. At least once each, and only the latest holder can write."""

    async def zones(self) -> list[str]:
        """The time zones that anybody lives in."""

    async def plan(self, shard: Shard, after: Bond | None, limit: int) -> Page:
        """Put in the nights of some of a shard's pets that are awake and not in yet.

        Args:
            shard: whose.
            after: where the last page ended; None begins.
            limit: pets at most.
        """

    async def claim(
        self, worker: str, now: datetime, until: datetime, limit: int, *, failed: bool = False
    ) -> list[Lease]:
        """Take open nights that nobody holds, those whose day begins soonest first, then the recently visited.

        Args:
            worker: who.
            now: the moment; a lease that ends far after it was taken under another clock, and does not count.
            until: when the lease runs out, and others may take over.
            limit: nights at most.
            failed: those that failed twice or more, which are better lived alone; else the others.
        """

    async def renew(self, leases: Sequence[Lease], until: datetime) -> None:
        """Hold on to those that were not taken over."""

    def held(self, lease: Lease) -> AbstractContextManager[None]:
        """Inside, whatever the task stores becomes durable only while the lease is its own.

        Raises:
            LeaseLostError: from the call that stores something after it was taken over.
        """

    async def finish(self, lease: Lease) -> None:
        """It is done, and never open again.

        Raises:
            LeaseLostError: it was taken over.
        """

    async def fail(self, lease: Lease, error: str, again: datetime | None) -> None:
        """It could not be done; nothing happens where it was taken over.

        Args:
            lease: which.
            error: the error's class.
            again: not to be tried before; None sets it aside.
        """

    async def bury(self, worker: str) -> int:
        """What a worker held that is known to have ended is free at once; how many nights it was at."""

    async def quarantined(self) -> list[Quarantined]:
        """What was set aside, the latest day first."""

    async def release(self, bond: Bond) -> int:
        """Open a pet's nights that were set aside, with no attempt counted; how many there were."""

    async def tally(self, now: datetime) -> Tally:
        """How far it is."""

    async def left(self, on: date) -> int:
        """How many nights before a day, or before earlier ones, are still to be lived."""

    async def drop(self, before: date) -> None:
        """Forget the nights of days before a day."""
