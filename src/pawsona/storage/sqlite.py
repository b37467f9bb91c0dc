"""Everything that only SQLite does: files, pragmas, compaction, and what its errors mean."""

import errno
import os
import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

from sqlalchemy import Connection, Engine, NullPool, RowMapping, Table, create_engine, event, insert
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import DBAPIError, IntegrityError, SQLAlchemyError
from sqlalchemy.pool import ConnectionPoolEntry

from pawsona.errors import ConflictError, DiskFullError, PawsonaError, StorageError, StoreBusyError
from pawsona.storage.dialect import Upgrade, execute
from pawsona.storage.plain import dump

_HEADER = b"SQLite format 3\x00"
_CHECKED_BYTES = 32 * 2**20
"""`PRAGMA quick_check` reads the whole file (about 0.03 s for this much); a larger one is checked as it is read."""

_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA synchronous = FULL",  # what was committed survives a power cut; see also `disk.py`
    "PRAGMA secure_delete = ON",  # what is deleted is overwritten
    "PRAGMA temp_store = MEMORY",
    "PRAGMA cache_size = -16000",
)
_COUNTED = ("PRAGMA analysis_limit = 400", "ANALYZE messages")
"""`PRAGMA optimize` leaves out what its own connection never read, and the one that writes reads hardly anything."""


def prepare(path: Path) -> None:
    """Make folder and file so that only their owner can read them; a folder that was there stays as it is.

    Raises:
        StorageError: the place can't be written, or holds something that is no database.
    """
    try:
        if not path.parent.exists():
            path.parent.mkdir(mode=0o700, parents=True)
        os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        path.chmod(0o600)
        with path.open("rb") as file:
            start = file.read(len(_HEADER))
    except OSError as error:
        raise StorageError(
            f"{str(path)!r} can't be opened for writing ({error.strerror}); check its permissions and free space"
        ) from None
    if start and start != _HEADER:
        raise StorageError(f"{str(path)!r} is not a Pawsona database; name another file or move this one away")
    if not os.access(path.parent, os.W_OK):
        raise StorageError(f"the folder {str(path.parent)!r} is read-only, and the database needs to write there")


def engine(path: Path, *, busy_seconds: float, reading: bool) -> Engine:
    """An engine that begins no transactions of its own: readers need none, the writer says BEGIN IMMEDIATE."""
    made = create_engine(
        f"sqlite:///{path}",
        isolation_level="AUTOCOMMIT",
        paramstyle="qmark",
        hide_parameters=True,  # they are what people said
        poolclass=NullPool,  # each worker keeps the one it made
        pool_reset_on_return=None,
        connect_args={"timeout": busy_seconds, "check_same_thread": False},  # closed by another thread than used it
        json_serializer=dump,
    )

    @event.listens_for(made, "connect")
    def set_up(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
        cursor = connection.cursor()
        for pragma in (*_PRAGMAS, "PRAGMA query_only = ON") if reading else _PRAGMAS:
            cursor.execute(pragma)
        cursor.close()

    return made


def settle(connection: Connection, path: Path) -> None:
    """Check a small file, and turn on the write-ahead log.

    Raises:
        StorageError: the file is damaged.
    """
    fresh = path.stat().st_size == 0
    if fresh:  # an embedding of 384 numbers and its key fit into a cell of this page
        connection.exec_driver_sql("PRAGMA page_size = 8192")
    connection.exec_driver_sql("PRAGMA journal_mode = WAL")
    if not fresh and path.stat().st_size <= _CHECKED_BYTES:
        if connection.exec_driver_sql("PRAGMA quick_check(1)").scalar() != "ok":
            raise StorageError(_damaged(path))


BEGIN = "BEGIN IMMEDIATE"


def control(connection: Connection, statement: str) -> None:
    """Begin, save or end a transaction, past the layers that a statement with values needs."""
    execute(connection, statement, ()).close()


def begin_at_once(connection: Connection) -> bool:
    """Begin, unless another process is writing at this moment; of a connection that waits for nobody."""
    try:
        control(connection, BEGIN)
    except sqlite3.OperationalError as error:
        if not error.sqlite_errorname.startswith("SQLITE_BUSY"):
            raise
        return False
    return True


def wait_for_others(connection: Connection, seconds: float) -> None:
    """How long what another process does may keep statements on this connection waiting."""
    control(connection, f"PRAGMA busy_timeout = {int(1000 * seconds)}")


def inside(connection: Connection) -> bool:
    """Whether SQLite itself has a transaction open."""
    driver: Any = connection.connection.driver_connection
    return bool(driver.in_transaction)


def written(connection: Connection) -> int:
    """How many rows were written on a connection since it was opened, whatever became of them."""
    driver: Any = connection.connection.driver_connection
    return int(driver.total_changes)


def take_numbers(connection: Connection, count: int) -> range:
    """One row counts for the whole file: only one writes at a time."""
    more = "UPDATE counters SET value = value + ? WHERE name = 'index' RETURNING value"
    counted = execute(connection, more, (count,)).fetchone()
    if counted is None:
        execute(connection, "INSERT INTO counters (name, value) VALUES ('index', ?)", (count,))
    last = count if counted is None else int(counted[0])
    return range(last - count + 1, last + 1)


def compact(connection: Connection, path: Path) -> None:
    """Empty the write-ahead log, so that what was deleted is in no file any more; and count rows for the planner.

    Without counts SQLite reads all that a pet ever said to find the reply to a message. They hold no word of it.

    Raises:
        StorageError: another process is reading, so the log can't be emptied now.
    """
    for pragma in _COUNTED:
        connection.exec_driver_sql(pragma)
    if not empty(connection):
        raise StorageError(f"{str(path)!r} is in use by another process; compact it again when that has finished")


def write_log_only(connection: Connection) -> bool:
    """Commits on this connection do not wait for the disk, nor put the log's pages into the file: `Disk` does both.

    Returns:
        Whether there is a log. Where a file system can't have one, as over some networks, all stays as it was.
    """
    if connection.exec_driver_sql("PRAGMA journal_mode").scalar() != "wal":
        return False
    control(connection, "PRAGMA synchronous = NORMAL")
    control(connection, f"PRAGMA wal_autocheckpoint = {_LONGEST_LOG}")
    control(connection, f"PRAGMA journal_size_limit = {_CUT}")
    return True


def tidy(connection: Connection) -> None:
    """Put the log's pages into the file, as far as nobody reads them; the log then begins anew."""
    control(connection, "PRAGMA wal_checkpoint(PASSIVE)")


def empty(connection: Connection) -> bool:
    """Put all of the log's pages into the file, and begin the log anew; not while another reads or writes."""
    busy = connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)").first()
    return busy is not None and not busy[0]


_LONGEST_LOG = 8000
"""Pages (64 MB) after which a commit tidies all the same."""
_CUT = 16 * 2**20
"""Bytes that a log which begins anew keeps of its length: it is written again by whoever opens the file beside it.

More than it grows to between two times that it is tidied: cutting it takes a disk 30 ms and more, on the event loop."""
_PASSES = frozenset({"SQLITE_BUSY", "SQLITE_LOCKED"})
"""What another process does; it ends."""


_FULL = "the disk that holds {} is full; free some space and try again"
_FAILED = "the disk that holds {} reported an error; check it for space and faults"
_KEPT_OUT = "what was written to {} may not last: other processes write to it all the time; try again in a moment"


def _damaged(path: Path) -> str:
    return f"{str(path)!r} is damaged; move it away and restore a backup, or start anew"


def translate(error: SQLAlchemyError | sqlite3.Error, path: Path) -> PawsonaError:
    """Say in one sentence what a database error means and what to do, without a word of what is stored."""
    if isinstance(error, IntegrityError | sqlite3.IntegrityError):
        return ConflictError("this is stored already, or belongs to a person or pet that is not here")
    cause = error.orig if isinstance(error, DBAPIError) else error
    name = str(getattr(cause, "sqlite_errorname", "") or type(cause).__name__)
    where = repr(str(path))
    sentences = {
        "SQLITE_BUSY": f"{where} is locked by another process; close it, or try again in a moment",
        "SQLITE_LOCKED": f"{where} is locked by another process; close it, or try again in a moment",
        "SQLITE_READONLY": f"{where} is read-only; give yourself the right to write it",
        "SQLITE_CANTOPEN": f"{where} can't be opened; check that its folder exists and can be written",
        "SQLITE_IOERR": _FAILED.format(where),
        "SQLITE_CORRUPT": _damaged(path),
        "SQLITE_NOTADB": f"{where} is not a Pawsona database; name another file or move this one away",
    }
    if name.startswith("SQLITE_FULL"):
        return DiskFullError(_FULL.format(where))
    for start, sentence in sentences.items():
        if name.startswith(start):
            return StoreBusyError(sentence) if start in _PASSES else StorageError(sentence)
    if isinstance(cause, sqlite3.Error):
        return StorageError(f"{where} could not do what was asked ({name}); run `pawsona doctor`")
    return StorageError(f"the connection to {where} failed ({name}); restart Pawsona")


def of_disk(error: OSError, path: Path) -> StorageError:
    """What it means that the disk did not keep what was written."""
    where = repr(str(path))
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return DiskFullError(_FULL.format(where))
    return StorageError((_KEPT_OUT if error.errno == errno.EBUSY else _FAILED).format(where))


@dataclass(frozen=True)
class Sqlite:
    """The `Dialect` of one file."""

    path: Path
    begin: ClassVar[str] = BEGIN
    snapshot: ClassVar[str] = "BEGIN"
    still: ClassVar[str] = BEGIN

    @property
    def where(self) -> str:
        return repr(str(self.path))

    def engine(self, *, busy_seconds: float = 5.0) -> Engine:
        return engine(self.path, busy_seconds=busy_seconds, reading=False)

    def settle(self, connection: Connection) -> None:
        settle(connection, self.path)

    def migrate(self, connection: Connection, upgrade: Upgrade) -> None:
        """All of it in one transaction, or nothing."""
        connection.exec_driver_sql(BEGIN)
        try:
            upgrade(lambda: None)
        except BaseException:
            connection.exec_driver_sql("ROLLBACK")
            raise
        connection.exec_driver_sql("COMMIT")

    def control(self, connection: Connection, statement: str) -> None:
        control(connection, statement)

    def inside(self, connection: Connection) -> bool:
        return inside(connection)

    def take_numbers(self, connection: Connection, count: int) -> Sequence[int]:
        return take_numbers(connection, count)

    def last_number(self, connection: Connection) -> int:
        found = execute(connection, "SELECT value FROM counters WHERE name = 'index'", ()).fetchone()
        return 0 if found is None else int(found[0])

    def go_on_from(self, connection: Connection, number: int) -> None:
        execute(connection, "INSERT OR REPLACE INTO counters (name, value) VALUES ('index', ?)", (number,))

    def load(self, connection: Connection, table: Table, rows: Sequence[RowMapping]) -> None:
        connection.execute(insert(table), [dict(row) for row in rows])

    def compact(self, connection: Connection) -> None:
        compact(connection, self.path)

    def place(self, connection: Connection) -> tuple[str, int]:
        return str(self.path), self.path.stat().st_size

    def translate(self, error: BaseException) -> PawsonaError | None:
        return translate(error, self.path) if isinstance(error, SQLAlchemyError | sqlite3.Error) else None
