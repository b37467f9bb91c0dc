"""A database that is one file: one writer, a few readers, and brief work on the event loop itself.

Writes queue for one connection. What is brief runs here and now, because a hop to a thread takes longer than SQLite
takes to answer (docs/decisions/0008-one-hop-storage.md); the disk is waited for when it is committed (`disk.py`).
"""

import asyncio
from collections.abc import AsyncIterator, Callable, Hashable, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from time import sleep
from typing import Any, TypeVar

from sqlalchemy import Connection

from pawsona.errors import StorageError, StoreBusyError
from pawsona.storage import sqlite
from pawsona.storage.attempt import TooLongError, attempt
from pawsona.storage.connection import BUSY, CLOSED, JOINED, Database, FaultHook, Write
from pawsona.storage.disk import Disk
from pawsona.storage.line import Line
from pawsona.storage.prepared import Owner
from pawsona.storage.workers import Workers

T = TypeVar("T")
_READERS = 4
"""One that reads a bond's 20,000 vectors must not keep the others waiting."""
_LARGE = 10_000
"""Queries that are known to be long for somebody; one that is forgotten is tried once more."""
_NAPS = (0.0005,) * 6
"""Seconds between looks at whether another process has done with writing, which takes it one or two milliseconds. The
event loop stands still for them: a round of a busy loop takes longer, and all writers of this process wait so long."""
_LOOKS = (*(0.001,) * 10, *(0.005,) * 10)
"""The same for one that takes its time: the event loop goes on."""


class OneFile(Database):
    """An open database file."""

    at_once = True

    def __init__(self, path: Path, *, fault: FaultHook, busy_seconds: float, patience: float) -> None:
        super().__init__(sqlite.Sqlite(path), fault=fault)
        self._path, self._patience = path, patience
        self._busy_seconds = busy_seconds
        self._readers = Workers(sqlite.engine(path, busy_seconds=busy_seconds, reading=True), _READERS)
        self._writer = Workers(sqlite.engine(path, busy_seconds=busy_seconds, reading=False), 1)
        self._disk = Disk(path, sqlite.engine(path, busy_seconds=busy_seconds, reading=False))
        self._here: Connection | None = None
        self._writing: Connection | None = None
        self._line = Line()
        self._owner: asyncio.Task[Any] | None = None
        self._depth = 0
        self._begun = False
        self._whole = False
        self._long = False
        self._lasts = False
        self._logs = False
        self._committed = 0
        """How many rows this process has ever committed."""
        self._lasting = 0
        """Of them, how many the disk has."""
        self._large: dict[tuple[Hashable, Owner], None] = {}
        """What was given up here, and for whom; the oldest first."""

    async def open(self, prepare: Callable[[Connection], None]) -> None:
        with self._explained():
            await self._writer.run(prepare)
            [self._writing] = self._writer.connections
            self._logs = sqlite.write_log_only(self._writing)
            if self._logs:
                sqlite.wait_for_others(self._writing, 0)
            self._here = self._readers.connect()
        if self._logs:
            with self._disk_explained():
                self._disk.open()

    async def close(self) -> None:
        if self.in_transaction:
            raise StorageError("the store can't be closed inside a transaction; finish it first")
        async with self._line:
            self._here = self._writing = None
            await self._disk.close()
            await self._readers.close()
            await self._writer.close()

    @property
    def in_transaction(self) -> bool:
        return self._owner is not None and self._owner is asyncio.current_task()

    async def read(self, work: Callable[[Connection], T], *, long: bool = True, of: Owner | None = None) -> T:
        """Where they are not long, they run here and now: a hop would take longer than the answer."""
        if self.in_transaction:
            return await self._in_writer(work, long=long)
        return await self._run(self._readers, work) if long else self._now(self._here, work)

    async def look(
        self,
        work: Callable[[Connection], T],
        of: Owner,
        what: Hashable,
        *,
        large: Callable[[Connection], bool] | None = None,
    ) -> T:
        """Begun here and now; where that takes too long, now or before, in a thread."""

        def brief(connection: Connection) -> T:
            if large is not None and large(connection):
                raise TooLongError
            return work(connection)

        if (what, of) not in self._large:
            try:
                return await self.read(lambda connection: attempt(connection, brief), long=False)
            except TooLongError:
                self._large[what, of] = None
                if len(self._large) > _LARGE:
                    del self._large[next(iter(self._large))]
        return await self.read(work)

    async def write(
        self, call: str, work: Callable[[Write], T], *, long: bool = True, of: Owner | None = None, lasts: bool = True
    ) -> T:
        """What is not long runs here, if no other process is writing at this moment."""
        async with self._taken():
            depth = JOINED if self._depth and self._whole else self._depth
            self._lasts = self._lasts or lasts
            if depth or long or not await self._begun_here():
                done = await self._in_writer(lambda connection: self._do(connection, depth, call, work), long=long)
            else:
                done = self._now(self._writing, lambda connection: self._done(connection, call, work))
            if not depth:
                self._count()
        if lasts and not depth:
            await self.kept()
        return done

    @asynccontextmanager
    async def transaction(self, *, whole: bool = False, waits: bool = True) -> AsyncIterator[None]:
        async with self._taken():
            held = self._depth
            self._begun = held > 0 and self._begun
            self._long, self._lasts = held > 0 and self._long, held > 0 and self._lasts
            self._whole = self._whole if held else whole
            depth = JOINED if held and self._whole else held
            self._depth = held + 1
            try:
                if depth > 0:
                    await self._in_writer(lambda connection: self._begin(connection, depth), long=False)
                yield
            except BaseException:
                await self._in_thread(lambda connection: self._undo(connection, depth))
                raise
            finally:
                self._depth = held
            lasts = self._lasts and not held
            if self._begun and depth != JOINED:
                await self._ended(depth)
            if not held:
                self._count()
        if lasts and waits:
            await self.kept()

    async def kept(self) -> None:
        """Wait for the disk, but not where all that was committed is there already."""
        if self._committed > self._lasting or self._disk.in_doubt:
            await self._waited()

    async def alone(self, work: Callable[[Connection], T]) -> T:
        """Use the writer outside any transaction, with nobody else writing, nor the log's pages on their way."""
        if self.in_transaction:
            raise StorageError("this can't be done inside a transaction; finish it first")
        async with self._taken(), self._disk.tidying:
            done = await self._in_thread(work)
            self._count()
        await self._waited()
        return done

    def forget(self) -> None:
        self._large.clear()
        self._readers.forget()
        self._writer.forget()

    @asynccontextmanager
    async def _taken(self) -> AsyncIterator[None]:
        """Be the task whose turn it is to write; the wait ends, since a child of the writing task may be waiting."""
        if self.in_transaction:
            yield
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._line.acquire()
        except TimeoutError:
            raise StoreBusyError(BUSY) from None
        self._owner = asyncio.current_task()
        try:
            yield
        finally:
            self._owner = None
            self._line.release()

    async def _in_writer(self, work: Callable[[Connection], T], *, long: bool) -> T:
        """Run work in the writer, where it may be the first of its task's transaction.

        To begin one may have to wait for another process; what lies between that and its end is this task's alone.
        """
        self._long = self._long or long
        begins, self._begun = self._depth > 0 and not self._begun, True

        def begun(connection: Connection) -> T:
            if begins:
                self._begin(connection, 0)
            elif self._depth:
                self._going_on(connection)
            return work(connection)

        if self._depth and not long:
            begins = begins and not await self._begun_here()
            if not begins:
                return self._now(self._writing, begun)
        return await self._in_thread(begun)

    async def _ended(self, depth: int) -> None:
        """Commit, or release: here, where nothing long was done."""
        if self._long or not self._logs:
            await self._in_thread(lambda connection: self._end(connection, depth))
        else:
            self._now(self._writing, lambda connection: self._end(connection, depth))

    def _done(self, connection: Connection, call: str, work: Callable[[Write], T]) -> T:
        """A call in a transaction of its own, which is begun."""
        done = self._do(connection, JOINED, call, work)
        self._end(connection, 0)
        return done

    def _count(self) -> None:
        """Note what is committed; while nobody else writes."""
        self._committed = 0 if self._writing is None else sqlite.written(self._writing)

    async def _waited(self) -> None:
        """Wait for the disk; without a log SQLite itself did."""
        if not self._logs:
            return
        if self._writing is None:
            raise StorageError(CLOSED)
        committed = self._committed
        with self._disk_explained():
            await self._disk.kept()
        self._lasting = max(self._lasting, committed)

    @contextmanager
    def _disk_explained(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise sqlite.of_disk(error, self._path) from None

    async def _begun_here(self) -> bool:
        """Begin, as soon as no other process writes; False where that takes long.

        SQLite itself would look in a thread, and sleep ever longer between two looks, with all of this process in line.
        """
        if not self._logs:
            return False
        for nap in _NAPS:
            if self._now(self._writing, sqlite.begin_at_once):
                return True
            sleep(nap)
        for pause in _LOOKS:
            if self._now(self._writing, sqlite.begin_at_once):
                return True
            await asyncio.sleep(pause)
        return False

    async def _in_thread(self, work: Callable[[Connection], T]) -> T:
        """Run work in the writer's thread, where another process may be waited for."""

        def patiently(connection: Connection) -> T:
            sqlite.wait_for_others(connection, self._busy_seconds)
            try:
                return work(connection)
            finally:
                sqlite.wait_for_others(connection, 0.0 if self._logs else self._busy_seconds)

        return await self._run(self._writer, patiently)

    async def _run(self, workers: Workers, work: Callable[[Connection], T]) -> T:
        if self._here is None:
            raise StorageError(CLOSED)
        with self._explained():
            return await workers.run(work)

    def _now(self, connection: Connection | None, work: Callable[[Connection], T]) -> T:
        """Run work in the event loop's own thread."""
        if connection is None:
            raise StorageError(CLOSED)
        with self._explained():
            return work(connection)
