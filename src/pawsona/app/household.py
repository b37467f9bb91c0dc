"""Who lives in a home, for what its own terminal does for its first person; a server of many has no first one."""

from collections.abc import Collection

from pawsona.config.settings import Settings
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import Person
from pawsona.domain.ports import Store
from pawsona.errors import ForbiddenError


async def household(settings: Settings, store: Store) -> list[Person]:
    """Who lives here.

    Raises:
        ForbiddenError: many do, each with an account.
    """
    if settings.auth == "accounts":
        raise ForbiddenError("Many persons live here, each with an account. Sign in on the web page instead.")
    return await store.people.persons()


async def languages(settings: Settings, store: Store) -> Collection[Language]:
    """What is spoken here; where many live, all languages."""
    if settings.auth == "accounts":
        return LANGUAGES
    return {person.language for person in await store.people.persons()} or {settings.spoken}
