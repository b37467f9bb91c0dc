"""Who a request is for: the home, and the companion that its path names."""

from typing import Annotated

from fastapi import Depends, Request

from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.domain.ids import Bond, PetId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import Person
from pawsona.errors import NotFoundError, StorageError


def home_of(request: Request) -> Home:
    """The home that this server serves."""
    home: Home = request.app.state.home
    return home


HomeDep = Annotated[Home, Depends(home_of)]


async def person_of(home: HomeDep) -> Person:
    """The person of this home. With `auth = "home"` there is one; accounts will tell them apart here.

    Raises:
        NotFoundError: nobody has adopted yet.
    """
    persons = await home.store.people.persons()
    if not persons:
        raise NotFoundError("Nobody lives here yet. Adopt a pet first.")
    return persons[0]


PersonDep = Annotated[Person, Depends(person_of)]


async def anyone(home: Home) -> Person | None:
    """The person, for what must work without: nobody lives here, or the database can't be read."""
    try:
        persons = await home.store.people.persons()
    except StorageError:
        return None
    return persons[0] if persons else None


def guessed_language(home: Home, request: Request) -> Language:
    """The language of a page while nobody lives here: as the settings name it, else as the browser asks for it."""
    wanted = request.headers.get("accept-language", "").strip().casefold()
    if home.settings.language != "auto":
        return home.settings.spoken
    return next((language for language in LANGUAGES if wanted.startswith(language)), home.settings.spoken)


async def companion_of(pet: str, home: HomeDep, person: PersonDep) -> Companion:
    """The companion of a path.

    Raises:
        NotFoundError: this person has no such pet.
    """
    found = await home.store.people.pet(Bond(person.id, PetId(pet)))
    if found is None:
        raise NotFoundError(f"There is no pet {pet!r} here.")
    return Companion(home, person, found)


CompanionDep = Annotated[Companion, Depends(companion_of)]
