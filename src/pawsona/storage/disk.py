"""The disk under a file's write-ahead log: what was committed is waited for after the commit, and together.

SQLite would wait with the file locked, so that two processes stand in line behind each other's disk. Here a commit only
writes the log and lets others write; whoever needs it to last then waits for the disk, all that wait at once for one
answer. Where the power fails between the two, nobody was told yet that it is kept.

A wait that failed is not asked again: the system forgets what it could not write, says yes the next time, and all that
comes after the gap in the log is lost when the power goes. So nothing is kept any more until the whole log was written
again, byte for byte, and waited for. What the failed call wrote is seen at once all the same, and may last or not.
Whoever opens a file beside a log does so before the first thing that it keeps: who left the log may have been told of a
gap, and killed. Who only reads leaves it as it is.
"""

import asyncio
import errno
import logging
import os
import sqlite3
from collections.abc import Callable
from pathlib import Path

from sqlalchemy import Connection, Engine
from sqlalchemy.exc import SQLAlchemyError

from pawsona.storage import sqlite
from pawsona.storage.workers import Threads, Workers

logger = logging.getLogger(__name__)

_PIECE = 2**20
"""Bytes of the log that are in memory at once while it is written again."""
TIDIED = 64
"""Waits after which the log's pages go into the file, beside everything else; a log that grew far is emptied by the
commit that finds it so."""


def _to_disk(number: int) -> None:
    """Of an open file: its bytes, and its length; not when it was touched, where that can be left out."""
    getattr(os, "fdatasync", os.fsync)(number)


class Disk:
    """Where a file is kept.

    Args:
        path: the file.
        engine: makes connections to it.
        sync: waits for the bytes of an open file.
    """

    def __init__(self, path: Path, engine: Engine, sync: Callable[[int], None] = _to_disk) -> None:
        self._log = path.with_name(f"{path.name}-wal")
        self._waiting, self._tidier = Threads(1), Workers(engine, 1)
        self._sync = sync
        self._open: int | None = None
        self._asked: list[asyncio.Future[None]] = []
        self._now: asyncio.Task[None] | None = None
        self._tidy_task: asyncio.Task[None] | None = None
        self._waits = 0
        self._failed: OSError | None = None
        self.tidying = asyncio.Lock()
        """Held while the log's pages go into the file: by us, or by whoever must be alone with the log."""

    def open(self) -> None:
        """Have the log open, and doubt one with something in it: others use the file, or used it and were killed.

        Linux tells an error that somebody was told of only to those who had the file open then. So it is opened before
        it is looked at: what is written later and lost is told to us too, and what was written earlier is in doubt.

        Raises:
            OSError: the log can't be opened.
        """
        if os.fstat(self._number()).st_size:
            self._failed = OSError(errno.EBUSY, os.strerror(errno.EBUSY))

    @property
    def in_doubt(self) -> bool:
        """Whether something that is in the log already may be lost with the power."""
        return self._failed is not None

    async def kept(self) -> None:
        """Wait until what this process committed is on the disk.

        Raises:
            OSError: the disk failed, now or before, or a log in doubt can't be written again (EBUSY) while others write
                all the time; what was committed is seen, and may be lost with the power.
        """
        answer = asyncio.get_running_loop().create_future()
        self._asked.append(answer)
        if self._now is None or self._now.done():
            self._now = asyncio.create_task(self._wait())
        await answer

    async def close(self) -> None:
        """Let the file go."""
        if self._now is not None:
            await asyncio.wait({self._now})
        if self._tidy_task is not None:  # what was just waited for may have begun it
            await asyncio.wait({self._tidy_task})
        await self._waiting.close()
        await self._tidier.close()
        if self._open is not None:
            os.close(self._open)
            self._open = None

    async def _wait(self) -> None:
        """Until nobody asks. Who comes once a wait has begun may have committed too late for it, and has the next.

        One task for all waits, and an answer for each who asks: every task or callback in between would be one more
        round of the event loop, with everybody's work in it.
        """
        while self._asked:
            asked, self._asked = self._asked, []
            failed = await self._outcome()
            for answer in asked:
                if answer.done():  # nobody waits any more
                    continue
                if failed is None:
                    answer.set_result(None)
                else:
                    answer.set_exception(failed)

    async def _outcome(self) -> Exception | None:
        """Of one wait."""
        try:
            await (self._to_last() if self._failed is None else self._mend(self._failed))
        except OSError as error:
            self._failed = error
            return error
        except Exception as error:  # noqa: BLE001 - raised where it was asked for
            return error
        self._waits += 1
        if self._waits % TIDIED == 0 and (self._tidy_task is None or self._tidy_task.done()):
            self._tidy_task = asyncio.create_task(self._tidy())
        return None

    async def _to_last(self) -> None:
        await self._waiting.run(lambda: self._sync(self._number()))

    async def _mend(self, failed: OSError) -> None:
        try:
            async with self.tidying:
                await self._tidier.run(self._write_again)
        except (SQLAlchemyError, sqlite3.Error) as error:
            logger.warning("the log of the database was not written again: %s", type(error).__name__)
            raise OSError(failed.errno, failed.strerror) from None
        self._failed = None

    def _write_again(self, connection: Connection) -> None:
        """The same bytes: a system that forgot that it could not write them has to write them now.

        Nobody else writes meanwhile; who reads sees no difference, and need not be waited for.
        """
        sqlite.control(connection, sqlite.BEGIN)
        try:
            number, place = self._number(), 0
            while os.lseek(number, place, os.SEEK_SET) == place and (piece := os.read(number, _PIECE)):
                os.lseek(number, place, os.SEEK_SET)
                place += os.write(number, piece)
            self._sync(number)
        finally:
            sqlite.control(connection, "ROLLBACK")

    async def _tidy(self) -> None:
        try:
            async with self.tidying:
                await self._tidier.run(sqlite.tidy)
        except (SQLAlchemyError, sqlite3.Error) as error:  # it is done again; a disk that failed fails the next commit
            logger.warning("the log of the database was not tidied: %s", type(error).__name__)

    def _number(self) -> int:
        """The log's own; no lock of SQLite's is on this file, so it may be opened beside it."""
        if self._open is None:
            self._open = os.open(self._log, os.O_RDWR | getattr(os, "O_BINARY", 0))
        return self._open
