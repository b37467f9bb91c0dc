"""M: what is remembered."""

from collections.abc import Sequence
from datetime import date
from itertools import groupby
from operator import attrgetter
from typing import Any

from sqlalchemy import ColumnElement, Date, Select, Text, and_, bindparam, cast, delete, insert, or_, select, update

from pawsona.domain.ids import Bond, MemoryId
from pawsona.domain.memory import Memory
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.batches import batches
from pawsona.storage.connection import Database, Values, Write
from pawsona.storage.dialect import one_of
from pawsona.storage.entries import drop_entries
from pawsona.storage.prepared import Prepared, row_of
from pawsona.storage.rows.memory import memory_of, memory_row
from pawsona.storage.schema import facts, memories, promises

_SOME = Prepared(lambda: select(memories).where(scope.theirs(memories), one_of(memories.c.memory_id, "ids")))
_ALL = Prepared(lambda: _newest(), long=True)
_LATEST = Prepared(
    lambda: (
        select(memories)
        .where(scope.theirs(memories), _living())
        .order_by(memories.c.renewed_at.desc(), memories.c.memory_id.desc())
        .limit(bindparam("limit"))
    ),
    long=True,
)
_DATED = Prepared(
    lambda: select(memories).where(scope.theirs(memories), _living(), _of_a_day()).order_by(memories.c.memory_id),
    long=True,
)
_VOICELESS = Prepared(lambda: _newest(_living(), memories.c.voice.is_(None)), long=True)
_LASTING = Prepared(lambda: _newest(memories.c.retention == "permanent", memories.c.origin == "said"), long=True)
_EXPIRED = Prepared(
    lambda: (
        select(memories).where(scope.theirs(memories), _run_out()).order_by(memories.c.created_at, memories.c.memory_id)
    )
)
_ADD = Prepared(lambda: insert(memories))
_UPDATE = Prepared(
    lambda: (
        update(memories).where(scope.theirs(memories), memories.c.memory_id == bindparam("id")).values(row_of(memories))
    )
)
FEW = 8
"""Rows that are written without a hop to a thread."""
_DAYS = ("birthday", "anniversary", "生日", "纪念日")


def _newest(*which: ColumnElement[bool]) -> Select[Any]:
    found = select(memories).where(scope.theirs(memories), *which)
    return found.order_by(memories.c.created_at.desc(), memories.c.memory_id.desc())


def _living() -> ColumnElement[bool]:
    """`Memory.alive` in SQL, on the day `today`."""
    return or_(memories.c.pinned, memories.c.expires_on.is_(None), memories.c.expires_on > bindparam("today"))


def _run_out() -> ColumnElement[bool]:
    """Its opposite, said so that an index answers it.

    The day as a subquery: PostgreSQL would plan anew at every call, because it hopes that this day has few.
    """
    today = select(bindparam("today", type_=Date())).scalar_subquery()
    return and_(~memories.c.pinned, memories.c.expires_on <= today)


def _of_a_day() -> ColumnElement[bool]:
    """What may tell of a day that comes again, or of one ahead."""
    words = (memories.c.text.contains(word) for word in _DAYS)
    return or_(memories.c.topic == "birthday", cast(memories.c.slots, Text).contains('"on":'), *words)


class SqlMemories:
    """The port `Memories`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, *added: Memory) -> None:
        for bond, some in groupby(added, attrgetter("bond")):
            rows = [memory_row(memory) for memory in some]
            await self._write("memories.add", _ADD, bond, rows)

    async def get(self, bond: Bond, memory: MemoryId) -> Memory | None:
        return next(iter(await self.some(bond, [memory])), None)

    async def some(self, bond: Bond, ids: Sequence[MemoryId]) -> list[Memory]:
        rows = await self._database.find(_SOME, bond, ids=list(ids)) if ids else []
        found = {memory.id: memory for memory in map(memory_of, rows)}
        return [found[memory] for memory in ids if memory in found]

    async def all(self, bond: Bond) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_ALL, bond)]

    async def latest(self, bond: Bond, today: date, limit: int) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_LATEST, bond, today=today, limit=limit)]

    async def dated(self, bond: Bond, today: date) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_DATED, bond, today=today)]

    async def voiceless(self, bond: Bond, today: date) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_VOICELESS, bond, today=today)]

    async def lasting(self, bond: Bond) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_LASTING, bond)]

    async def expired(self, bond: Bond, today: date) -> list[Memory]:
        return [memory_of(row) for row in await self._database.find(_EXPIRED, bond, today=today)]

    async def update(self, *changed: Memory) -> None:
        for bond, some in groupby(changed, attrgetter("bond")):
            rows = [memory_row(memory) | {"id": memory.id} for memory in some]
            if await self._write("memories.update", _UPDATE, bond, rows) < len(rows):
                raise NotFoundError(f"there is no memory {' or '.join(repr(row['id']) for row in rows)} here")

    async def _write(self, call: str, statement: Prepared, bond: Bond, rows: Sequence[Values]) -> int:
        long = len(rows) > FEW
        return await self._database.write(call, lambda tx: tx.do_all(statement, bond, rows), long=long, of=bond)

    async def delete(self, bond: Bond, ids: Sequence[MemoryId]) -> None:
        if not ids:
            return

        def work(tx: Write) -> None:
            for some in batches(ids):
                tx.run(delete(facts).where(scope.owned(facts, bond), facts.c.memory_id.in_(some)), of=bond)
                tx.run(delete(promises).where(scope.owned(promises, bond), promises.c.source.in_(some)))
                tx.run(delete(memories).where(scope.owned(memories, bond), memories.c.memory_id.in_(some)))
            drop_entries(tx, bond, "memory", ids)

        await self._database.write("memories.delete", work)
