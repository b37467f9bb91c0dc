"""What a call of the store asks of an open database, whatever its kind: read, write, and transactions of a task.

Reads see what is committed and never wait. Each write is one transaction of its own, or a savepoint of the transaction
that its task has open. `onefile.py` does it with one writer, `served.py` with a pool.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from contextvars import ContextVar
from typing import Any, TypeVar

from sqlalchemy import Connection, CursorResult, Delete, Executable, Insert, RowMapping, Select, Update

from pawsona.errors import StorageError
from pawsona.storage.dialect import Dialect, Explained
from pawsona.storage.prepared import Owner, Prepared

T = TypeVar("T")
Row = RowMapping | Mapping[str, Any]
"""Column -> value of a row that was read."""
Values = Mapping[str, Any]
"""Column -> value of a row to be written."""
FaultHook = Callable[[str], None]
"""Called with a stable name (`talk.add/messages:before`, `commit:after`) around every write; may end the process."""

HELD: ContextVar[Callable[[Connection], None] | None] = ContextVar("held", default=None)
"""What must hold when a transaction of this task, or of one that it started, is committed; raises where it doesn't."""
CLOSED = "the store is closed; open it again"
BUSY = "the database was busy with another write for too long; try again"
UNDONE = "the transaction was undone by an earlier error; start it anew"
JOINED = -1
"""The depth of a call in a transaction that is `whole`: it begins and ends nothing, and undoes all where it fails."""


def no_fault(point: str) -> None:
    """What happens at every point when nobody looks for faults: nothing."""


class Database(ABC):
    """An open database."""

    at_once = False
    """Reads that are not long are answered where they are asked for, without a wait."""

    def __init__(self, dialect: Dialect, *, fault: FaultHook) -> None:
        self.dialect = dialect
        self._fault = fault
        self._explaining = Explained(dialect)

    @abstractmethod
    async def open(self, prepare: Callable[[Connection], None]) -> None:
        """Connect, and let `prepare` bring the tables up to date."""

    @abstractmethod
    async def close(self) -> None:
        """Let go of everything; waits for a transaction that is under way in another task."""

    @property
    @abstractmethod
    def in_transaction(self) -> bool:
        """Whether the running task has a transaction open here. A child task never has its parent's."""

    @abstractmethod
    async def read(self, work: Callable[[Connection], T], *, long: bool = True, of: Owner | None = None) -> T:
        """Run queries: inside the task's transaction if it has one, else on what is committed.

        Args:
            work: asks them.
            long: the event loop must not wait for it.
            of: whose rows, where that is known beforehand.
        """

    @abstractmethod
    async def write(
        self, call: str, work: Callable[["Write"], T], *, long: bool = True, of: Owner | None = None, lasts: bool = True
    ) -> T:
        """Run one call of the store, all of it or nothing of it.

        Args:
            call: its name.
            work: writes.
            long: the event loop must not wait for it.
            of: whose rows, where that is known beforehand.
            lasts: False for what may go where the power fails before anything else was written: a file's disk is then
                not waited for.
        """

    @abstractmethod
    def transaction(self, *, whole: bool = False, waits: bool = True) -> AbstractAsyncContextManager[None]:
        """Make what the task does inside durable together, or not at all. It begins with the first thing done in it.

        Args:
            whole: no call in it, nor a transaction inside it, may fail without the others: it needs no savepoints.
                Of a transaction inside another only the outer one is asked.
            waits: it ends when the disk has it; else when it is committed, and `kept` waits. Likewise the outer one's.
        """

    async def kept(self) -> None:  # noqa: B027 - where a commit waits by itself there is nothing left to wait for
        """Wait until the disk has all that was committed here."""

    @abstractmethod
    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Use a connection outside any transaction."""

    @abstractmethod
    def forget(self) -> None:
        """Keep no values of statements in memory."""

    def claim(self, connection: Connection, owner: Owner) -> None:  # noqa: B027 - one writer has nothing to claim
        """Somebody's rows are read or written in the transaction on this connection: nobody else's may until it ends.

        So one person's calls follow each other, as they do where there is one writer.
        """

    async def snapshot(self, work: Callable[[Connection], T]) -> T:
        """Run several queries that see one and the same moment."""

        def still(connection: Connection) -> T:
            if self.dialect.inside(connection):
                return work(connection)
            self.dialect.control(connection, self.dialect.snapshot)
            try:
                return work(connection)
            finally:
                self.dialect.control(connection, "ROLLBACK")

        return await self.read(still)

    async def rows(self, query: Select[Any]) -> Sequence[Row]:
        """All rows of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().all())

    async def first(self, query: Select[Any]) -> Row | None:
        """The first row of one query."""
        return await self.read(lambda connection: connection.execute(query).mappings().first())

    async def look(
        self,
        work: Callable[[Connection], T],
        of: Owner,
        what: Hashable,
        *,
        large: Callable[[Connection], bool] | None = None,
    ) -> T:
        """Run queries that are long for one owner and brief for another.

        Args:
            work: asks them; where it is begun and given up, it is run once more.
            of: whose rows.
            what: the same for the same queries.
            large: whether the work takes long with what few queries find; asked where it would keep the event loop.
        """
        return await self.read(work, of=of)

    async def find(self, query: Prepared, owner: Owner, **values: Any) -> Sequence[Row]:
        """All rows of a prepared query."""

        def work(connection: Connection) -> Sequence[Row]:
            self.claim(connection, owner)
            return query.find(connection, owner, values)

        if query.long:
            return await self.look(work, owner, query)
        return await self.read(work, long=False, of=owner)

    async def find_one(self, query: Prepared, owner: Owner, **values: Any) -> Row | None:
        """The first row of a prepared query."""
        return next(iter(await self.find(query, owner, **values)), None)

    async def do(self, call: str, statement: Prepared, owner: Owner, **values: Any) -> int:
        """A call of the store that is one prepared statement; the number of rows it touched."""
        return await self.write(
            call, lambda tx: tx.do(statement, owner, **values), long=statement.long, of=owner, lasts=statement.lasts
        )

    def _do(
        self, connection: Connection, depth: int, call: str, work: Callable[["Write"], T], of: Owner | None = None
    ) -> T:
        """One call in one piece, so that being cancelled can't stop it halfway."""
        self._begin(connection, depth, of)
        try:
            self._fault(f"{call}:before")
            done = work(Write(self, connection, call, self._fault))
            self._fault(f"{call}:after")
        except BaseException:
            self._undo(connection, depth)
            raise
        self._end(connection, depth)
        return done

    def _begin(self, connection: Connection, depth: int, of: Owner | None = None) -> None:
        """Begin a transaction, or a savepoint where one is open already."""
        if depth:
            self._going_on(connection)
        if depth != JOINED:
            self.dialect.control(connection, f"SAVEPOINT inner{depth}" if depth else self.dialect.begin)

    def _going_on(self, connection: Connection) -> None:
        """Make sure that the transaction is still there: a full disk undoes everything, and going on would keep half.

        Raises:
            StorageError: it was undone.
        """
        if not self.dialect.inside(connection):
            raise StorageError(UNDONE)

    def _end(self, connection: Connection, depth: int) -> None:
        if depth:
            if depth != JOINED:
                self.dialect.control(connection, f"RELEASE inner{depth}")
            return
        self._going_on(connection)
        try:
            if (check := HELD.get()) is not None:
                check(connection)
            self._fault("commit:before")
            self._commit(connection)
            self._fault("commit:after")
        except BaseException:
            self._undo(connection, depth)
            raise

    def _commit(self, connection: Connection) -> None:
        self.dialect.control(connection, "COMMIT")

    def _undo(self, connection: Connection, depth: int) -> None:
        if not self.dialect.inside(connection):  # committed after all, or rolled back already because the disk is full
            return
        if depth > 0:
            self.dialect.control(connection, f"ROLLBACK TO inner{depth}")
            self.dialect.control(connection, f"RELEASE inner{depth}")
        else:
            self.dialect.control(connection, "ROLLBACK")

    def _explained(self) -> Explained:
        return self._explaining


class Write:
    """What a write may do inside its transaction."""

    def __init__(self, database: Database, connection: Connection, call: str, fault: FaultHook) -> None:
        self.connection = connection
        self._database = database
        self._call = call
        self._fault = fault

    def run(
        self, statement: Insert | Update | Delete, rows: Sequence[Values] | None = None, *, of: Owner | None = None
    ) -> int:
        """Execute one statement, or one per row, with a fault point before and after; the number of rows it touched.

        Args:
            statement: what.
            rows: values for each time.
            of: whose rows; None where they are nobody's, many people's, or this call has claimed them already.
        """
        if of is not None:
            self._database.claim(self.connection, of)
        table: Any = statement.table
        return self._written(table.name, lambda: self._execute(statement, rows).rowcount)

    def do(self, statement: Prepared, owner: Owner, **values: Any) -> int:
        """The same with a prepared statement."""
        return self.do_all(statement, owner, [values])

    def do_all(self, statement: Prepared, owner: Owner, rows: Iterable[Values]) -> int:
        """The same with a prepared statement, once for each row of values."""
        self._database.claim(self.connection, owner)
        return self._written(statement.table, lambda: statement.do(self.connection, owner, rows))

    def find(self, query: Prepared, owner: Owner, **values: Any) -> Sequence[Row]:
        """Read with a prepared query, seeing what this transaction wrote."""
        self._database.claim(self.connection, owner)
        return query.find(self.connection, owner, values)

    def rows(self, query: Select[Any]) -> Sequence[Row]:
        """Read, seeing what this transaction wrote."""
        return self.connection.execute(query).mappings().all()

    def value(self, query: Select[Any]) -> Any:
        """The first column of the first row, or None."""
        return self.connection.execute(query).scalar()

    def take_numbers(self, owner: Owner, count: int) -> Sequence[int]:
        """Growing numbers for an owner's index, that nothing in this home had before."""
        self._database.claim(self.connection, owner)  # first, or a later number could be committed earlier
        return self._written("counters", lambda: self._database.dialect.take_numbers(self.connection, count))

    def _written(self, table: str, write: Callable[[], T]) -> T:
        self._fault(f"{self._call}/{table}:before")
        done = write()
        self._fault(f"{self._call}/{table}:after")
        return done

    def _execute(self, statement: Executable, rows: Sequence[Values] | None) -> CursorResult[Any]:
        return self.connection.execute(statement, rows) if rows is not None else self.connection.execute(statement)
