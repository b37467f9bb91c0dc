"""A forgotten password: a link that works once and for half an hour, sent by a program of whoever runs the server.

Nothing tells whether there is such an account: the answer comes before anybody looks.
"""

import asyncio
import json
import logging
import secrets
from dataclasses import replace
from datetime import timedelta
from hmac import compare_digest

from pawsona.app.accounts.logins import is_address, login_of
from pawsona.app.accounts.passes import Passes, key_of
from pawsona.app.accounts.passwords import Passwords, password_of
from pawsona.app.blunder import place
from pawsona.app.calling import CallFailed, call
from pawsona.domain.account import Account
from pawsona.domain.ids import PersonId
from pawsona.domain.ports import Clock, Store
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.errors import PawsonaError, SetupError, UnknownError

logger = logging.getLogger(__name__)

VALID = timedelta(minutes=30)
SECONDS = 20.0
"""How long the program may take to accept a letter."""


class Recovery:
    """Sends links and takes them.

    Args:
        store: where accounts are.
        clock: time.
        passwords: hashes the new one.
        passes: ends every session.
        where: the program that sends the letter, an address or a command; empty: there is none.
    """

    def __init__(self, store: Store, clock: Clock, passwords: Passwords, passes: Passes, where: str) -> None:
        self._store = store
        self._clock = clock
        self._passwords = passwords
        self._passes = passes
        self._where = where
        self._sending: set[asyncio.Task[None]] = set()

    @property
    def possible(self) -> bool:
        return bool(self._where)

    def ask(self, login: str, base: str, tenant: Tenant = DEFAULT) -> None:
        """Send a link, if there is such an account and its name is an address; comes back at once.

        Args:
            login: as it was typed.
            base: this server's own address, before the link's path.
            tenant: at whose door they ask.

        Raises:
            SetupError: this server sends no mail.
            InputError: it can't be anybody's name.
        """
        if not self.possible:
            raise SetupError("This server sends no mail. Ask whoever runs it for a link to a new password.")
        task = asyncio.create_task(self._send(tenant, login_of(login), base))
        self._sending.add(task)
        task.add_done_callback(self._sending.discard)

    async def link(self, account: Account, base: str) -> str:
        """A new link; the one before it is void.

        Raises:
            NotFoundError: the account is gone.
        """
        secret = f"{account.person}.{secrets.token_urlsafe(32)}"
        until = self._clock.now() + VALID
        async with self._store.transaction():
            now = await self._store.accounts.of(account.person) or account
            await self._store.accounts.update(replace(now, reset_key=key_of(secret), reset_until=until))
        return f"{base}/reset#{secret}"

    async def use(self, secret: str, password: str, tenant: Tenant = DEFAULT) -> Account:
        """Set a new password; every session and token ends.

        Raises:
            UnknownError: the link was used, is too old, or was never given out; or not for this tenant's door.
            InputError: the password can't be one; the link still works.
        """
        account = await self._store.accounts.of(PersonId(secret.partition(".")[0]))
        if account is None or account.tenant != tenant or not self._good(account, secret):
            raise UnknownError("This link was used or is too old. Ask for a new one.")
        hashed = await self._passwords.hashed(password_of(password, account.login))
        async with self._store.transaction():
            now = await self._store.accounts.of(account.person)
            if now is None or not self._good(now, secret):  # two at once
                raise UnknownError("This link was used or is too old. Ask for a new one.")
            changed = replace(now, password=hashed, reset_key="", reset_until=None)
            await self._store.accounts.update(changed)
            await self._passes.end_all(account.person, tokens=True)
        return changed

    async def aclose(self) -> None:
        """Let letters go that are under way."""
        await asyncio.gather(*self._sending, return_exceptions=True)

    def _good(self, account: Account, secret: str) -> bool:
        until = account.reset_until
        fresh = until is not None and self._clock.now() < until
        return fresh and compare_digest(account.reset_key, key_of(secret))

    async def _send(self, tenant: Tenant, login: str, base: str) -> None:
        try:
            account = await self._store.accounts.named(tenant, login)
            if account is None or account.locked or not is_address(login):
                return
            person = await self._store.people.person(account.person)
            letter = {
                "event": "password_reset",
                "address": login,
                "link": await self.link(account, base),
                "language": person.language if person else "en",
                "minutes": VALID // timedelta(minutes=1),
            }
            await call(self._where, json.dumps(letter).encode(), SECONDS)
        except CallFailed as error:
            logger.error("the letter for a new password was not sent: %s", error)
        except PawsonaError as error:
            logger.error("no letter for a new password: %s", error)
        except Exception as error:  # noqa: BLE001 - a task of its own: nobody else would say so
            logger.error("no letter for a new password: %s", place(error))
