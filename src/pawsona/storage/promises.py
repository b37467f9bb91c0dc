"""The ledger of promises."""

from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.ids import Bond, PromiseId
from pawsona.domain.promise import Promise
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.prepared import Prepared, row_of
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
_ADD = Prepared(lambda: insert(promises))
_UPDATE = Prepared(
    lambda: (
        update(promises)
        .where(scope.theirs(promises), promises.c.promise_id == bindparam("id"))
        .values(row_of(promises))
    )
)
_DELETE = Prepared(lambda: delete(promises).where(scope.theirs(promises), promises.c.promise_id == bindparam("id")))
_DROP_OVER = Prepared(
    lambda: delete(promises).where(scope.theirs(promises), promises.c.closed_at < bindparam("before"))
)


class SqlPromises:
    """The port `Promises`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, promise: Promise) -> None:
        await self._database.do("promises.add", _ADD, promise.bond, **promise_row(promise))

    async def all(self, bond: Bond) -> list[Promise]:
        return [promise_of(row) for row in await self._database.find(_ALL, bond)]

    async def due(self, bond: Bond, now: datetime) -> list[Promise]:
        return [promise_of(row) for row in await self._database.find(_DUE, bond, now=now)]

    async def update(self, promise: Promise) -> None:
        row = promise_row(promise)
        if not await self._database.do("promises.update", _UPDATE, promise.bond, id=promise.id, **row):
            raise NotFoundError(f"there is no promise {promise.id!r} here")

    async def delete(self, bond: Bond, promise: PromiseId) -> None:
        if not await self._database.do("promises.delete", _DELETE, bond, id=promise):
            raise NotFoundError(f"there is no promise {promise!r} here")

    async def drop_over(self, bond: Bond, before: datetime) -> int:
        return await self._database.do("promises.drop_over", _DROP_OVER, bond, before=before)
