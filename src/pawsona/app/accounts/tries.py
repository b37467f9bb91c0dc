"""Failed sign-ins, counted in the store for all workers, so that nobody can try passwords for long.

Names that nobody has are counted as well: or a lock would tell who has an account. A browser that its person signed in
with before has a count of its own, so whoever fails on purpose from elsewhere can't lock that person out; and a lock
ends by itself, or with a new password by mail.
"""

import hashlib
from datetime import timedelta

from pawsona.domain.ports import Clock, Store
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.errors import TooOftenError

WINDOW = timedelta(minutes=15)
OF_A_NAME = 10
OF_AN_ADDRESS = 100


class Tries:
    """Counts them."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock

    async def count(self, login: str, address: str, browser: str, tenant: Tenant = DEFAULT) -> None:
        """Count a try before it is looked at, so that a thousand at once are a thousand.

        Args:
            login: the name that was typed.
            address: where it comes from; empty where nobody knows, or where they are signed in: all of them in one
                count would stop each other.
            browser: which browser of that person's; empty for one that is not known.
            tenant: at whose door; the same name is another's at another.

        Raises:
            TooOftenError: there were too many; even the right password is not looked at now.
        """
        if address:
            await self._count(f"address {address}", OF_AN_ADDRESS)
        await self._count(_name(tenant, login, browser), OF_A_NAME)

    async def forgive(self, login: str, browser: str, tenant: Tenant = DEFAULT) -> None:
        """It was the right password after all: earlier slips of this name count no more."""
        await self._store.accounts.forgive(_key(_name(tenant, login, browser)))

    async def sweep(self) -> None:
        """Forget what counts no more."""
        await self._store.accounts.forget_attempts(self._clock.now() - WINDOW)

    async def _count(self, what: str, most: int) -> None:
        now = self._clock.now()
        count, first = await self._store.accounts.attempts(_key(what), now - WINDOW)
        if count < most:  # others may be counted at this very moment
            count = await self._store.accounts.attempt(_key(what), now, now - WINDOW) - 1
        if count >= most:
            wait = max(1, round(((first or now) + WINDOW - now).total_seconds()))
            raise TooOftenError(f"Too many tries. Wait {-(-wait // 60)} minutes, or set a new password by mail.", wait)


def _name(tenant: Tenant, login: str, browser: str) -> str:
    return f"login {tenant} {browser} {login}"


def _key(what: str) -> str:
    return hashlib.sha256(what.encode()).hexdigest()
