"""Somebody comes by: what they see of the pet's days."""

from dataclasses import replace

from pawsona.app.home import Home
from pawsona.domain.day import Day
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet


async def visit(home: Home, person: Person, pet: Pet) -> Day:
    """The pet's present day, as this person sees it; made now if the night was missed."""
    async with home.store.transaction():
        await home.store.talk.set_mark(pet.bond, "visited", home.clock.now())
        await home.experiments.count(person, ("visit", None))
    return await shown(home, person, await home.catchup.today(person, pet))


async def shown(home: Home, person: Person, day: Day) -> Day:
    """A day, with nothing of it where an experiment hides it."""
    return await home.experiments.shown(person, day) or replace(day, outline="", items=())
