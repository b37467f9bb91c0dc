"""A worker of the ledger: takes leases, lives the nights, a few at a time, and says what became of each.

Both runners are made of it: at home one worker runs in the app, on a cluster one or more run on each node. A night may
be begun by several workers (at least once), and only the latest holder of its lease can write (exactly one effect).
"""

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date, timedelta

from pawsona.domain.day import Day
from pawsona.domain.ids import Bond
from pawsona.domain.lease import Lease
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import LeaseLostError, MindError, PawsonaError
from pawsona.night.keep import complete
from pawsona.night.night import Night
from pawsona.world.calendar import day_of

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Terms:
    """How long a worker holds a night, and how often it is tried."""

    lease: timedelta = timedelta(seconds=60)
    """Renewed while the worker lives; when it died, others take over after so long."""
    waits: Sequence[timedelta] = (
        timedelta(minutes=1),
        timedelta(minutes=4),
        timedelta(minutes=16),
        timedelta(minutes=60),
    )
    """After the first failure, the second, ...; when they are used up the night is set aside."""

    @property
    def attempts(self) -> int:
        """How often a night is tried."""
        return len(self.waits) + 1


@dataclass
class Counts:
    """What a worker did."""

    lived: int = 0
    there: int = 0
    """Nights whose day was there already, or is over for longer than a day."""
    failed: int = 0
    quarantined: int = 0
    lost: int = 0
    """Nights that another worker took over."""

    def add(self, other: "Counts") -> None:
        """Count what another did, too."""
        for name, count in asdict(other).items():
            setattr(self, name, getattr(self, name) + count)


async def nobody_to_meet(pet: Pet) -> None:
    """Where a home has met all its pets when it was opened."""


@dataclass
class NightWorker:
    """Lives what it can claim.

    Args:
        name: who it is, for those who look into the ledger.
        at_once: nights at a time.
        tell: told of each new day.
        meet: awaited before a pet's night.
    """

    store: Store
    night: Night
    clock: Clock
    name: str
    at_once: int
    tell: Callable[[Pet, Day], None] = lambda pet, day: None
    meet: Callable[[Pet], Awaitable[object]] = nobody_to_meet
    terms: Terms = Terms()
    counts: Counts = field(default_factory=Counts)
    mistake: Exception | None = None
    """The first error that was not a mind's: a mistake of ours, or of the machine."""
    _taken: deque[Lease] = field(default_factory=deque)
    _living: dict[asyncio.Task[None], Lease] = field(default_factory=dict)
    _latest: dict[Bond, asyncio.Task[None]] = field(default_factory=dict)
    """Of a pet with two nights the one that began last: each goes on from the day before."""

    async def drain(self) -> None:
        """Live nights until none can be claimed."""
        renewing = asyncio.create_task(self._renew())
        try:
            while await self._more():
                while self._taken and len(self._living) < self.at_once:
                    lease = self._taken.popleft()
                    self._begin(lease)
                done, _ = await asyncio.wait(self._living, return_when=asyncio.FIRST_COMPLETED)
                for task in done:
                    lease = self._living.pop(task)
                    if self._latest.get(lease.bond) is task:
                        del self._latest[lease.bond]
                    task.result()
        finally:
            await self._stop(renewing)

    def _begin(self, lease: Lease) -> None:
        task = asyncio.create_task(self._live(lease, self._latest.get(lease.bond)))
        self._living[task] = lease
        self._latest[lease.bond] = task

    async def _stop(self, renewing: asyncio.Task[None]) -> None:
        """Whoever ends early leaves its leases to run out."""
        tasks = [renewing, *self._living]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._living.clear()
        self._latest.clear()
        self._taken.clear()

    async def _more(self) -> bool:
        """Whether there is anything to do; claims in batches, so that a night does not cost a transaction."""
        if not self._taken and len(self._living) < self.at_once:
            self._taken.extend(await self._claim(self.at_once))
            if not self._taken and not self._living:  # what may have killed a worker is lived alone
                self._taken.extend(await self._claim(1, failed=True))
        return bool(self._taken or self._living)

    async def _claim(self, limit: int, *, failed: bool = False) -> list[Lease]:
        now = self.clock.now()
        return await self.store.leases.claim(self.name, now, now + self.terms.lease, limit, failed=failed)

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(self.terms.lease.total_seconds() / 3)
            held = [*self._taken, *self._living.values()]
            try:
                await self.store.leases.renew(held, self.clock.now() + self.terms.lease)
            except PawsonaError as error:  # a lease outlives one renewal that fails
                logger.warning("the leases of %d nights could not be renewed: %s", len(held), error)

    async def _live(self, lease: Lease, before: asyncio.Task[None] | None = None) -> None:
        if before is not None:
            await asyncio.wait([before])
        if lease.attempts > self.terms.attempts:
            await self._failed(lease, "WorkerDied")
            return
        try:
            with self.store.leases.held(lease):
                await self._night(lease)
        except LeaseLostError as error:
            self.counts.lost += 1
            logger.warning("%s", error)
        except MindError as error:
            logger.error("the night before %s failed for pet %s: %s", lease.on, lease.bond.pet, error)
            await self._failed(lease, type(error).__name__)
        except Exception as error:  # noqa: BLE001 - one pet never stops the others; it is told when they are done
            self.mistake = self.mistake or error
            logger.error("the night before %s failed for pet %s: %s", lease.on, lease.bond.pet, type(error).__name__)
            await self._failed(lease, type(error).__name__)

    async def _night(self, lease: Lease) -> None:
        """One attempt, under the lease."""
        person = await self.store.people.person(lease.bond.person)
        pet = await self.store.people.pet(lease.bond)
        if person is None or pet is None or await self._there(lease, day_of(person, self.clock.now())):
            await self.store.leases.finish(lease)
            self.counts.there += 1
            return
        await self.meet(pet)
        finished = False

        async def finish() -> None:
            nonlocal finished
            await self.store.leases.finish(lease)
            finished = True

        day = await self.night.live(person, pet, lease.on, last=finish)
        if not finished:
            await finish()
        self.counts.lived += 1
        self.tell(pet, day)

    async def _there(self, lease: Lease, today: date) -> bool:
        """A day that nobody made in time is made up for on the next, or the diary would have a gap; not later."""
        if lease.on < today - timedelta(days=1):
            return True
        day = await self.store.days.day(lease.bond, lease.on)
        return day is not None and complete(day) and (lease.on < today or not day.stopgap)

    async def _failed(self, lease: Lease, error: str) -> None:
        """Try again later, or set it aside."""
        again = None
        if lease.attempts <= len(self.terms.waits):
            again = self.clock.now() + self.terms.waits[lease.attempts - 1]
            self.counts.failed += 1
        else:
            self.counts.quarantined += 1
            logger.error("the night before %s of pet %s is set aside: %s", lease.on, lease.bond.pet, error)
        try:
            await self.store.leases.fail(lease, error, again)
        except PawsonaError as trouble:  # the other pets go on; the lease runs out, and the night is tried again
            logger.error("it could not be noted that the night of pet %s failed: %s", lease.bond.pet, trouble)
