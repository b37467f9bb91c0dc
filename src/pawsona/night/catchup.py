"""Waking up: today's day must be there, whatever was missed."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date

from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.night.keep import complete, keep, made_since
from pawsona.night.stages import MAKING, Stage
from pawsona.world.calendar import day_of
from pawsona.world.day import World
from pawsona.world.friends import Friends


@dataclass
class CatchUp:
    """Makes sure of today's day.

    Args:
        world: makes days with the configured mind.
        friends: who a new pet knows; made before its first day.
        stopgap: makes days with the storybook at once, to be replaced; None where it is the configured mind.
    """

    store: Store
    world: World
    friends: Friends
    stopgap: World | None
    clock: Clock

    async def today(self, person: Person, pet: Pet) -> Day:
        """Today's day: as stored, else made now. A new pet gets its first day this way."""
        on = day_of(person, self.clock.now())
        day = await self.store.days.day(pet.bond, on)
        if day is not None and complete(day):
            return day
        made, stages = await self._made(person, pet, on)
        async with self.store.transaction(whole=True):
            meanwhile = await made_since(self.store, pet.bond, on, day)
            return meanwhile or await keep(self.store, made, stages, self.clock.now())

    async def _made(self, person: Person, pet: Pet, on: date) -> tuple[Day, Sequence[Stage]]:
        """A day, and the stages that need not be made again."""
        if self.stopgap is not None:
            return replace(await self.stopgap.make(person, pet, on), stopgap=True), ()
        await self.friends.ensure(person, pet)
        return await self.world.make(person, pet, on), MAKING
