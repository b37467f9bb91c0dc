"""What a day is made from: I, P, U, F and, in memory mode, M (iPET eq. 3 and 4)."""

from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from pawsona.domain.day import Season, Tastes, Weather
from pawsona.domain.ids import Bond
from pawsona.domain.memory import Memory
from pawsona.domain.message import Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.skills.context import Context
from pawsona.skills.routine import DayInput
from pawsona.world.season import season_of
from pawsona.world.tastes import tastes_of
from pawsona.world.weather import weather_of

MORNING = time(7, 0)
MEMORIES = 8
"""The most recent memories, iPET sec. 2.2; design sec. 6 says how many."""
_LOOKED_AT = 32
"""Memories looked at to find `MEMORIES` that may be used."""
PAST = 7
"""Days before that a new day must go on from."""


async def day_input(store: Store, person: Person, pet: Pet, on: date) -> DayInput:
    """Everything that a day may draw on. The mode is memory as soon as there is something to remember."""
    bond = pet.bond
    context = Context(
        pet=pet,
        person=person,
        now=datetime.combine(on, MORNING, ZoneInfo(person.time_zone)),
        facts=tuple(await store.people.facts(bond)),
        friends=tuple(await store.people.friends(bond)),
        ledger=await store.days.ledger(bond),
    )
    memories = await usable_memories(store, bond, on)
    season, weather = sky(pet, person, on)
    return DayInput(
        context=context,
        mode="memory" if memories else "normal",
        season=season,
        weather=weather,
        memories=memories,
        past=tuple(await store.days.before(bond, on, PAST)),
        tastes=await tastes(store, bond),
        changes=tuple(await store.days.changes(bond, on)),
    )


def sky(pet: Pet, person: Person, on: date) -> tuple[Season, Weather]:
    """Season and weather of a day in the pet's world."""
    season = season_of(on, person.time_zone)
    return season, weather_of(pet.seed, on, season)


async def tastes(store: Store, bond: Bond) -> Tastes:
    """What the pet seeks and avoids, from all feedback that was not taken back."""
    return tastes_of(await store.days.feedback(bond))


async def usable_memories(store: Store, bond: Bond, on: date) -> tuple[Memory, ...]:
    """The memories talked about last that may show up in a day: said by the person, and from no turn of risk."""
    found: list[Memory] = []
    for memory in await store.memories.latest(bond, on, _LOOKED_AT):
        if memory.origin == "said" and await _harmless(store, bond, memory):
            found.append(memory)
        if len(found) == MEMORIES:
            break
    return tuple(found)


async def _harmless(store: Store, bond: Bond, memory: Memory) -> bool:
    sources = await store.talk.messages(bond, memory.sources)
    return all(message.tier == Tier.none for message in sources)
