"""A network that swallows all without a word: our side gives up, and the server lets go of what we had locked.

Beside each call waits a plain connection, as libpq makes it: while it still does, ours has ended. Neither end is told
that the router between them drops what it should carry, so TCP alone would wait for a quarter of an hour.
"""

import asyncio
import subprocess
import sys
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest
from sqlalchemy import text
from tests.faults.wire import Wire
from tests.servers import Databases

from pawsona.domain.ids import PersonId
from pawsona.domain.ports import Store
from pawsona.errors import StorageError
from pawsona.storage import open_store

pytestmark = [pytest.mark.postgres, pytest.mark.timeout(180)]

Beyond = tuple[Databases, Wire]
LOCK_BOTH = """
import psycopg, sys
connection = psycopg.connect(sys.argv[1], autocommit=True)
connection.execute("SELECT pg_advisory_lock(7)")
print(connection.execute("SELECT pg_try_advisory_lock(8)").fetchone())
"""


@contextmanager
def plain(url: str, wire: Wire, statement: str) -> Iterator[Future[object]]:
    """A connection without our limits that runs a statement meanwhile; the wire is whole again afterwards."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection, ThreadPoolExecutor(1) as thread:
        try:
            yield thread.submit(connection.execute, statement)
        finally:
            wire.heal()


def test_a_call_into_silence_ends_and_the_store_goes_on_when_the_network_does(beyond: Beyond) -> None:
    async def story() -> None:
        store = await open_store(url, mending_seconds=2)
        await store.people.person(PersonId("ann"))  # its connection is there
        with plain(url, wire, "SELECT pg_sleep(1)") as waits:
            wire.cut()
            for _ in ("on the connection that it has", "on none"):
                with pytest.raises(StorageError, match=r"can't be reached; start it or check"):
                    await store.people.person(PersonId("ann"))
            assert not waits.done(), "a connection without limits noticed it too"
        assert await store.people.person(PersonId("ann")) is None
        await store.close()

    url, wire = beyond[0].fresh(), beyond[1]
    asyncio.run(story())


def test_so_does_one_that_waits_for_an_answer_which_is_lost(beyond: Beyond) -> None:
    """The server has the query, and works; nothing is on its way that would have to be sent again."""

    async def story() -> None:
        store = await open_store(url, mending_seconds=0)
        with plain(url, wire, "SELECT pg_sleep(3)") as waits:
            asked = asyncio.create_task(_slowly(store, "SELECT pg_sleep(3)"))
            await _busy(url)
            wire.cut()
            with pytest.raises(StorageError, match=r"can't be reached"):
                await asked
            assert not waits.done(), "a connection without limits noticed it too"
        await store.close()

    url, wire = beyond[0].fresh(), beyond[1]
    asyncio.run(story())


def test_and_the_server_lets_go_of_what_who_is_gone_had_locked(beyond: Beyond) -> None:
    async def story() -> None:
        store = await open_store(url, mending_seconds=0)
        await _slowly(store, "SELECT pg_advisory_lock(7)")
        with plain(url, wire, "SELECT pg_advisory_lock(8)") as locked:
            await asyncio.wrap_future(locked)
            wire.cut()
            # Somebody on the server's side of the network waits for both.
            asked = [*wire.inside, sys.executable, "-c", LOCK_BOTH, url]
            other = subprocess.Popen(asked, stdout=subprocess.PIPE, text=True)
            said, _ = await asyncio.to_thread(other.communicate, timeout=90)
            assert said == "(False,)\n", "a connection without limits was let go of too"
        await store.close()

    url, wire = beyond[0].fresh(), beyond[1]
    asyncio.run(story())


async def _found(store: Store, wire: Wire) -> None:
    wire.cut()
    await store.people.person(PersonId("ann"))


async def _committed(store: Store, wire: Wire) -> None:
    async with store.transaction():
        await _slowly(store, "SELECT 1")
        wire.cut()


@pytest.mark.parametrize("call", [_found, _committed])
def test_what_a_call_waited_in_vain_counts_and_connections_that_lay_idle_are_not_waited_for(
    beyond: Beyond, call: Callable[[Store, Wire], Coroutine[Any, Any, None]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The time to mend is over when the first silence is noticed: one more look, and no other wait."""
    from pawsona.storage.driver import Waiting

    async def story() -> None:
        store = await open_store(url, mending_seconds=4)
        await asyncio.gather(*(_slowly(store, "SELECT pg_sleep(0.5)") for _ in range(3)))
        for _ in range(2):  # the loop asks itself what was asked before
            await store.people.person(PersonId("ann"))
        looks: list[object] = []
        connect = Waiting.connect

        def looked(*given: Any, **named: Any) -> object:
            looks.append(given)
            return connect(*given, **named)

        monkeypatch.setattr(Waiting, "connect", looked)
        try:
            with pytest.raises(StorageError, match=r"can't be reached"):
                await call(store, wire)
        finally:
            wire.heal()
        assert len(looks) == 1
        await store.close()

    url, wire = beyond[0].fresh(), beyond[1]
    asyncio.run(story())


def _database(store: Store) -> Any:
    return store.people._database  # type: ignore[attr-defined]


async def _slowly(store: Store, statement: str) -> None:
    await _database(store).read(lambda connection: connection.execute(text(statement)).all())


async def _busy(url: str) -> None:
    """Until both are at it."""
    import psycopg

    with psycopg.connect(url, autocommit=True) as connection:
        asleep = "SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'"
        while (row := connection.execute(asleep).fetchone()) is None or row[0] < 2:
            await asyncio.sleep(0.05)
