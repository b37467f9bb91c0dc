"""The asyncio runner: one worker in the app's own process; and what every runner of nights can do."""

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Protocol

from pawsona.dialogue.sessions import Sessions
from pawsona.domain.day import Day
from pawsona.domain.due import FORGOT
from pawsona.domain.ids import Bond
from pawsona.domain.lease import Tally
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import MindError
from pawsona.memory.collect import Collector
from pawsona.memory.forget import Forgotten
from pawsona.night.night import Night
from pawsona.night.plan import PAGE, SLEEPS_AFTER, midnight, plan
from pawsona.night.worker import Counts, NightWorker, Terms, nobody_to_meet

logger = logging.getLogger(__name__)

AT_ONCE = 4
LOOK = 1.0
"""Seconds between two looks at how far the nights are."""


class Runner(Protocol):
    """Lives nights: in this process, or on a cluster."""

    @property
    def counts(self) -> Counts:
        """What was done, as far as it is known."""

    async def run(self, watch: Callable[[Tally], None]) -> Tally:
        """Plan what is due and live it, until each night is done or set aside; after being killed, run it again.

        Args:
            watch: told now and then how far it is.
        """


@dataclass
class NightRunner:
    """Runs what is due. Told of each new day, so that an open page can show it."""

    store: Store
    night: Night
    sessions: Sessions
    collector: Collector
    clock: Clock
    tell: Callable[[Pet, Day], None] = lambda pet, day: None
    terms: Terms = Terms()
    at_once: int = AT_ONCE
    meet: Callable[[Pet], Awaitable[object]] = nobody_to_meet
    name: str = "asyncio"
    counts: Counts = field(default_factory=Counts)

    async def pets(self) -> list[tuple[Person, Pet]]:
        """Everybody."""
        persons = await self.store.people.persons()
        return [(person, pet) for person in persons for pet in await self.store.people.pets(person.id)]

    async def close_sessions(self) -> int:
        """Make memories of the sessions that ended by silence; returns how many were closed."""
        count = 0
        async for session in self.sessions.silent():
            person, pet = await self._of(session.bond)
            if person is None or pet is None:
                continue
            try:
                await self.collector.collect(person, pet, session)
            except MindError as error:  # it stays open for the next minute, and stands in nobody's way
                logger.error("session %s of pet %s could not be closed: %s", session.id, pet.id, error)
                continue
            count += 1
        return count

    async def _of(self, bond: Bond) -> tuple[Person | None, Pet | None]:
        return await self.store.people.person(bond.person), await self.store.people.pet(bond)

    async def run_due(self, planned: dict[str, date] | None = None) -> list[Day]:
        """The nights before the present day that were not lived yet, for pets that are awake.

        An error of one pet never stops the others; one that isn't its mind's is raised when they are done. What failed
        is tried again later (`Terms`).

        Args:
            planned: see `plan`.
        """
        await plan(self.store, self.clock.now(), planned)
        days: list[Day] = []
        worker = self._worker(lambda pet, day: days.append(day))
        await worker.drain()
        if worker.mistake is not None:
            raise worker.mistake
        return days

    async def run(self, watch: Callable[[Tally], None]) -> Tally:
        """See `Runner`."""
        await plan(self.store, self.clock.now())
        while (tally := await self.store.leases.tally(self.clock.now())).open:
            watch(tally)
            draining = asyncio.create_task(self._worker().drain())
            while not (await asyncio.wait([draining], timeout=LOOK))[0]:
                watch(await self.store.leases.tally(self.clock.now()))
            await draining
            if await self.store.leases.tally(self.clock.now()) == tally:  # what is open waits for its next attempt
                await asyncio.sleep(LOOK)
        watch(tally)
        return tally

    def _worker(self, note: Callable[[Pet, Day], None] = lambda pet, day: None) -> NightWorker:
        def told(pet: Pet, day: Day) -> None:
            note(pet, day)
            self.tell(pet, day)

        return NightWorker(
            self.store, self.night, self.clock, self.name, self.at_once, told, self.meet, self.terms, self.counts
        )

    async def forget_asleep(self) -> int:
        """For pets that sleep, once a day: nobody makes days for them, yet what runs out goes; how many forgot."""
        count, now = 0, self.clock.now()
        async for bond in self._asleep(now):
            person, pet = await self._of(bond)
            if person is not None and pet is not None:
                forgotten = await self.night.forget(person, pet)
                await self.store.talk.set_mark(bond, FORGOT, now)
                await self.night.shelver.lay_by(bond)
                count += forgotten != Forgotten()
        return count

    async def _asleep(self, now: datetime) -> AsyncIterator[Bond]:
        """Those that have not forgotten on their person's day yet."""
        for zone in await self.store.leases.zones():
            begun, last = midnight(zone, now), None
            while page := await self.store.due.asleep(zone, now - SLEEPS_AFTER, begun, last, PAGE):
                for last in page:
                    yield last
                if len(page) < PAGE:
                    break
