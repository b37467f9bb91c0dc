"""One pet: how it is right now, and changes to it."""

from datetime import timedelta

from fastapi import APIRouter, Depends

from pawsona.app.words import HONEST
from pawsona.care.crisis import follow_up
from pawsona.domain.affect import Affect
from pawsona.server import forms, present, sky, wire
from pawsona.server import help as help_lines
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}", tags=["pet"], dependencies=[Depends(needs("talk"))])

FELT_FOR = timedelta(hours=2)
"""How long the person's distress shows in the pet's face; what is light passes sooner."""
LIGHT_FOR = timedelta(minutes=20)
AWAKE_FOR = timedelta(minutes=10)
"""How long it sits up, sleepy as it is, after somebody talked to it in the night."""


class Patted(wire.Wire):
    """What it says to that, if anything."""

    say: str


@router.get("/now")
async def now(companion: CompanionDep) -> wire.NowWire:
    """Everything that the home page shows."""
    home, person, pet = companion.home, companion.person, companion.pet
    day = await companion.today()
    local = person.local(home.clock.now())
    greeting = await home.greeting(companion.person, companion.pet, day)
    question = greeting.say if greeting.say == follow_up(person.language) else None
    item = day.now(local.time())
    does = item or sky.idle(day, local)
    given = await home.store.days.feedback(pet.bond)
    due = await home.promises.shown(pet.bond)
    pinned = await help_lines.pinned(companion)
    return wire.NowWire(
        pet=present.pet(pet, person),
        person=present.person(person),
        local_time=local,
        tod=sky.time_of_day(local, day.season),
        season=day.season,
        weather=day.weather,
        mood="caring" if pinned else sky.mood(does, await _felt(companion)),
        pose="sit" if await _awake(companion) else sky.pose(does),
        greeting=wire.GreetingWire(hello=greeting.hello, say=greeting.say),
        day=present.day(day, person.language, companion.present, local, given),
        now=day.items.index(item) if item is not None else None,
        disclosure=HONEST[person.language].format(pet=pet.name),
        care=wire.CareWire(pinned=pinned, question=question),
        due=[present.promise(one) for one in due],
    )


@router.patch("")
async def change(change: forms.PetChange, companion: CompanionDep) -> wire.PetWire:
    """Rename it, dress it, or say who it is."""
    changed = await companion.change_pet(name=change.name, outfit=change.outfit, setting=change.setting)
    return present.pet(changed, companion.person)


@router.post("/pat")
async def pat(companion: CompanionDep) -> Patted:
    """Pat it on the head: it says a few words, and nothing is kept. Asleep, or after a hard talk, it says nothing."""
    today = await companion.today()
    if await help_lines.pinned(companion):
        return Patted(say="")
    return Patted(say=await companion.home.touch.pat(companion.person, companion.pet, today))


async def _awake(companion: CompanionDep) -> bool:
    last = await companion.home.store.talk.last_of_person(companion.pet.bond)
    return last is not None and companion.home.clock.now() - last < AWAKE_FOR


async def _felt(companion: CompanionDep) -> Affect | None:
    moment = companion.home.clock.now()
    known = await companion.home.store.talk.affects(companion.pet.bond, moment - FELT_FOR)
    if not known or not await companion.home.feelings.read(companion.person.id):
        return None
    at, felt = known[-1]
    return felt if felt.valence < 0 or moment - at <= LIGHT_FOR else None
