"""Sessions and API tokens."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.account import SCOPES, Credential
from pawsona.domain.ids import CredentialId, PersonId
from pawsona.storage import scope
from pawsona.storage.account_tables import credentials
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.prepared import Prepared

_ONE = credentials.c.credential_id == bindparam("credential")
_ADD = Prepared(lambda: insert(credentials))
_GET = Prepared(lambda: select(credentials).where(scope.of_them(credentials), _ONE))
_ALL = Prepared(
    lambda: (
        select(credentials)
        .where(scope.of_them(credentials))
        .order_by(credentials.c.made_at, credentials.c.credential_id)
    )
)
_SEEN = Prepared(
    lambda: (
        update(credentials)
        .where(scope.of_them(credentials), _ONE)
        .values(seen_at=bindparam("at"), until=bindparam("ends"))
    )
)
_REMOVE = Prepared(lambda: delete(credentials).where(scope.of_them(credentials), _ONE))
_DROP = Prepared(lambda: delete(credentials).where(scope.of_them(credentials), credentials.c.until < bindparam("now")))


class SqlCredentials:
    """The port `Credentials`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, credential: Credential) -> None:
        row = {
            "person_id": credential.person,
            "credential_id": credential.id,
            "kind": credential.kind,
            "name": credential.name,
            "key": credential.key,
            "scopes": " ".join(sorted(credential.scopes)),
            "made_at": credential.made_at,
            "seen_at": credential.seen_at,
            "until": credential.until,
        }
        await self._database.do("credentials.add", _ADD, credential.person, **row)

    async def get(self, person: PersonId, credential: CredentialId) -> Credential | None:
        row = await self._database.find_one(_GET, person, credential=credential)
        return None if row is None else _credential_of(row)

    async def all(self, person: PersonId) -> list[Credential]:
        return [_credential_of(row) for row in await self._database.find(_ALL, person)]

    async def seen(self, person: PersonId, credential: CredentialId, at: datetime, until: datetime | None) -> None:
        await self._database.do("credentials.seen", _SEEN, person, credential=credential, at=at, ends=until)

    async def remove(self, person: PersonId, credentials: Sequence[CredentialId]) -> int:
        def work(tx: Write) -> int:
            return tx.do_all(_REMOVE, person, [{"credential": one} for one in credentials])

        return await self._database.write("credentials.remove", work)

    async def drop(self, person: PersonId, now: datetime) -> None:
        await self._database.do("credentials.drop", _DROP, person, now=now)


def _credential_of(row: Row) -> Credential:
    return Credential(
        id=CredentialId(row["credential_id"]),
        person=PersonId(row["person_id"]),
        kind=row["kind"],
        name=row["name"],
        key=row["key"],
        scopes=SCOPES & set(row["scopes"].split()),
        made_at=row["made_at"],
        seen_at=row["seen_at"],
        until=row["until"],
    )
