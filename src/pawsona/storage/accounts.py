"""Accounts, and failed sign-ins."""

from datetime import datetime

from sqlalchemy import ColumnElement, bindparam, delete, func, select, update

from pawsona.domain.account import Account
from pawsona.domain.ids import PersonId
from pawsona.domain.tenant import Tenant
from pawsona.errors import ConflictError, NotFoundError
from pawsona.storage import scope
from pawsona.storage.account_tables import accounts, attempts
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.dialect import upsert
from pawsona.storage.prepared import Prepared

_ADD = Prepared(lambda: upsert(accounts).on_conflict_do_nothing())
_OF = Prepared(lambda: select(accounts).where(scope.of_them(accounts)))
_CHANGED = ("login", "role", "password", "locked", "reset_key", "reset_until")
_UPDATE = Prepared(
    lambda: update(accounts).where(scope.of_them(accounts)).values({name: bindparam(name) for name in _CHANGED})
)


class SqlAccounts:
    """The port `Accounts`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, account: Account) -> None:
        def work(tx: Write) -> None:
            # Two at one moment must not become an error of the database: a server's log would say who signs up.
            row = {"made_at": account.made_at, "tenant": account.tenant, **_row(account)}
            if not tx.do(_ADD, account.person, person_id=account.person, **row):
                raise ConflictError("This name or address has an account already. Sign in, or choose another.")

        await self._database.write("accounts.add", work)

    async def of(self, person: PersonId) -> Account | None:
        row = await self._database.find_one(_OF, person)
        return None if row is None else _account_of(row)

    async def named(self, tenant: Tenant, login: str) -> Account | None:
        theirs = accounts.c.tenant == tenant, accounts.c.login == login
        row = await self._database.first(select(accounts).where(*theirs))
        return None if row is None else _account_of(row)

    async def update(self, account: Account) -> None:
        if not await self._database.do("accounts.update", _UPDATE, account.person, **_row(account)):
            raise NotFoundError("There is no such account (any more).")

    async def attempt(self, key: str, now: datetime, since: datetime) -> int:
        def work(tx: Write) -> int:
            one = upsert(attempts).values(key=key, at=now, count=1)  # two at one moment are two
            tx.run(one.on_conflict_do_update(index_elements=["key", "at"], set_={"count": attempts.c.count + 1}))
            lately = select(func.sum(attempts.c.count)).where(*_lately(key, since))
            return int(tx.connection.execute(lately).scalar() or 0)

        return await self._database.write("accounts.attempt", work)

    async def attempts(self, key: str, since: datetime) -> tuple[int, datetime | None]:
        found = await self._database.rows(select(attempts).where(*_lately(key, since)).order_by(attempts.c.at))
        return sum(row["count"] for row in found), found[0]["at"] if found else None

    async def forgive(self, key: str) -> None:
        await self._database.write("accounts.forgive", lambda tx: tx.run(delete(attempts).where(attempts.c.key == key)))

    async def forget_attempts(self, before: datetime) -> None:
        await self._database.write("accounts.forget", lambda tx: tx.run(delete(attempts).where(attempts.c.at < before)))


def _lately(key: str, since: datetime) -> tuple[ColumnElement[bool], ...]:
    return attempts.c.key == key, attempts.c.at >= since


def _row(account: Account) -> dict[str, object]:
    return {name: getattr(account, name) for name in _CHANGED}


def _account_of(row: Row) -> Account:
    return Account(
        person=PersonId(row["person_id"]),
        login=row["login"],
        role=row["role"],
        password=row["password"],
        made_at=row["made_at"],
        locked=row["locked"],
        reset_key=row["reset_key"],
        reset_until=row["reset_until"],
        tenant=Tenant(row["tenant"]),
    )
