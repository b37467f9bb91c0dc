"""What a read of the store costs: as the store does it, through SQLAlchemy, with a hop to a thread, and call by call.

The last is what an asynchronous driver of SQLite does: one message to a thread and back for the cursor, the
execution, the rows and the end (docs/decisions/0008-one-hop-storage.md).

Usage: python benchmarks/storage_hops.py
"""

import asyncio
import sqlite3
import tempfile
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from statistics import median
from time import process_time

from sqlalchemy import Connection, select

from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.storage import open_store, scope, sqlite
from pawsona.storage.schema import sessions

ROUNDS, READS = 15, 200
BOND = Bond(PersonId("ann"), PetId("mo"))


async def measure(path: Path) -> None:
    """Alternating, so that a busy machine is unfair to all."""
    store = await open_store(path)
    engine = sqlite.engine(path, busy_seconds=5, reading=True)
    with engine.connect() as connection, ThreadPoolExecutor(1) as thread:
        ways: dict[str, Callable[[], Awaitable[object]]] = {
            "the store": lambda: store.talk.open_sessions(BOND),
            "SQLAlchemy, no hop": lambda: on_the_loop(connection),
            "SQLAlchemy, one hop": lambda: in_a_thread(connection, thread),
            "a hop for each call": lambda: call_by_call(connection, thread),
        }
        spent: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, read in ways.items():
                begun = process_time()
                for _ in range(READS):
                    await read()
                spent[name].append((process_time() - begun) / READS)
    engine.dispose()
    await store.close()
    for name, seconds in spent.items():
        print(f"{name:<20} {1e6 * median(seconds):7.0f} us of processor a read")


async def on_the_loop(connection: Connection) -> object:
    return ask(connection)


async def in_a_thread(connection: Connection, thread: ThreadPoolExecutor) -> object:
    return await asyncio.get_running_loop().run_in_executor(thread, ask, connection)


def ask(connection: Connection) -> object:
    query = select(sessions).where(scope.owned(sessions, BOND), sessions.c.closed_at.is_(None))
    return connection.execute(query.order_by(sessions.c.started_at, sessions.c.session_id)).mappings().all()


async def call_by_call(connection: Connection, thread: ThreadPoolExecutor) -> object:
    """The driver's calls alone; SQLAlchemy's part is left out, which flatters this way."""
    loop = asyncio.get_running_loop()
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    cursor = await loop.run_in_executor(thread, driver.cursor)
    query = "SELECT * FROM sessions WHERE person_id = ? AND pet_id = ? AND closed_at IS NULL ORDER BY started_at"
    await loop.run_in_executor(thread, cursor.execute, query, (BOND.person, BOND.pet))
    rows: object = await loop.run_in_executor(thread, cursor.fetchall)
    await loop.run_in_executor(thread, cursor.close)
    await loop.run_in_executor(thread, driver.rollback)
    return rows


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        asyncio.run(measure(Path(folder) / "pawsona.db"))


if __name__ == "__main__":
    main()
