"""Who a request is for: the home, and the companion that its path names."""

from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Request

from pawsona.app.accounts import Known
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.domain.account import SCOPES, Scope
from pawsona.domain.ids import Bond, PetId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.person import Person
from pawsona.domain.tenant import Tenant
from pawsona.errors import ForbiddenError, NotFoundError, PawsonaError, StorageError, UnknownError
from pawsona.server.visitors import Reception, token_of


async def home_of(request: Request) -> Home:
    """The home that this server serves. Asynchronous, for FastAPI asks what is not in a thread."""
    home: Home = request.app.state.home
    return home


HomeDep = Annotated[Home, Depends(home_of)]


@dataclass(frozen=True)
class Visitor:
    """Who a request comes from, and what they may do."""

    person: Person | None
    """None for a stranger, and at home where nobody has adopted yet."""
    scopes: frozenset[Scope] = frozenset()
    trouble: PawsonaError | None = None
    """Why it is not known who asks; raised only where that matters, so that help lines work even then."""
    known: Known | None = None
    """With accounts: by which of their secrets they are known."""


async def visitor_of(request: Request, home: HomeDep) -> Visitor:
    """Whoever asks: at home its one person, who may do everything, for the guard let nobody else in.

    With accounts it is whoever shows a session's cookie or an API token.
    """
    reception = reception_of(request)
    if reception is None:
        return await _at_home(home)
    try:
        known = await reception.recognise(request)
    except PawsonaError as error:
        return Visitor(None, frozenset(), error)
    return Visitor(known.person, known.scopes, None, known)


def reception_of(request: Request) -> Reception | None:
    """Who knows people again where there are accounts."""
    found: Reception | None = request.app.state.reception
    return found


async def _at_home(home: Home) -> Visitor:
    try:
        persons = await home.store.people.persons()
    except StorageError as error:
        return Visitor(None, SCOPES, error)
    return Visitor(persons[0] if persons else None, SCOPES)


VisitorDep = Annotated[Visitor, Depends(visitor_of)]


def needs(scope: Scope) -> Callable[[Visitor], Coroutine[Any, Any, None]]:
    """A dependency that lets only those in who may do this; every route but the public ones has one.

    At home that is whoever the guard lets in. With accounts it is a session of the right role, or a token with the
    scope.
    """

    async def needed(visitor: VisitorDep) -> None:
        if scope not in visitor.scopes:
            raise visitor.trouble or ForbiddenError(_REFUSALS.get(scope, f"This needs the scope {scope!r}."))

    return needed


_REFUSALS = {"operate": "Only an operator of this server sees this."}
operator = needs("operate")
"""For what operators see: `APIRouter(dependencies=[Depends(operator)])`. At home its person is the operator."""


async def seen(visitor: VisitorDep, home: HomeDep) -> Tenant | None:
    """Whose counts an operator sees: their tenant's; None where there is one alone, and at home: everybody's."""
    return home.tenants.seen_by(visitor.known.account if visitor.known else None)


SeenDep = Annotated[Tenant | None, Depends(seen)]


async def alone(tenant: SeenDep) -> None:
    """A dependency, after `operator`, for what holds for the whole server.

    Raises:
        ForbiddenError: several tenants share it, and its operators are each of one.
    """
    if tenant is not None:
        raise ForbiddenError("Several products share this server. Whoever runs it does this at a terminal.")


async def unless_mistaken(request: Request, visitor: VisitorDep) -> None:
    """A dependency of what strangers see as well: a program whose token is no good must not go on as one of them.

    A browser does: what is left of its session leads it to the door. Nor is anybody kept from help lines.
    """
    if isinstance(visitor.trouble, UnknownError) and token_of(request) is not None:
        raise visitor.trouble


TOKEN_REFUSED: dict[int | str, dict[str, Any]] = {401: {"description": "A token was shown, and it is not good."}}


async def person_of(visitor: VisitorDep) -> Person:
    """The person whose things are asked for.

    Raises:
        UnknownError: nobody knows who asks.
        ForbiddenError: an operator asks.
        NotFoundError: nobody has adopted yet.
    """
    if visitor.trouble:
        raise visitor.trouble
    if visitor.known and visitor.known.account.role == "operator":
        raise ForbiddenError("An operator's account has no companion, and sees nobody else's.")
    if visitor.person is None:
        raise NotFoundError("Nobody lives here yet. Adopt a pet first.")
    return visitor.person


async def somebody(visitor: VisitorDep) -> Person | None:
    """The person, for what works without one as well."""
    return visitor.person


PersonDep = Annotated[Person, Depends(person_of)]
SomebodyDep = Annotated[Person | None, Depends(somebody)]


def guessed_language(home: Home, request: Request) -> Language:
    """The language of a page while it is not known for whom: as a home's settings name it, else as the browser asks."""
    wanted = request.headers.get("accept-language", "").strip().casefold()
    if home.settings.language != "auto" and home.settings.auth == "home":
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
