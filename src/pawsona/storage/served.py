"""A database on a server: a pool of connections, each transaction holding one, and a server that may come back.

Calls of different persons go side by side; those of one person follow each other, because a transaction claims the
persons whose rows it touches (an advisory lock). The event loop must not wait for a network: work goes to threads, but
for brief reads, whose answers the loop takes when they are there.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, TypeVar

from sqlalchemy import URL, Connection

from pawsona.domain.ids import Bond, PersonId
from pawsona.errors import StorageError, StoreBusyError
from pawsona.storage import commits, postgres
from pawsona.storage.connection import BUSY, CLOSED, JOINED, Database, FaultHook, Row, Write
from pawsona.storage.mending import too_late
from pawsona.storage.onloop import ElsewhereError, OnLoop
from pawsona.storage.prepared import Owner, Prepared
from pawsona.storage.spares import Spares
from pawsona.storage.together import Together
from pawsona.storage.workers import Threads

T = TypeVar("T")
_PAUSES = (0.0, 0.05, 0.1, 0.2, 0.5)
"""Seconds between attempts to reach a server that went; the last is repeated."""


@dataclass
class _Open:
    """A transaction of a task; its connection is taken with the first thing done in it."""

    depth: int
    """1, and one more for each transaction inside; JOINED where it is whole."""
    connection: Connection | None = None


class Served(Database):
    """An open database on a server.

    Args:
        connections: transactions at once, and as many reads beside them.
        patience: seconds that a write waits for a free connection.
        mending: seconds that a call waits for a server that went to come back.
    """

    def __init__(
        self, url: URL, *, fault: FaultHook, busy_seconds: float, patience: float, connections: int, mending: float
    ) -> None:
        super().__init__(postgres.Postgres(url), fault=fault)
        self._engine = postgres.engine(url, busy_seconds=busy_seconds)
        self._patience, self._mending = patience, mending
        on_loop = connections // 2
        self._readers, self._writers = Threads(connections - on_loop), Threads(connections)
        self._slots, self._count = asyncio.Semaphore(connections), connections
        self._closing = asyncio.Lock()
        self._spares = Spares()
        self._claims: dict[Connection, set[str]] = {}
        self._open: dict[asyncio.Task[Any] | None, _Open] = {}
        self._brief = Together(self._lone, _may_pass)
        self._on_loop = OnLoop(self._spares.take, self._give_back, on_loop)
        self._closed = True

    async def open(self, prepare: Callable[[Connection], None]) -> None:
        with self._explained():
            await self._writers.run(lambda: self._lent(prepare))
        self._closed = False

    async def close(self) -> None:
        if self.in_transaction:
            raise StorageError("the store can't be closed inside a transaction; finish it first")
        async with self._closing, AsyncExitStack() as room:  # two at once would each have half of it
            for _ in range(self._count):
                await room.enter_async_context(self._slots)
            self._closed = True
            await self._on_loop.close()
            await self._readers.close()
            await self._writers.close()
            self._spares.close()
            self._engine.dispose()

    @property
    def in_transaction(self) -> bool:
        return asyncio.current_task() in self._open

    async def read(self, work: Callable[[Connection], T], *, long: bool = True, of: Owner | None = None) -> T:
        mine = self._open.get(asyncio.current_task())
        if mine is not None:
            return await self._within(mine, work, of)
        if long:
            return await self._lone(work)
        with self._explained():
            return await self._brief.read(work)

    async def find(self, query: Prepared, owner: Owner, **values: Any) -> Sequence[Row]:
        """A brief one outside any transaction goes to no thread; if it has to, what it waited counts."""
        if query.long or self._closed or self.in_transaction:
            return await super().find(query, owner, **values)
        since = time.monotonic()
        try:
            return await self._on_loop.find(query, owner, values)
        except ElsewhereError:
            with self._explained():
                return await self._brief.read(lambda connection: query.find(connection, owner, values), since)

    async def write(
        self, call: str, work: Callable[[Write], T], *, long: bool = True, of: Owner | None = None, lasts: bool = True
    ) -> T:
        """A call of its own is done once more where the server went, or two collided: nothing of it was kept."""
        mine = self._open.get(asyncio.current_task())
        if mine is not None:
            depth = mine.depth
            return await self._within(mine, lambda connection: self._do(connection, depth, call, work), of)

        def whole(connection: Connection) -> T:
            return self._do(connection, 0, call, work, of)

        async with self._slot():
            return await self._run(self._writers, lambda: self._mended(whole))

    @asynccontextmanager
    async def transaction(self, *, whole: bool = False, waits: bool = True) -> AsyncIterator[None]:
        task = asyncio.current_task()
        mine = self._open.get(task)
        if mine is not None:
            async with self._inner(mine):
                yield
            return
        async with self._slot():
            mine = self._open[task] = _Open(JOINED if whole else 1)
            try:
                yield
            except BaseException:
                await self._ended(mine, lambda connection: self._undo(connection, 0))
                raise
            else:
                await self._ended(mine, lambda connection: self._end(connection, 0))
            finally:
                del self._open[task]

    async def alone(self, work: Callable[[Connection], T]) -> T:
        if self.in_transaction:
            raise StorageError("this can't be done inside a transaction; finish it first")
        async with self._slot():
            return await self._run(self._writers, lambda: self._lent(work))

    def forget(self) -> None:
        self._engine.clear_compiled_cache()

    def claim(self, connection: Connection, owner: Owner) -> None:
        claimed = self._claims.get(connection)
        if claimed is not None and (person := _person(owner)) not in claimed:
            self.dialect.control(connection, _lock(person))
            claimed.add(person)

    def _begin(self, connection: Connection, depth: int, of: Owner | None = None) -> None:
        """With the beginning goes the first claim, in one message."""
        if depth:
            super()._begin(connection, depth)
            return
        claimed: list[PersonId] = [] if of is None else [_person(of)]
        self.dialect.control(connection, "; ".join([self.dialect.begin, *map(_lock, claimed)]))
        self._claims[connection] = set(claimed)

    def _commit(self, connection: Connection) -> None:
        commits.commit(connection, self._engine, self._mending)

    @asynccontextmanager
    async def _inner(self, mine: _Open) -> AsyncIterator[None]:
        """A transaction inside one: a savepoint, or nothing of its own."""
        depth = mine.depth
        if depth != JOINED:
            await self._within(mine, lambda connection: self._begin(connection, depth))
            mine.depth = depth + 1
        try:
            yield
        except BaseException:
            if (connection := mine.connection) is not None:
                await self._run(self._writers, lambda: self._undo(connection, depth))
            raise
        finally:
            mine.depth = depth
        if depth != JOINED:
            await self._within(mine, lambda connection: self._end(connection, depth))

    @asynccontextmanager
    async def _slot(self) -> AsyncIterator[None]:
        """Room for one more transaction; the wait ends, since a child of one that is open may be waiting."""
        try:
            async with asyncio.timeout(self._patience):
                await self._slots.acquire()
        except TimeoutError:
            raise StoreBusyError(BUSY) from None
        try:
            yield
        finally:
            self._slots.release()

    async def _within(self, mine: _Open, work: Callable[[Connection], T], of: Owner | None = None) -> T:
        """Run work on a transaction's connection; with the first, it begins."""

        def first(connection: Connection) -> None:
            self._begin(connection, 0, of)
            mine.connection = connection

        def here() -> T:
            if mine.connection is None:
                self._mended(first, keep=True)
            assert mine.connection is not None
            if postgres.lost(mine.connection):
                raise StoreBusyError("the connection to the database was lost; nothing of this was kept, try it again")
            self._going_on(mine.connection)
            return work(mine.connection)

        return await self._run(self._writers, here)

    async def _ended(self, mine: _Open, end: Callable[[Connection], None]) -> None:
        """Commit or undo, if it was begun, and give the connection back."""
        connection = mine.connection
        if connection is not None:
            await self._run(self._writers, lambda: self._lent(end, connection))

    async def _lone(self, work: Callable[[Connection], T], since: float | None = None) -> T:
        """A read outside any transaction."""
        return await self._run(self._readers, lambda: self._mended(work, since))

    async def _run(self, threads: Threads, work: Callable[[], T]) -> T:
        if self._closed:
            raise StorageError(CLOSED)
        with self._explained():
            return await threads.run(work)

    def _mended(self, work: Callable[[Connection], T], since: float | None = None, *, keep: bool = False) -> T:
        """Run work that nothing is left of where it fails, on one connection after another until the server is back."""
        until, attempt = (time.monotonic() if since is None else since) + self._mending, 0
        while True:
            begun = time.monotonic()
            try:
                return self._lent(work, keep=keep)
            except Exception as error:  # looked at: everything but what may pass is raised again
                pause = _PAUSES[min(attempt, len(_PAUSES) - 1)]
                if not _may_pass(error) or too_late(until - pause, begun):
                    raise
            time.sleep(pause)
            attempt += 1

    def _lent(self, work: Callable[[Connection], T], connection: Connection | None = None, *, keep: bool = False) -> T:
        """Run work on a connection, which goes back to the pool whole or not at all."""
        if connection is None:
            connection = self._spares.take() or self._engine.connect()
        try:
            done = work(connection)
        except BaseException:
            self._give_back(connection)
            raise
        if not keep:
            self._give_back(connection)
        return done

    def _give_back(self, connection: Connection) -> None:
        self._claims.pop(connection, None)
        self._spares.put(connection)


def _person(owner: Owner) -> PersonId:
    return owner.person if isinstance(owner, Bond) else owner


def _lock(person: PersonId) -> str:
    """The statement that lets nobody else touch a person's rows until the transaction ends."""
    number = int.from_bytes(blake2b(f"person {person}".encode(), digest_size=8).digest(), signed=True)
    return f"SELECT pg_advisory_xact_lock({number})"


def _may_pass(error: Exception) -> bool:
    return postgres.gone(error) or postgres.again(error)
