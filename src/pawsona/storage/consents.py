"""What people agreed to."""

from datetime import datetime

from sqlalchemy import bindparam, func, insert, select, update

from pawsona.domain.consent import Consent, Purpose
from pawsona.domain.ids import PersonId
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.schema import consents

_STANDS = consents.c.purpose == bindparam("why"), consents.c.withdrawn_at.is_(None)
_GIVEN = Prepared(lambda: select(consents.c.version).where(scope.of_them(consents), *_STANDS))
_ALL = Prepared(lambda: select(consents).where(scope.of_them(consents)).order_by(consents.c.position))
_NEXT = Prepared(
    lambda: select((func.coalesce(func.max(consents.c.position), 0) + 1).label("position")).where(
        scope.of_them(consents)
    )
)
_ADD = Prepared(lambda: insert(consents))
_WITHDRAW = Prepared(
    lambda: update(consents).where(scope.of_them(consents), *_STANDS).values(withdrawn_at=bindparam("at"))
)


class SqlConsents:
    """The port `Consents`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def give(self, person: PersonId, purpose: Purpose, version: str, at: datetime) -> None:
        def work(tx: Write) -> None:
            if [row["version"] for row in tx.find(_GIVEN, person, why=purpose)] == [version]:
                return
            tx.do(_WITHDRAW, person, why=purpose, at=at)
            [row] = tx.find(_NEXT, person)
            said = {"purpose": purpose, "version": version, "given_at": at, "withdrawn_at": None}
            tx.do(_ADD, person, person_id=person, position=row["position"], **said)

        await self._database.write("consents.give", work, long=False)

    async def withdraw(self, person: PersonId, purpose: Purpose, at: datetime) -> bool:
        return bool(await self._database.do("consents.withdraw", _WITHDRAW, person, why=purpose, at=at))

    async def all(self, person: PersonId) -> list[Consent]:
        return [_consent_of(row) for row in await self._database.find(_ALL, person)]


def _consent_of(row: Row) -> Consent:
    return Consent(
        person=PersonId(row["person_id"]),
        purpose=row["purpose"],
        version=row["version"],
        given_at=row["given_at"],
        withdrawn_at=row["withdrawn_at"],
    )
