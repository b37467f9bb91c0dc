"""The ledger of promises."""

from datetime import datetime

from sqlalchemy import delete, insert, select, update

from pawsona.domain.ids import Bond
from pawsona.domain.promise import Promise
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.rows.note import promise_of, promise_row
from pawsona.storage.schema import promises


class SqlPromises:
    """The port `Promises`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, promise: Promise) -> None:
        await self._database.write("promises.add", lambda tx: tx.run(insert(promises).values(promise_row(promise))))

    async def all(self, bond: Bond) -> list[Promise]:
        query = select(promises).where(scope.owned(promises, bond))
        found = await self._database.rows(query.order_by(promises.c.due, promises.c.promise_id))
        return [promise_of(row) for row in found]

    async def due(self, bond: Bond, now: datetime) -> list[Promise]:
        query = select(promises).where(
            scope.owned(promises, bond),
            promises.c.due <= now,
            promises.c.asked_at.is_(None),
            promises.c.closed_at.is_(None),
        )
        found = await self._database.rows(query.order_by(promises.c.due, promises.c.promise_id))
        return [promise_of(row) for row in found]

    async def update(self, promise: Promise) -> None:
        statement = update(promises).where(scope.owned(promises, promise.bond), promises.c.promise_id == promise.id)
        statement = statement.values(promise_row(promise))
        if not await self._database.write("promises.update", lambda tx: tx.run(statement)):
            raise NotFoundError(f"there is no promise {promise.id!r} here")

    async def drop_over(self, bond: Bond, before: datetime) -> int:
        statement = delete(promises).where(scope.owned(promises, bond), promises.c.closed_at < before)
        return await self._database.write("promises.drop_over", lambda tx: tx.run(statement))
