"""Care: what a person settles for themselves, and what is known of their age and time."""

from datetime import timedelta

from fastapi import APIRouter, Depends

from pawsona.app.home import Home
from pawsona.app.settling import settle, tell_age
from pawsona.domain.person import Person
from pawsona.server import safeguards as shapes
from pawsona.server.access import HomeDep, PersonDep, needs

router = APIRouter(prefix="/care", tags=["care"], dependencies=[Depends(needs("manage"))])

SHOWN = timedelta(days=6)
"""Days of use before today that the page shows."""


@router.get("/safeguards")
async def safeguards(home: HomeDep, person: PersonDep) -> shapes.SafeguardsWire:
    """Limits, hours of quiet, age, emergency contact, and the minutes of the last week."""
    return await _shown(home, person)


@router.patch("/safeguards")
async def change(change: shapes.SafeguardsChange, home: HomeDep, person: PersonDep) -> shapes.SafeguardsWire:
    """Change what is given; nothing is enforced, everything is told."""
    await settle(home, person, change.given())
    return await _shown(home, person)


@router.put("/age")
async def age(change: shapes.AgeChange, home: HomeDep, person: PersonDep) -> shapes.SafeguardsWire:
    """Say how old one is; it holds, whatever talk showed before."""
    return await _shown(home, await tell_age(home, person, change.age_band))


async def _shown(home: Home, person: Person) -> shapes.SafeguardsWire:
    local = person.local(home.clock.now())
    days = await home.store.usage.days(person.id, local.date() - SHOWN)
    own = await home.store.people.safeguards(person.id)
    care = home.settings.care
    return shapes.safeguards(person, own, days, local, hook=bool(care.contact_hook), operator=care.operator)
