"""The way to open a store: a file or a server, made or brought up to date first."""

from pathlib import Path

from sqlalchemy import URL, Connection, make_url
from sqlalchemy.exc import ArgumentError

from pawsona.domain.ports import Store
from pawsona.errors import StorageError
from pawsona.storage import sqlite
from pawsona.storage.connection import Database, FaultHook, no_fault
from pawsona.storage.dialect import Dialect
from pawsona.storage.migrate import migrate
from pawsona.storage.onefile import OneFile
from pawsona.storage.store import SqlStore

CACHE_BYTES = 96 * 2**20


async def open_store(
    url_or_path: str | Path,
    *,
    fault: FaultHook = no_fault,
    busy_seconds: float = 5.0,
    patience_seconds: float = 60.0,
    mending_seconds: float = 10.0,
    cache_bytes: int = CACHE_BYTES,
    connections: int = 8,
) -> Store:
    """Open a database, make a file if it isn't there, and bring the tables up to date.

    Args:
        url_or_path: a file, `sqlite:///path/pawsona.db`, or `postgresql://user@host/database`.
        fault: called around every write; a benchmark ends the process here.
        busy_seconds: how long a write waits for another process.
        patience_seconds: how long a write waits for another task of this process.
        mending_seconds: how long a call waits for a server that went to come back.
        cache_bytes: how much memory vectors may take.
        connections: to a server: transactions at once, and as many reads beside them.

    Raises:
        StorageError: the file or server can't be used; the message says what to do.
    """
    url = database_url(url_or_path)
    if url.get_backend_name() == "sqlite":
        return await _opened(_file(url, fault, busy_seconds, patience_seconds), cache_bytes)
    from pawsona.storage.served import Served

    made = Served(
        url, fault=fault, busy_seconds=busy_seconds, patience=patience_seconds, mending=mending_seconds,
        connections=connections,
    )  # fmt: skip
    return await _opened(made, cache_bytes)


def database_url(url_or_path: str | Path) -> URL:
    """What a URL or a path names, with a file's whole path.

    Raises:
        StorageError: it names no file and no server, or a kind of database that Pawsona has not.
    """
    if isinstance(url_or_path, Path) or "://" not in url_or_path:
        return _of_file(Path(url_or_path))
    try:
        url = make_url(url_or_path)
    except (ArgumentError, ValueError):
        raise StorageError("the database URL can't be read; write sqlite:///path/pawsona.db") from None
    if url.get_backend_name() == "postgresql":
        return url
    if url.get_backend_name() != "sqlite":
        raise StorageError(
            f"databases of kind {url.get_backend_name()!r} are not supported; use sqlite:///path or postgresql://"
        )
    if not url.database or url.database == ":memory:":
        raise StorageError("the database URL names no file; write sqlite:///path/pawsona.db")
    return _of_file(Path(url.database))


def dialect_of(url: URL) -> Dialect:
    """The kind of database that a URL of `database_url` names."""
    if url.get_backend_name() == "sqlite":
        return sqlite.Sqlite(Path(url.database or ""))
    from pawsona.storage.postgres import Postgres

    return Postgres(url)


def _of_file(path: Path) -> URL:
    return URL.create("sqlite", database=str(path.expanduser().absolute()))


def _file(url: URL, fault: FaultHook, busy_seconds: float, patience: float) -> OneFile:
    path = Path(url.database or "")
    sqlite.prepare(path)
    return OneFile(path, fault=fault, busy_seconds=busy_seconds, patience=patience)


async def _opened(database: Database, cache_bytes: int) -> Store:
    def prepare(connection: Connection) -> None:
        database.dialect.settle(connection)
        migrate(connection, database.dialect)

    try:
        await database.open(prepare)
    except BaseException:
        await database.close()
        raise
    return SqlStore(database, cache_bytes)
