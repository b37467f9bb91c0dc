"""M: what is remembered."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import ColumnElement, Text, cast, delete, insert, or_, select, update

from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.memory import Memory
from pawsona.errors import NotFoundError
from pawsona.storage import scope, sqlite
from pawsona.storage.batches import batches
from pawsona.storage.connection import Database, Write
from pawsona.storage.entries import drop_entries
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.memory import memory_of, memory_row
from pawsona.storage.schema import facts, memories, promises

_SOME = Prepared(lambda: select(memories).where(scope.theirs(memories), memories.c.memory_id.in_(sqlite.listed("ids"))))
_DAYS = ("birthday", "anniversary", "生日", "纪念日")


def _living(today: date) -> ColumnElement[bool]:
    """`Memory.alive` in SQL."""
    return or_(memories.c.pinned, memories.c.expires_on.is_(None), memories.c.expires_on > today)


class SqlMemories:
    """The port `Memories`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, memory: Memory) -> None:
        await self._database.write("memories.add", lambda tx: tx.run(insert(memories).values(memory_row(memory))))

    async def get(self, bond: Bond, memory: MemoryId) -> Memory | None:
        return next(iter(await self.some(bond, [memory])), None)

    async def some(self, bond: Bond, ids: Sequence[MemoryId]) -> list[Memory]:
        rows = await self._database.find(_SOME, bond, ids=list(ids)) if ids else []
        found = {memory.id: memory for memory in map(memory_of, rows)}
        return [found[memory] for memory in ids if memory in found]

    async def all(self, bond: Bond) -> list[Memory]:
        query = select(memories).where(scope.owned(memories, bond))
        query = query.order_by(memories.c.created_at.desc(), memories.c.memory_id.desc())
        return [memory_of(row) for row in await self._database.rows(query)]

    async def latest(self, bond: Bond, today: date, limit: int) -> list[Memory]:
        query = select(memories).where(scope.owned(memories, bond), _living(today))
        query = query.order_by(memories.c.renewed_at.desc(), memories.c.memory_id.desc()).limit(limit)
        return [memory_of(row) for row in await self._database.rows(query)]

    async def dated(self, bond: Bond, today: date) -> list[Memory]:
        words = or_(*(memories.c.text.contains(word) for word in _DAYS))
        about = or_(memories.c.topic == "birthday", cast(memories.c.slots, Text).contains('"on":'), words)
        query = select(memories).where(scope.owned(memories, bond), _living(today), about)
        return [memory_of(row) for row in await self._database.rows(query.order_by(memories.c.memory_id))]

    async def expired(self, bond: Bond, today: date) -> list[Memory]:
        query = select(memories).where(scope.owned(memories, bond), ~_living(today))
        query = query.order_by(memories.c.created_at, memories.c.memory_id)
        return [memory_of(row) for row in await self._database.rows(query)]

    async def update(self, memory: Memory) -> None:
        statement = update(memories).where(scope.owned(memories, memory.bond), memories.c.memory_id == memory.id)
        statement = statement.values(memory_row(memory))
        if not await self._database.write("memories.update", lambda tx: tx.run(statement)):
            raise NotFoundError(f"there is no memory {memory.id!r} here")

    async def delete(self, bond: Bond, ids: Sequence[MemoryId]) -> None:
        def work(tx: Write) -> None:
            for some in batches(ids):
                tx.run(delete(facts).where(scope.owned(facts, bond), facts.c.memory_id.in_(some)))
                tx.run(delete(promises).where(scope.owned(promises, bond), promises.c.source.in_(some)))
                tx.run(delete(memories).where(scope.owned(memories, bond), memories.c.memory_id.in_(some)))
            drop_entries(tx, bond, "memory", ids)

        await self._database.write("memories.delete", work)
