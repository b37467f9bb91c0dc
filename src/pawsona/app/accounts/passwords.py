"""Passwords: what can be one, and its Argon2 hash.

A hash takes tens of milliseconds of a core and 64 MiB by design, so only a few are made at once, beside the event loop.
"""

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

from pawsona.errors import InputError, TooOftenError

if TYPE_CHECKING:
    from pwdlib import PasswordHash

T = TypeVar("T")
SHORTEST, LONGEST = 10, 200
VARIED = 5
"""Different characters that a password must have."""
TELLING = 4
"""Letters from which on a name in its own password is no chance: `jo` is in many a sentence."""
AT_ONCE = 2
WAITING = 40
"""Sign-ins that may wait for their turn; more would wait longer than anybody does."""


def password_of(text: str, login: str) -> str:
    """A password as it is hashed: the same whichever keyboard composed it.

    Raises:
        InputError: it is too short, too long, or could be guessed at once.
    """
    password = unicodedata.normalize("NFKC", text)
    if not SHORTEST <= len(password) <= LONGEST:
        raise InputError(f"A password has {SHORTEST} to {LONGEST} characters; a short sentence is a good one.")
    name = login.partition("@")[0]
    if len(set(password)) < VARIED or (len(name) >= TELLING and name in password.casefold()):
        raise InputError("This password is too easy to guess. Take other words; a short sentence is a good one.")
    return password


class Passwords:
    """Hashes and checks them.

    Args:
        hasher: another than Argon2 with pwdlib's parameters; a hash of other parameters is renewed at the next sign-in.
    """

    def __init__(self, hasher: "PasswordHash | None" = None) -> None:
        self._hasher = hasher
        self._nobodys = ""
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0

    async def hashed(self, password: str) -> str:
        """Argon2's text, with a salt of its own."""
        return await self._apart(self._ready().hash, password)

    async def check(self, password: str, known: str | None) -> tuple[bool, str | None]:
        """Whether it is the one; and its hash anew where the parameters have changed.

        Without a hash to check against it takes as long as with one, so that nobody learns who has an account.
        """
        self._nobodys = self._nobodys or await self.hashed(secrets.token_urlsafe(16))
        given = unicodedata.normalize("NFKC", password)[:LONGEST]
        right, anew = await self._apart(self._ready().verify_and_update, given, known or self._nobodys)
        return right and known is not None, anew if known else None

    async def _apart(self, work: Callable[..., T], *given: str) -> T:
        """In a thread of its own, by turns.

        Raises:
            TooOftenError: too many wait already.
        """
        if self._waiting >= WAITING:
            raise TooOftenError("Too many people are signing in at this moment. Try again in a few seconds.", 5)
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work, *given)
        finally:
            self._waiting -= 1

    def _ready(self) -> "PasswordHash":
        if self._hasher is None:
            from pwdlib import PasswordHash  # with Argon2, only where somebody signs in

            self._hasher = PasswordHash.recommended()
        return self._hasher
