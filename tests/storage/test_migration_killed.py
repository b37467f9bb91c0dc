"""A program that is killed in the middle of a migration: the next one finds what was there and brings it up to date."""

from __future__ import annotations

import asyncio
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import text
from tests.servers import Databases

from pawsona.storage import migrate, open_store
from pawsona.storage.opening import database_url, dialect_of

if TYPE_CHECKING:
    from pathlib import Path

OLD = "0010"
KILLED = """
import asyncio, os, signal, sys
from sqlalchemy import event
from sqlalchemy.engine import Engine
from pawsona.storage import open_store

left = int(sys.argv[2])

@event.listens_for(Engine, "after_cursor_execute")
def count(connection, cursor, statement, *more):
    global left
    left -= statement.lstrip().upper().startswith(("ALTER ", "CREATE ", "DROP ", "INSERT ", "UPDATE "))
    if left < 0:
        os.kill(os.getpid(), signal.SIGKILL)

asyncio.run(open_store(sys.argv[1]))
"""


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def old(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a database of an earlier version, with something in it."""
    served: Databases | None = request.getfixturevalue("served") if request.param == "postgres" else None
    address = f"sqlite:///{tmp_path}/old.db" if served is None else served.empty()
    dialect = dialect_of(database_url(address))
    engine = dialect.engine()
    with engine.connect() as connection:
        dialect.settle(connection)
        migrate.migrate(connection, dialect, OLD)
        connection.execute(text("INSERT INTO settings (name, value) VALUES ('colour', 'amber')"))
    engine.dispose()
    return address


def version(address: str) -> str | None:
    engine = dialect_of(database_url(address)).engine()
    with engine.connect() as connection:
        found = migrate.version_of(connection)
    engine.dispose()
    return found


@pytest.mark.parametrize("statements", [0, 9])
def test_what_was_there_is_there_and_the_next_one_goes_on(old: str, statements: int) -> None:
    killed = subprocess.run([sys.executable, "-c", KILLED, old, str(statements)], timeout=100, check=False)
    assert killed.returncode == -signal.SIGKILL
    between = version(old)
    assert between is not None and OLD <= between < migrate.versions()[-1]
    if old.startswith("sqlite"):
        assert between == OLD, "a file changes whole or not at all"

    async def settings() -> dict[str, str]:
        store = await open_store(old)
        assert await store.current()
        found = await store.settings()
        await store.close()
        return found

    assert asyncio.run(settings()) == {"colour": "amber"}
