"""What a day is made from: I, P, U, F and, in memory mode, M (iPET eq. 3 and 4)."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from pawsona.domain.asked import asked
from pawsona.domain.day import Season, Tastes, Weather
from pawsona.domain.ids import Bond
from pawsona.domain.memory import Memory
from pawsona.domain.message import Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Store
from pawsona.skills.context import Context
from pawsona.skills.routine import DayInput
from pawsona.world.season import season_of
from pawsona.world.tastes import reactions_of, tastes_of
from pawsona.world.weather import weather_of

MORNING = time(7, 0)
MEMORIES = 8
"""The most recent memories, iPET sec. 2.2; design sec. 6 says how many."""
_LOOKED_AT = 32
"""Memories looked at to find `MEMORIES` that may be used."""
PAST = 7
"""Days before that a new day must go on from."""


async def day_input(
    store: Store, person: Person, pet: Pet, on: date, friends: tuple[Friend, ...] | None = None
) -> DayInput:
    """Everything that a day may draw on. The mode is memory as soon as there is something to remember."""
    bond, morning = pet.bond, datetime.combine(on, MORNING, ZoneInfo(person.time_zone))
    context = await context_of(store, person, pet, morning, friends)
    memories = await usable_memories(store, bond, on)
    season, weather = sky(pet, person, on)
    feedback = await store.days.feedback(bond)
    return DayInput(
        context=context,
        mode="memory" if memories else "normal",
        season=season,
        weather=weather,
        memories=memories,
        past=tuple(await store.days.before(bond, on, PAST)),
        tastes=tastes_of(feedback),
        reactions=reactions_of(feedback),
        changes=tuple(await store.days.changes(bond, on)),
    )


async def context_of(
    store: Store, person: Person, pet: Pet, now: datetime, friends: tuple[Friend, ...] | None = None
) -> Context:
    """P, U, F and the lines used so far, at a moment on the person's clock.

    Friends stay as they were made, so whoever has them may give them. Facts are read each time: one may be deleted
    while a mind is at work.
    """
    people, days = store.people, store.days
    if friends is None:
        facts, found, ledger = await asked(
            store, people.facts(pet.bond), people.friends(pet.bond), days.ledger(pet.bond)
        )
        friends = tuple(found)
    else:
        facts, ledger = await asked(store, people.facts(pet.bond), days.ledger(pet.bond))
    return Context(pet=pet, person=person, now=now, facts=tuple(facts), friends=friends, ledger=ledger)


def sky(pet: Pet, person: Person, on: date) -> tuple[Season, Weather]:
    """Season and weather of a day in the pet's world."""
    season = season_of(on, person.time_zone)
    return season, weather_of(pet.seed, on, season)


async def tastes(store: Store, bond: Bond) -> Tastes:
    """What the pet seeks and avoids, from all feedback that was not taken back."""
    return tastes_of(await store.days.feedback(bond))


async def usable_memories(store: Store, bond: Bond, on: date) -> tuple[Memory, ...]:
    """The memories talked about last that may show up in a day: said by the person, and from no turn of risk."""
    latest = [memory for memory in await store.memories.latest(bond, on, _LOOKED_AT) if memory.origin == "said"]
    sources = dict.fromkeys(source for memory in latest for source in memory.sources)
    risky = {message.id for message in await store.talk.messages(bond, list(sources)) if message.tier > Tier.none}
    return tuple(memory for memory in latest if risky.isdisjoint(memory.sources))[:MEMORIES]
