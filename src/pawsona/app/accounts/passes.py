"""Sessions and API tokens: a secret of 256 bits that names its person and itself; the store keeps its hash.

A session ends when it was not used for a while, and at the latest after its whole time; an operator's soon.
"""

import hashlib
import secrets
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from hmac import compare_digest

from pawsona.domain.account import ALLOWED, Account, Credential, Kind, Role, Scope
from pawsona.domain.asked import asked
from pawsona.domain.ids import CredentialId, PersonId, new_id
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import InputError, NotFoundError, UnknownError

IDLE: dict[Role, timedelta] = {"person": timedelta(days=30), "operator": timedelta(hours=1)}
WHOLE: dict[Role, timedelta] = {"person": timedelta(days=180), "operator": timedelta(hours=12)}
SEEN = timedelta(minutes=5)
"""Use is written down at most so often."""
LONGEST_NAME = 40
MOST = 50
"""Sessions, and tokens, that one account may have; the oldest sessions give way."""
PREFIX = "pawsona_"
"""Of API tokens, so that scanners find one that was published by mistake."""
_GONE = {
    "session": "This session is not known (any more). Sign in again.",
    "token": "This API token is not known (any more). Make a new one on the page of your account.",
}
_OVER = {"session": "This session has ended. Sign in again.", "token": "This API token has expired. Make a new one."}


@dataclass(frozen=True)
class Known:
    """Who showed a good secret."""

    account: Account
    person: Person
    credential: Credential

    @property
    def scopes(self) -> frozenset[Scope]:
        """What both the account and the credential are good for."""
        return self.credential.scopes & ALLOWED[self.account.role]


class Passes:
    """Gives them out, knows them again, takes them back."""

    def __init__(self, store: Store, clock: Clock, rng: Rng) -> None:
        self._store = store
        self._clock = clock
        self._rng = rng

    async def session(self, account: Account, browser: str) -> str:
        """Begin a session; the secret for the browser's cookie."""
        now, role = self._clock.now(), account.role
        await self._make_room(account.person)
        until = now + min(IDLE[role], WHOLE[role])
        _, secret = await self._add(account.person, "session", browser[:LONGEST_NAME], ALLOWED[role], until)
        return secret

    async def token(
        self, account: Account, name: str, scopes: Collection[Scope], days: int | None
    ) -> tuple[Credential, str]:
        """Make an API token; the secret is shown to nobody again.

        Raises:
            InputError: the name is empty, taken or too long, a scope is not the account's, or there are too many.
        """
        name = " ".join(name.split())
        if not name or len(name) > LONGEST_NAME:
            raise InputError(f"A token's name has 1 to {LONGEST_NAME} characters.")
        if not scopes or not set(scopes) <= ALLOWED[account.role]:
            raise InputError(f"Choose some of these scopes: {', '.join(sorted(ALLOWED[account.role]))}.")
        tokens = await self.all(account.person, "token")
        if name in {token.name for token in tokens}:
            raise InputError("A token of this name is there already; another name tells them apart.")
        if len(tokens) >= MOST:
            raise InputError(f"There are {MOST} tokens already. Revoke one that is not used any more.")
        until = None if days is None else self._clock.now() + timedelta(days=days)
        return await self._add(account.person, "token", name, frozenset(scopes), until)

    async def known(self, secret: str, kind: Kind) -> Known:
        """Whose secret this is.

        Raises:
            UnknownError: it was never given out, was taken back, or has ended; or the account is locked.
        """
        if (named := _named(secret, kind)) is None:
            raise UnknownError(_GONE[kind])
        owner, id_ = named
        credential, account, person = await asked(
            self._store, self._store.credentials.get(owner, id_), self._store.accounts.of(owner),
            self._store.people.person(owner),
        )  # fmt: skip
        if credential is None or credential.kind != kind or not compare_digest(credential.key, key_of(secret)):
            raise UnknownError(_GONE[kind])
        now = self._clock.now()
        if credential.until is not None and credential.until <= now:
            raise UnknownError(_OVER[kind])
        if account is None or person is None or account.locked:
            raise UnknownError("This account is locked. Ask whoever runs this server." if account else _GONE[kind])
        if now - credential.seen_at >= SEEN:
            await self._store.credentials.seen(person.id, credential.id, now, self._until(account, credential, now))
        return Known(account, person, credential)

    async def all(self, person: PersonId, kind: Kind) -> list[Credential]:
        """Those that are good, the oldest first."""
        now = self._clock.now()
        found = await self._store.credentials.all(person)
        return [one for one in found if one.kind == kind and (one.until is None or one.until > now)]

    async def end(self, person: PersonId, credential: CredentialId) -> None:
        """Take one back, from its next use on.

        Raises:
            NotFoundError: this person has none such.
        """
        if not await self._store.credentials.remove(person, [credential]):
            raise NotFoundError("This session or token has ended already.")

    async def end_all(self, person: PersonId, *, tokens: bool, but: CredentialId | None = None) -> int:
        """Take sessions back, and tokens where asked; how many."""
        found = await self._store.credentials.all(person)
        over = [one.id for one in found if one.id != but and (tokens or one.kind == "session")]
        return await self._store.credentials.remove(person, over)

    async def _add(
        self, person: PersonId, kind: Kind, name: str, scopes: frozenset[Scope], until: datetime | None
    ) -> tuple[Credential, str]:
        now = self._clock.now()
        id_ = CredentialId(new_id(now, self._rng.token()))
        secret = f"{PREFIX if kind == 'token' else ''}{person}.{id_}.{secrets.token_urlsafe(32)}"
        credential = Credential(
            id=id_,
            person=person,
            kind=kind,
            name=name,
            key=key_of(secret),
            scopes=scopes,
            made_at=now,
            seen_at=now,
            until=until,
        )
        await self._store.credentials.add(credential)
        return credential, secret

    async def _make_room(self, person: PersonId) -> None:
        await self._store.credentials.drop(person, self._clock.now())
        over = (await self.all(person, "session"))[: -MOST + 1]
        await self._store.credentials.remove(person, [one.id for one in over])

    def _until(self, account: Account, credential: Credential, now: datetime) -> datetime | None:
        if credential.kind == "token":
            return credential.until
        return min(now + IDLE[account.role], credential.made_at + WHOLE[account.role])


def key_of(secret: str) -> str:
    """A secret of 256 bits by chance needs no salt and no slow hash."""
    return hashlib.sha256(secret.encode()).hexdigest()


def _named(secret: str, kind: Kind) -> tuple[PersonId, CredentialId] | None:
    """Whom and which credential a secret names; whether it is theirs is another question."""
    person, _, rest = secret.removeprefix(PREFIX if kind == "token" else "").partition(".")
    id_ = rest.partition(".")[0]
    return (PersonId(person), CredentialId(id_)) if person and id_ and len(secret) <= 200 else None
