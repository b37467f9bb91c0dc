"""The ledger of promises."""

from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.ids import Bond
from pawsona.domain.promise import Promise
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.note import promise_of, promise_row
from pawsona.storage.schema import promises

_ALL = Prepared(lambda: select(promises).where(scope.theirs(promises)).order_by(promises.c.due, promises.c.promise_id))
_DUE = Prepared(
    lambda: (
        select(promises)
        .where(
            scope.theirs(promises),
            promises.c.due <= bindparam("now"),
            promises.c.asked_at.is_(None),
            promises.c.closed_at.is_(None),
        )
        .order_by(promises.c.due, promises.c.promise_id)
    )
)


class SqlPromises:
    """The port `Promises`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, promise: Promise) -> None:
        await self._database.write("promises.add", lambda tx: tx.run(insert(promises).values(promise_row(promise))))

    async def all(self, bond: Bond) -> list[Promise]:
        return [promise_of(row) for row in await self._database.find(_ALL, bond)]

    async def due(self, bond: Bond, now: datetime) -> list[Promise]:
        return [promise_of(row) for row in await self._database.find(_DUE, bond, now=now)]

    async def update(self, promise: Promise) -> None:
        statement = update(promises).where(scope.owned(promises, promise.bond), promises.c.promise_id == promise.id)
        statement = statement.values(promise_row(promise))
        if not await self._database.write("promises.update", lambda tx: tx.run(statement)):
            raise NotFoundError(f"there is no promise {promise.id!r} here")

    async def drop_over(self, bond: Bond, before: datetime) -> int:
        statement = delete(promises).where(scope.owned(promises, bond), promises.c.closed_at < before)
        return await self._database.write("promises.drop_over", lambda tx: tx.run(statement))
