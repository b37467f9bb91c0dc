"""What a person agrees to, and takes back."""

from datetime import datetime

from fastapi import APIRouter, Depends

from pawsona.app import consents
from pawsona.domain.consent import Purpose
from pawsona.server.access import HomeDep, PersonDep, needs
from pawsona.server.wire import Wire

router = APIRouter(prefix="/consents", tags=["consents"], dependencies=[Depends(needs("manage"))])


class ConsentWire(Wire):
    """One thing that may be agreed to, in the person's language. `since`: when they agreed; null without."""

    purpose: Purpose
    version: str
    title: str
    text: str
    since: datetime | None


class Agreed(Wire):
    """A yes, with the version of the words that were read."""

    version: str


@router.get("")
async def everything(home: HomeDep, person: PersonDep) -> list[ConsentWire]:
    """What may be agreed to, and what was."""
    return [
        ConsentWire(
            purpose=one.purpose,
            version=one.version,
            title=one.words.title,
            text=one.words.text,
            since=one.since,
        )
        for one in await consents.asked(home, person)
    ]


@router.put("/{purpose}", status_code=204)
async def agree(purpose: Purpose, said: Agreed, home: HomeDep, person: PersonDep) -> None:
    """Agree. Only adults can."""
    await consents.agree(home, person, purpose, said.version)


@router.delete("/{purpose}", status_code=204)
async def take_back(purpose: Purpose, home: HomeDep, person: PersonDep) -> None:
    """Take a yes back."""
    await consents.take_back(home, person, purpose)
