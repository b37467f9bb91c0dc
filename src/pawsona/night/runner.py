"""The asyncio runner: every pet whose night is due, a few at a time; one that fails does not stop the others."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date

from pawsona.dialogue.sessions import Sessions
from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.errors import MindError
from pawsona.memory.collect import Collector
from pawsona.memory.forget import Forgotten
from pawsona.night.catchup import complete
from pawsona.night.night import Night
from pawsona.night.plan import sleeps
from pawsona.world.calendar import day_of

logger = logging.getLogger(__name__)

AT_ONCE = 4
FORGOT = "forgot"
"""The mark of the last day on which a sleeping pet forgot."""


@dataclass
class NightRunner:
    """Runs what is due. Told of each new day, so that an open page can show it."""

    store: Store
    night: Night
    sessions: Sessions
    collector: Collector
    clock: Clock
    tell: Callable[[Pet, Day], None] = lambda pet, day: None

    async def pets(self) -> list[tuple[Person, Pet]]:
        """Everybody."""
        persons = await self.store.people.persons()
        return [(person, pet) for person in persons for pet in await self.store.people.pets(person.id)]

    async def close_sessions(self) -> int:
        """Make memories of the sessions that ended by silence; returns how many were closed."""
        count = 0
        for person, pet in await self.pets():
            for session in await self.sessions.ended(pet.bond):
                try:
                    await self.collector.collect(person, pet, session)
                except MindError as error:  # it stays open for the next minute, and stands in nobody's way
                    logger.error("session %s of pet %s could not be closed: %s", session.id, pet.id, error)
                    continue
                count += 1
        return count

    async def run_due(self) -> list[Day]:
        """The nights before the present day that were not lived yet, for pets that are awake.

        An error of one pet never stops the others; one that isn't its mind's is raised when they are done.
        """
        due = [(person, pet, day_of(person, self.clock.now())) for person, pet in await self.pets()]
        waiting = [job for job in due if await self._due(*job)]
        limit = asyncio.Semaphore(AT_ONCE)
        days = await asyncio.gather(*(self._one(limit, *job) for job in waiting), return_exceptions=True)
        for day in days:
            if isinstance(day, BaseException):
                raise day
        return [day for day in days if isinstance(day, Day)]

    async def forget_asleep(self) -> int:
        """For pets that sleep, once a day: nobody makes days for them, yet what runs out goes; how many forgot."""
        count, now = 0, self.clock.now()
        for person, pet in await self.pets():
            last = await self.store.talk.mark(pet.bond, FORGOT)
            done = last is not None and person.local(last).date() == person.local(now).date()
            if not done and await self._sleeps(pet):
                forgotten = await self.night.forget(person, pet)
                await self.store.talk.set_mark(pet.bond, FORGOT, now)
                count += forgotten != Forgotten()
        return count

    async def _sleeps(self, pet: Pet) -> bool:
        last = await self.store.talk.last_of_person(pet.bond)
        opened = await self.store.talk.mark(pet.bond, "visited")
        visit = max(moment for moment in (last, opened, pet.adopted_at) if moment is not None)
        return sleeps(visit, self.clock.now())

    async def _due(self, person: Person, pet: Pet, on: date) -> bool:
        if await self._sleeps(pet):
            return False
        day = await self.store.days.day(pet.bond, on)
        return day is None or day.stopgap or not complete(day)

    async def _one(self, limit: asyncio.Semaphore, person: Person, pet: Pet, on: date) -> Day | None:
        async with limit:
            try:
                day = await self.night.live(person, pet, on)
            except MindError as error:
                logger.error("the night before %s failed for pet %s: %s", on, pet.id, error)
                return None
        self.tell(pet, day)
        return day
