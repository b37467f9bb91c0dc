"""Waking up: today's day must be there, whatever was missed."""

from dataclasses import dataclass, replace
from datetime import date

from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.night.keep import keep
from pawsona.night.stages import MAKING
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
        return await self._make(person, pet, on)

    async def _make(self, person: Person, pet: Pet, on: date) -> Day:
        if self.stopgap is not None:
            day = replace(await self.stopgap.make(person, pet, on), stopgap=True)
            return await keep(self.store, day, (), self.clock.now())
        await self.friends.ensure(person, pet)
        return await keep(self.store, await self.world.make(person, pet, on), MAKING, self.clock.now())


def complete(day: Day) -> bool:
    """Whether all three levels are there: a killed night leaves a day with fewer.

    A change of plan whose detail could not be made leaves one item untold; the day is lived all the same.
    """
    told = sum(item.detail is not None for item in day.items)
    return bool(day.items) and 2 * told > len(day.items)
