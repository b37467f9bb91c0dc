"""The diary: days, what the person thinks of them, and one night on demand."""

from datetime import date

from fastapi import APIRouter, Depends

from pawsona.domain.ids import FeedbackId
from pawsona.night.stages import STAGES
from pawsona.server import forms, present, wire
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}", tags=["days"], dependencies=[Depends(needs("talk"))])


@router.get("/days")
async def dates(companion: CompanionDep) -> wire.DatesWire:
    """The days that there are."""
    today = await companion.today()
    return wire.DatesWire(dates=await companion.home.store.days.dates(companion.pet.bond) if today.items else [])


@router.get("/days/today")
async def today(companion: CompanionDep) -> wire.DayWire:
    """The pet's present day."""
    return await _day(companion, companion.present)


@router.get("/days/{on}")
async def day(on: date, companion: CompanionDep) -> wire.DayWire:
    """One day, with everything told."""
    return await _day(companion, on)


@router.post("/days/{on}/items/{index}/feedback")
async def react(on: date, index: int, given: forms.GivenFeedback, companion: CompanionDep) -> wire.FeedbackAnswer:
    """Tell the pet what an item was like: one of six words, free text, or both."""
    feedback = await companion.react(on, index, given.reaction, given.text)
    return wire.FeedbackAnswer(id=feedback.id, reply=feedback.reply, tastes=await tastes(companion))


@router.delete("/feedback/{feedback}", status_code=204)
async def take_back(feedback: str, companion: CompanionDep) -> None:
    """Undo it; tastes go back to where they were."""
    await companion.take_back(FeedbackId(feedback))


@router.get("/tastes")
async def tastes(companion: CompanionDep) -> list[wire.TasteWire]:
    """What the pet has learned to seek or to avoid."""
    return present.tastes(await companion.tastes(), companion.home.kind_labels(companion.person.language))


@router.post("/night")
async def night(companion: CompanionDep) -> wire.NightWire:
    """Live one night now."""
    made = await companion.night()
    return wire.NightWire(stages=list(STAGES), day=made.on)


async def _day(companion: CompanionDep, on: date) -> wire.DayWire:
    found = await companion.day(on)
    given = await companion.home.store.days.feedback(companion.pet.bond)
    local = companion.person.local(companion.home.clock.now())
    return present.day(found, companion.person.language, companion.present, local, given)
