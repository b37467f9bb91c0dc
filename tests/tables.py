"""The tables of a new file, as our migrations make them: they run once in a process, and what they made is copied.

To migrate a file takes ten times as long as to open it. Tests of the migrations do, for they are about it.
"""

import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory

from sqlalchemy import Connection

from pawsona.storage import migrate, sqlite

_migrated, _prepared = migrate._upgrade, sqlite.prepare
_made: list[bytes] = []


def upgrade(connection: Connection, target: str, applied: Callable[[], None]) -> None:
    """Stands in for `migrate._upgrade`, and keeps what it makes of a new file."""
    new = connection.dialect.name == "sqlite" and target == "head" and migrate.version_of(connection) is None
    _migrated(connection, target, applied)
    if new and not _made:
        driver = connection.connection.driver_connection
        assert driver is not None
        _made.append(written([*driver.iterdump()]))


def prepare(path: Path) -> None:
    """Stands in for `sqlite.prepare`: a file that is new has its tables."""
    _prepared(path)
    if _made and not path.stat().st_size:
        path.write_bytes(_made[0])


def written(statements: list[str]) -> bytes:
    """The bytes of a file that statements make."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "tables.db"
        with closing(sqlite3.connect(path, isolation_level=None)) as file:
            file.executescript(f"PRAGMA page_size = 8192; PRAGMA journal_mode = WAL; {' '.join(statements)}")
        return path.read_bytes()
