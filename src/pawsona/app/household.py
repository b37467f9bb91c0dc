"""Who lives in a home, for what its own terminal does for its first person; a server of many has no first one."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from pawsona.config.settings import Settings
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.errors import ForbiddenError, NotFoundError

if TYPE_CHECKING:
    from pawsona.app.home import Home


async def household(settings: Settings, store: Store) -> list[Person]:
    """Who lives here.

    Raises:
        ForbiddenError: many do, each with an account.
    """
    of_one(settings, "Sign in on the web page instead.")
    return await store.people.persons()


async def resident(home: "Home", wanted: str | None) -> tuple[Person, Pet]:
    """A pet that lives here with its person, for who only looks: nobody is adopted for that.

    Raises:
        ForbiddenError: many live here, each with an account.
        NotFoundError: there is no such pet, or none yet.
    """
    if not await household(home.settings, home.store) or not (pets := await home.runner.pets()):
        raise NotFoundError("Nobody lives here yet. Adopt a pet first: pawsona adopt NAME")
    return pets[0] if wanted is None else await home.pet_named(wanted)


def of_one(settings: Settings, instead: str) -> None:
    """Nothing, where one household lives; `instead` is what somebody who runs a server does.

    Raises:
        ForbiddenError: many live here, each with an account.
    """
    if settings.auth == "accounts":
        raise ForbiddenError(f"Many persons live here, each with an account. {instead}")


async def languages(settings: Settings, store: Store) -> Collection[Language]:
    """What is spoken here; where many live, all languages."""
    if settings.auth == "accounts":
        return LANGUAGES
    return {person.language for person in await store.people.persons()} or {settings.spoken}
