"""The person's mood over weeks, as it was guessed from their words; and the switch that ends the guessing."""

from datetime import date
from typing import Annotated

from fastapi import APIRouter, Depends, Query
from pydantic import Field

from pawsona.domain.affect import Family
from pawsona.server import wire
from pawsona.server.access import CompanionDep, needs

router = APIRouter(prefix="/pets/{pet}/mood", tags=["mood"], dependencies=[Depends(needs("memories"))])


class MoodDay(wire.Wire):
    """One day with talk."""

    date: date
    level: float = Field(description="-3 (heavy) to 3 (light); 0 is even. The mean of what sounded of anything.")
    family: Family | None = Field(description="What sounded most often.")
    readings: int


class MoodWire(wire.Wire):
    """What is known of the last weeks."""

    reads: bool = Field(description="False: the person switched it off, and nothing is read or kept.")
    today: date
    days: list[MoodDay]


class MoodSwitch(wire.Wire):
    """Whether how the person feels is read from their words, by any of their pets."""

    reads: bool


Weeks = Annotated[int, Query(ge=1, le=53)]


@router.get("")
async def mood(companion: CompanionDep, weeks: Weeks = 12) -> MoodWire:
    """How the person felt on the days on which they talked with this pet."""
    feelings, person = companion.home.feelings, companion.person
    days = await feelings.days(person, companion.pet.bond, weeks)
    return MoodWire(
        reads=await feelings.read(person.id),
        today=person.local(companion.home.clock.now()).date(),
        days=[MoodDay(date=d.on, level=round(d.level, 2), family=d.family, readings=d.readings) for d in days],
    )


@router.put("")
async def switch(switch: MoodSwitch, companion: CompanionDep) -> MoodWire:
    """Off: nothing is read or kept from now on; what was kept stays until it is deleted."""
    await companion.home.feelings.switch(companion.person.id, on=switch.reads)
    return await mood(companion)


@router.delete("", status_code=204)
async def forget(companion: CompanionDep) -> None:
    """Delete everything that was kept of it."""
    companion.home.sweep.note()
    await companion.home.feelings.forget(companion.pet.bond)
