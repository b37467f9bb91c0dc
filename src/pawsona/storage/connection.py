"""One writer, a few readers, and transactions that belong to the task that opened them.

Reads see what is committed and never wait. Writes queue for one connection; each call is one transaction of its own,
or a savepoint of the transaction that its task has open.
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Delete, Executable, Insert, RowMapping, Select, Update

from pawsona.errors import StorageError
from pawsona.storage import sqlite
from pawsona.storage.prepared import Owner, Prepared
from pawsona.storage.workers import Workers

T = TypeVar("T")
Row = RowMapping | Mapping[str, Any]
"""Column -> value of a row that was read."""
Values = Mapping[str, Any]
"""Column -> value of a row to be written."""
FaultHook = Callable[[str], None]
"""Called with a stable name (`talk.add/messages:before`, `commit:after`) around every write; may end the process."""

HELD: ContextVar[Callable[[Connection], None] | None] = ContextVar("held", default=None)
"""What must hold when a transaction of this task, or of one that it started, is committed; raises where it doesn't."""
_CLOSED = "the store is closed; open it again"
_READERS = 4
"""One that reads a bond's 20,000 vectors must not keep the others waiting."""


def no_fault(point: str) -> None:
    """What happens at every point when nobody looks for faults: nothing."""


class Write:
    """What a write may do inside its transaction."""

    def __init__(self, connection: Connection, call: str, fault: FaultHook) -> None:
        self.connection = connection
        self._call = call
        self._fault = fault

    def run(self, statement: Insert | Update | Delete, rows: Sequence[Values] | None = None) -> int:
        """Execute one statement, or one per row, with a fault point before and after; the number of rows it touched."""
        table: Any = statement.table
        return self._written(table.name, lambda: self._execute(statement, rows).rowcount)

    def do(self, statement: Prepared, owner: Owner, **values: Any) -> int:
        """The same with a prepared statement."""
        return self.do_all(statement, owner, [values])

    def do_all(self, statement: Prepared, owner: Owner, rows: Iterable[Values]) -> int:
        """The same with a prepared statement, once for each row of values."""
        return self._written(statement.table, lambda: statement.do(self.connection, owner, rows))

    def find(self, query: Prepared, owner: Owner, **values: Any) -> Sequence[Row]:
        """Read with a prepared query, seeing what this transaction wrote."""
        return query.find(self.connection, owner, values)

    def rows(self, query: Select[Any]) -> Sequence[Row]:
        """Read, seeing what this transaction wrote."""
        return self.connection.execute(query).mappings().all()

    def value(self, query: Select[Any]) -> Any:
        """The first column of the first row, or None."""
        return self.connection.execute(query).scalar()

    def _written(self, table: str, write: Callable[[], int]) -> int:
        self._fault(f"{self._call}/{table}:before")
        done = write()
        self._fault(f"{self._call}/{table}:after")
        return done

    def _execute(self, statement: Executable, rows: Sequence[Values] | None) -> CursorResult[Any]:
        return self.connection.execute(statement, rows) if rows is not None else self.connection.execute(statement)


class Database:
    """An open database file."""

    def __init__(self, path: Path, *, fault: FaultHook, busy_seconds: float, patience: float) -> None:
        self.path = path
        self._fault = fault
        self._patience = patience
        self._busy_seconds = busy_seconds
        self._readers = Workers(sqlite.engine(path, busy_seconds=busy_seconds, reading=True), _READERS)
        self._writer = Workers(sqlite.engine(path, busy_seconds=busy_seconds, reading=False), 1)
        self._here: Connection | None = None
        self._writing: Connection | None = None
        self._turn = asyncio.Lock()
        self._owner: asyncio.Task[Any] | None = None
        self._depth = 0
        self._begun = False

    async def open(self, prepare: Callable[[Connection], None]) -> None:
        """Connect the writer and let `prepare` bring the file up to date."""
        with self._explained():
            await self._writer.run(prepare)
            [self._writing] = self._writer.connections
            self._here = self._readers.connect()

    async def close(self) -> None:
        """Let go of the file; waits for a transaction that is under way in another task."""
        if self.in_transaction:
            raise StorageError("the store can't be closed inside a transaction; finish it first")
        async with self._turn:
            self._here = self._writing = None
            await self._readers.close()
            await self._writer.close()

    @property
    def in_transaction(self) -> bool:
        """Whether the running task has a transaction open here. A child task never has its parent's."""
        return self._owner is not None and self._owner is asyncio.current_task()

    async def read(self, work: Callable[[Connection], T], *, long: bool = True) -> T:
        """Run queries: inside the task's transaction if it has one, else on what is committed.

        Where they are not long, they run here and now: a hop would take longer than the answer.
        """
        if self.in_transaction:
            return await self._in_writer(work, long=long)
        return await self._run(self._readers, work) if long else self._now(self._here, work)

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run several queries that see one and the same moment."""

        def still(connection: Connection) -> T:
            if sqlite.inside(connection):
                return work(connection)
            sqlite.control(connection, "BEGIN")
            try:
                return work(connection)
            finally:
                sqlite.control(connection, "ROLLBACK")

        return await self.read(still)

    async def rows(self, query: Select[Any]) -> Sequence[Row]:
        """All rows of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().all())

    async def first(self, query: Select[Any]) -> Row | None:
        """The first row of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().first())

    async def find(self, query: Prepared, owner: Owner, **values: Any) -> Sequence[Row]:
        """All rows of a prepared query."""
        return await self.read(lambda connection: query.find(connection, owner, values), long=query.long)

    async def find_one(self, query: Prepared, owner: Owner, **values: Any) -> Row | None:
        """The first row of a prepared query."""
        return next(iter(await self.find(query, owner, **values)), None)

    async def do(self, call: str, statement: Prepared, owner: Owner, **values: Any) -> int:
        """A call of the store that is one prepared statement; the number of rows it touched."""
        return await self.write(call, lambda tx: tx.do(statement, owner, **values), long=statement.long)

    async def write(self, call: str, work: Callable[[Write], T], *, long: bool = True) -> T:
        """Run one call of the store, all of it or nothing of it; inside a transaction what is not long runs here."""
        async with self._taken():
            depth = self._depth
            return await self._in_writer(lambda connection: self._do(connection, depth, call, work), long=long)

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[None]:
        """Make what the task does inside durable together, or not at all. It begins with the first thing done in it."""
        async with self._taken():
            depth = self._depth
            self._begun = depth > 0 and self._begun
            self._depth = depth + 1
            try:
                if depth:
                    await self._in_writer(lambda connection: _begin(connection, depth), long=False)
                yield
            except BaseException:
                await self._run(self._writer, lambda connection: _undo(connection, depth))
                raise
            finally:
                self._depth = depth
            if self._begun:
                await self._in_writer(lambda connection: self._end(connection, depth), long=depth == 0)

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Use the writer outside any transaction, with nobody else writing."""
        if self.in_transaction:
            raise StorageError("this can't be done inside a transaction; finish it first")
        async with self._taken():
            return await self._run(self._writer, work)

    def forget(self) -> None:
        """Keep no values of statements in memory."""
        self._readers.forget()
        self._writer.forget()

    def _do(self, connection: Connection, depth: int, call: str, work: Callable[[Write], T]) -> T:
        """One call in one piece, so that being cancelled can't stop it halfway."""
        _begin(connection, depth)
        try:
            self._fault(f"{call}:before")
            done = work(Write(connection, call, self._fault))
            self._fault(f"{call}:after")
        except BaseException:
            _undo(connection, depth)
            raise
        self._end(connection, depth)
        return done

    def _end(self, connection: Connection, depth: int) -> None:
        if depth:
            sqlite.control(connection, f"RELEASE inner{depth}")
            return
        try:
            if (check := HELD.get()) is not None:
                check(connection)
            self._fault("commit:before")
            sqlite.control(connection, "COMMIT")
            self._fault("commit:after")
        except BaseException:
            _undo(connection, depth)
            raise

    @asynccontextmanager
    async def _taken(self) -> AsyncIterator[None]:
        """Be the task whose turn it is to write; the wait ends, since a child of the writing task may be waiting."""
        if self.in_transaction:
            yield
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._turn.acquire()
        except TimeoutError:
            raise StorageError("the database was busy with another write for too long; try again") from None
        self._owner = asyncio.current_task()
        try:
            yield
        finally:
            self._owner = None
            self._turn.release()

    async def _in_writer(self, work: Callable[[Connection], T], *, long: bool) -> T:
        """Run work in the writer, where it may be the first of its task's transaction.

        To begin one may have to wait for another process, and to commit it waits for the disk; what lies between is
        this task's alone.
        """
        begins, self._begun = self._depth > 0 and not self._begun, True
        if self._depth and not long:
            begins = begins and not self._now(self._writing, self._begin_at_once)
            if not begins:
                return self._now(self._writing, work)

        def begun(connection: Connection) -> T:
            if begins:
                _begin(connection, 0)
            return work(connection)

        return await self._run(self._writer, begun)

    def _begin_at_once(self, connection: Connection) -> bool:
        return sqlite.begin_at_once(connection, self._busy_seconds)

    async def _run(self, workers: Workers, work: Callable[[Connection], T]) -> T:
        if self._here is None:
            raise StorageError(_CLOSED)
        with self._explained():
            return await workers.run(work)

    def _now(self, connection: Connection | None, work: Callable[[Connection], T]) -> T:
        """Run work in the event loop's own thread."""
        if connection is None:
            raise StorageError(_CLOSED)
        with self._explained():
            return work(connection)

    def _explained(self) -> sqlite.Explained:
        return sqlite.Explained(self.path)


def _begin(connection: Connection, depth: int) -> None:
    """Begin a transaction, or a savepoint where one is open already."""
    if depth and not sqlite.inside(connection):  # a full disk undoes everything at once; going on would keep half
        raise StorageError("the transaction was undone by an earlier error; start it anew")
    sqlite.control(connection, f"SAVEPOINT inner{depth}" if depth else sqlite.BEGIN)


def _undo(connection: Connection, depth: int) -> None:
    if not sqlite.inside(connection):  # committed after all, or rolled back already because the disk is full
        return
    if depth:
        sqlite.control(connection, f"ROLLBACK TO inner{depth}")
        sqlite.control(connection, f"RELEASE inner{depth}")
    else:
        sqlite.control(connection, "ROLLBACK")
