"""`pawsona account`: what whoever runs a server does with accounts, on the machine itself."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

from pawsona.app.accounts.desk import Accounts
from pawsona.app.accounts.opening import accounts_of
from pawsona.app.accounts.recovery import VALID
from pawsona.app.adoption import LONGEST_NAME, PersonForm
from pawsona.app.belongings import write_private
from pawsona.app.home import Exported, Home
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.account import Account
from pawsona.domain.ids import PersonId
from pawsona.domain.person import Person
from pawsona.errors import NotFoundError, SetupError

MINUTES = int(VALID.total_seconds() // 60)


async def add(login: str, password: str, *, operator: bool, person: str | None, tenant: str) -> Account:
    """Make an account, for somebody new or for a person who lives here without one.

    Raises:
        InputError: the name or password can't be used; nothing was stored.
        ConflictError: the name is taken, or that person has an account.
        NotFoundError: there is no such person, or no such tenant.
    """
    async with _desk() as (home, accounts):
        role, who = "operator" if operator else "person", await _who(home, login, person)
        return await accounts.add(login, password, role, who, home.tenants.named(tenant))  # type: ignore[arg-type]


async def everybody() -> list[Account]:
    """All accounts."""
    async with _desk() as (_, accounts):
        return await accounts.everybody()


async def lock(login: str, *, locked: bool, tenant: str) -> Account:
    """Shut an account, or open it again; a server that runs sees it at the next request.

    Raises:
        NotFoundError: there is none of that name, or no such tenant.
    """
    async with _desk() as (home, accounts):
        return await accounts.lock(login, locked=locked, tenant=home.tenants.named(tenant))


async def reset(login: str, tenant: str) -> str:
    """A link that sets a new password once, for somebody who has no mail.

    Raises:
        NotFoundError: there is no such account, or no such tenant.
        SetupError: accounts are switched off, so there is no page for it.
    """
    settings = load()
    if settings.auth != "accounts":
        raise SetupError('People sign in only where accounts are on: set auth = "accounts" first.')
    base = settings.proxied or f"http://{settings.host}:{settings.port}"
    async with _desk() as (home, accounts):
        account = await accounts.named(login, home.tenants.named(tenant))
        return await accounts.recovery.link(account, home.tenants.origins.get(account.tenant, base))


async def known(login: str, tenant: str) -> Account:
    """An account that is there.

    Raises:
        NotFoundError: there is none of that name, or no such tenant.
    """
    async with _desk() as (home, accounts):
        return await accounts.named(login, home.tenants.named(tenant))


async def erase(login: str, tenant: str, export: Path | None = None) -> None:
    """Erase an account with everything that is kept of its person.

    Args:
        login: whose.
        tenant: of which product.
        export: a new file that everything is written to before.

    Raises:
        NotFoundError: there is no such account, or no such tenant.
        SetupError: the file is there already, or can't be written; nothing was erased.
        StorageError: another program has the database open; the sentence says what was erased.
    """

    async def keep(data: Exported) -> None:
        assert export is not None
        await write_private(export, data, "--export")

    async with _desk() as (home, accounts):
        account = await accounts.named(login, home.tenants.named(tenant))
        person = await home.store.people.person(account.person)
        assert person is not None  # an account is one person's
        await home.erase_all([person], keep if export is not None else None)


async def _who(home: Home, login: str, person: str | None) -> PersonForm | Person:
    if person is None:
        name = login.partition("@")[0][:LONGEST_NAME]
        return PersonForm(name=name, language=home.settings.spoken, time_zone=home.time_zone)
    found = await home.store.people.person(PersonId(person))
    if found is None:
        known = ", ".join(f"{one.id} ({one.name})" for one in await home.store.people.persons())
        raise NotFoundError(f"There is no person {person!r} here; there is {known or 'nobody yet'}.")
    return found


@contextlib.asynccontextmanager
async def _desk() -> AsyncIterator[tuple[Home, Accounts]]:
    async with contextlib.aclosing(await open_home(load())) as home:
        yield home, accounts_of(home)
