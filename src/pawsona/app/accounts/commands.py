"""`pawsona account`: what whoever runs a server does with accounts, on the machine itself."""

import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import TypeVar

from pawsona.app.accounts.desk import Accounts
from pawsona.app.accounts.opening import accounts_of
from pawsona.app.accounts.recovery import VALID
from pawsona.app.adoption import LONGEST_NAME, PersonForm
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.account import Account
from pawsona.domain.ids import PersonId
from pawsona.domain.person import Person
from pawsona.errors import NotFoundError, SetupError

T = TypeVar("T")
MINUTES = int(VALID.total_seconds() // 60)


async def add(login: str, password: str, *, operator: bool, person: str | None) -> Account:
    """Make an account, for somebody new or for a person who lives here without one.

    Raises:
        InputError: the name or password can't be used; nothing was stored.
        ConflictError: the name is taken, or that person has an account.
        NotFoundError: there is no such person.
    """
    async with _desk() as (home, accounts):
        role, who = "operator" if operator else "person", await _who(home, login, person)
        return await accounts.add(login, password, role, who)  # type: ignore[arg-type]


async def everybody() -> list[Account]:
    """All accounts."""
    return await _with(lambda accounts: accounts.everybody())


async def lock(login: str, *, locked: bool) -> Account:
    """Shut an account, or open it again; a server that runs sees it at the next request.

    Raises:
        NotFoundError: there is none of that name.
    """
    return await _with(lambda accounts: accounts.lock(login, locked=locked))


async def reset(login: str) -> str:
    """A link that sets a new password once, for somebody who has no mail.

    Raises:
        NotFoundError: there is no such account.
        SetupError: accounts are switched off, so there is no page for it.
    """
    settings = load()
    if settings.auth != "accounts":
        raise SetupError('People sign in only where accounts are on: set auth = "accounts" first.')
    base = settings.proxied or f"http://{settings.host}:{settings.port}"
    async with _desk() as (_, accounts):
        return await accounts.recovery.link(await accounts.named(login), base)


async def _who(home: Home, login: str, person: str | None) -> PersonForm | Person:
    if person is None:
        name = login.partition("@")[0][:LONGEST_NAME]
        return PersonForm(name=name, language=home.settings.spoken, time_zone=home.time_zone)
    found = await home.store.people.person(PersonId(person))
    if found is None:
        known = ", ".join(f"{one.id} ({one.name})" for one in await home.store.people.persons())
        raise NotFoundError(f"There is no person {person!r} here; there is {known or 'nobody yet'}.")
    return found


async def _with(work: Callable[[Accounts], Awaitable[T]]) -> T:
    async with _desk() as (_, accounts):
        return await work(accounts)


@contextlib.asynccontextmanager
async def _desk() -> AsyncIterator[tuple[Home, Accounts]]:
    async with contextlib.aclosing(await open_home(load())) as home:
        yield home, accounts_of(home)
