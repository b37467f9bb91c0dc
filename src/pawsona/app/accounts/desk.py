"""The desk where people sign up and in, change their password, and where operators lock an account."""

import hmac
import secrets
from dataclasses import dataclass, replace

from pawsona.app.accounts.logins import login_of
from pawsona.app.accounts.passes import Known, Passes
from pawsona.app.accounts.passwords import Passwords, password_of
from pawsona.app.accounts.recovery import Recovery
from pawsona.app.accounts.tries import Tries
from pawsona.app.adoption import PersonForm, person_from
from pawsona.app.webhooks.postbox import StoredPostbox
from pawsona.domain.account import Account, Role
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.errors import ConflictError, ForbiddenError, InputError, NotFoundError, UnknownError

_WRONG = "The name or the password is wrong. Look at both once more, or set a new password by mail."
_STAYS = "The password is wrong; nothing was changed."


@dataclass(frozen=True, kw_only=True)
class SignUp:
    """What somebody says who wants an account."""

    login: str
    password: str
    person: PersonForm
    tenant: Tenant = DEFAULT
    """Whose door they stand at."""


class Accounts:
    """All that is done with accounts.

    Args:
        store: where they are kept.
        clock: time.
        rng: chance, for ids; secrets come from the system.
        mail: the program that sends letters; empty: none.
        open_to_all: whether anybody may sign up; otherwise whoever runs the server adds accounts.
        region: the country of whoever does not name theirs.
        passwords: hashes them; tests bring a faster one.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        rng: Rng,
        *,
        mail: str = "",
        open_to_all: bool = True,
        region: str | None = None,
        passwords: Passwords | None = None,
    ) -> None:
        self._store = store
        self._clock = clock
        self._rng = rng
        self._region = region
        self._postbox = StoredPostbox(store, clock, rng)
        self.open_to_all = open_to_all
        self.passwords = passwords or Passwords()
        self.passes = Passes(store, clock, rng)
        self.tries = Tries(store, clock)
        self.recovery = Recovery(store, clock, self.passwords, self.passes, mail)

    async def sign_up(self, form: SignUp) -> Account:
        """Make a person and their account.

        Raises:
            ForbiddenError: this server is not open to everybody.
            InputError: a field can't be used; nothing was stored.
            ConflictError: the name is taken.
        """
        if not self.open_to_all:
            raise ForbiddenError("This server takes nobody new by itself. Ask whoever runs it for an account.")
        return await self.add(form.login, form.password, "person", form.person, form.tenant)

    async def add(
        self, login: str, password: str, role: Role, who: PersonForm | Person, tenant: Tenant = DEFAULT
    ) -> Account:
        """Make an account, for a new person or for one who lives here without one.

        Raises:
            InputError: a field can't be used; nothing was stored.
            ConflictError: the name is taken, or the person has an account.
        """
        name = login_of(login)
        person = who if isinstance(who, Person) else person_from(who, self._clock, self._rng)
        account = Account(
            person=person.id,
            login=name,
            role=role,
            password=await self.passwords.hashed(password_of(password, name)),
            made_at=self._clock.now(),
            tenant=tenant,
        )
        async with self._store.transaction():
            if not isinstance(who, Person):
                await self._store.people.add_person(replace(person, region=person.region or self._region))
            if await self._store.accounts.of(person.id) is not None:
                raise ConflictError("This person has an account already.")
            await self._store.accounts.add(account)
            if role == "person":
                await self._postbox.post(person.id, "person.joined")
        return account

    async def sign_in(
        self, login: str, password: str, address: str, browser: str = "", tenant: Tenant = DEFAULT
    ) -> Account:
        """Who this is.

        Args:
            login: the name as typed.
            password: likewise.
            address: where the request comes from.
            browser: the cookie of a browser that somebody signed in with before.
            tenant: whose door they stand at; who has an account at another is nobody here.

        Raises:
            UnknownError: the name or the password is wrong; it does not say which.
            ForbiddenError: the password is right, but an operator locked the account.
            TooOftenError: too many tries.
        """
        name = _typed(login)
        account = await self._store.accounts.named(tenant, name)
        known = browser if account and self.remembers(account, browser) else ""
        await self.tries.count(name, address, known, tenant)
        right, anew = await self.passwords.check(password, account.password if account else None)
        if account is None or not right:
            raise UnknownError(_WRONG)
        await self.tries.forgive(name, known, tenant)
        entered = await self._enter(account, anew)  # where it was changed meanwhile: look again
        return entered or await self.sign_in(login, password, address, browser, tenant)

    async def change_password(self, known: Known, old: str, new: str) -> None:
        """Take another password; other sessions end, this one and tokens stay.

        Raises:
            ForbiddenError: the old one is wrong.
            InputError: the new one can't be used.
        """
        await self.prove(known.account, old)
        hashed = await self.passwords.hashed(password_of(new, known.account.login))
        async with self._store.transaction():
            now = await self._unchanged(known.account)
            if now is None:
                raise ForbiddenError(_STAYS)
            await self._store.accounts.update(replace(now, password=hashed, reset_key="", reset_until=None))
            await self.passes.end_all(known.person.id, tokens=False, but=known.credential.id)

    async def prove(self, account: Account, password: str) -> None:
        """Ask for the password once more, before what can't be undone.

        Raises:
            ForbiddenError: it is wrong.
            TooOftenError: too many tries.
        """
        await self.tries.count(account.login, "", f"own {account.person}", account.tenant)
        right, _ = await self.passwords.check(password, account.password)
        if not right:
            raise ForbiddenError(_STAYS)
        await self.tries.forgive(account.login, f"own {account.person}", account.tenant)

    async def lock(self, login: str, *, locked: bool = True, tenant: Tenant = DEFAULT) -> Account:
        """Shut an account, with every session and token; or open it again.

        Raises:
            NotFoundError: there is none of that name.
        """
        named = await self.named(login, tenant)
        async with self._store.transaction():
            account = replace(await self._store.accounts.of(named.person) or named, locked=locked)
            await self._store.accounts.update(account)
            if locked:
                await self.passes.end_all(account.person, tokens=True)
        return account

    async def _enter(self, account: Account, anew: str | None) -> Account | None:
        async with self._store.transaction():
            now = await self._unchanged(account)
            if now is not None and now.locked:
                raise ForbiddenError("This account is locked. Ask whoever runs this server.")
            if now is not None and anew:
                now = replace(now, password=anew)
                await self._store.accounts.update(now)
        return now

    async def _unchanged(self, account: Account) -> Account | None:
        """The account as it is now, in this transaction; None where the password that was right is so no more.

        Looking at a password takes long, longer where many wait; others change things meanwhile.
        """
        now = await self._store.accounts.of(account.person)
        return now if now is not None and now.password == account.password else None

    async def named(self, login: str, tenant: Tenant = DEFAULT) -> Account:
        """The account of a name, which others may have in other tenants.

        Raises:
            NotFoundError: there is none.
        """
        account = await self._store.accounts.named(tenant, login_of(login))
        if account is None:
            raise NotFoundError("There is no account of this name. These are: pawsona account list")
        return account

    async def everybody(self) -> list[Account]:
        """All accounts, by when their persons came."""
        persons = await self._store.people.persons()
        found = [await self._store.accounts.of(person.id) for person in persons]
        return [account for account in found if account is not None]

    def memento(self, account: Account) -> str:
        """What a browser keeps that its person signed in with, to be told from strangers; void with the password."""
        browser = f"{account.person}.{secrets.token_urlsafe(12)}"
        return f"{browser}.{_mark(account, browser)}"

    def remembers(self, account: Account, memento: str) -> bool:
        """Whether this account's person signed in with this browser before."""
        browser, _, mark = memento.rpartition(".")
        return browser.partition(".")[0] == account.person and hmac.compare_digest(
            mark.encode(), _mark(account, browser).encode()
        )

    async def aclose(self) -> None:
        """Let letters go that are under way."""
        await self.recovery.aclose()


def _mark(account: Account, browser: str) -> str:
    return hmac.new(account.password.encode(), f"browser {browser}".encode(), "sha256").hexdigest()


def _typed(login: str) -> str:
    """A name at sign-in: what can be nobody's is nobody's, and no error of another kind."""
    try:
        return login_of(login)
    except InputError:
        return ""
