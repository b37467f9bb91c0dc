"""What was committed to a file is waited for together, with nothing locked meanwhile."""

import asyncio
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import Connection
from tests.storage.conftest import Samples

from pawsona.storage import disk, open_store, sqlite
from pawsona.storage.disk import Disk

Sync = Callable[[int], None]
FULL = 2


@pytest.fixture
def new_files() -> None:
    """Here they are migrated from nothing: their log has something in it."""


@pytest.fixture
def careless_disk() -> None:
    """Here the disk is waited for: what is done beside it needs that time."""


def disk_at(path: Path, sync: Sync) -> Disk:
    sqlite.prepare(path)
    path.with_name(f"{path.name}-wal").touch()
    return Disk(path, sqlite.engine(path, busy_seconds=1, reading=False), sync)


def test_who_comes_while_the_disk_is_at_it_shares_the_next_wait(tmp_path: Path) -> None:
    begun, go_on, waits = threading.Event(), threading.Event(), list[int]()

    def sync(number: int) -> None:
        waits.append(number)
        begun.set()
        assert go_on.wait(10)

    async def body() -> None:
        it = disk_at(tmp_path / "home.db", sync)
        first = asyncio.create_task(it.kept())
        await asyncio.to_thread(begun.wait, 10)
        others = [asyncio.create_task(it.kept()) for _ in range(5)]
        await asyncio.sleep(0.01)
        assert not first.done()
        assert len(waits) == 1
        go_on.set()
        await asyncio.gather(first, *others)
        assert len(waits) == 2
        await it.close()

    asyncio.run(body())


def test_who_gives_up_waiting_leaves_the_others_theirs(tmp_path: Path) -> None:
    go_on = threading.Event()

    def sync(_: int) -> None:
        assert go_on.wait(10)

    async def body() -> None:
        it = disk_at(tmp_path / "home.db", sync)
        one, other = asyncio.create_task(it.kept()), asyncio.create_task(it.kept())
        await asyncio.sleep(0.01)
        one.cancel()
        go_on.set()
        await other
        assert one.cancelled() or one.cancelling()
        await it.close()

    asyncio.run(body())


def test_a_mistake_is_raised_to_all_who_wait_and_the_next_wait_goes_on(tmp_path: Path) -> None:
    begun, go_on, waits = threading.Event(), threading.Event(), list[int]()

    def sync(number: int) -> None:
        waits.append(number)
        begun.set()
        assert go_on.wait(10)
        if len(waits) == 2:
            raise ValueError("a mistake")

    async def body() -> None:
        it = disk_at(tmp_path / "home.db", sync)
        first = asyncio.create_task(it.kept())
        await asyncio.to_thread(begun.wait, 10)
        others = [asyncio.create_task(it.kept()) for _ in range(3)]
        await asyncio.sleep(0.01)
        go_on.set()
        await first
        assert [type(error) for error in await asyncio.gather(*others, return_exceptions=True)] == [ValueError] * 3
        await it.kept()
        assert len(waits) == 3
        await it.close()

    asyncio.run(body())


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """Each wait for the disk."""
    waits: list[int] = []
    monkeypatch.setattr(os, "fdatasync", waits.append, raising=False)
    return waits


def test_what_lasts_is_waited_for_and_a_ticket_is_not(tmp_path: Path, samples: Samples, synced: list[int]) -> None:
    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        assert len(synced) == 5
        number = await store.tickets.draw(samples.mo, "one", samples.noon)
        assert await store.tickets.keep("one", samples.noon) == 1
        await store.tickets.leave(samples.mo, number)
        assert len(synced) == 5
        async with store.transaction():
            await store.talk.open_session(samples.session())
            await store.talk.add(samples.message("m1"))
            assert len(synced) == 5
        assert len(synced) == 6
        async with store.transaction():
            await store.talk.recent(samples.mo, 1)
        assert len(synced) == 6
        await store.close()

    asyncio.run(body())


def test_a_transaction_may_end_before_the_disk_has_it_and_kept_waits(
    tmp_path: Path, samples: Samples, synced: list[int]
) -> None:
    async def body() -> None:
        store, other = await open_store(tmp_path / "home.db"), await open_store(tmp_path / "home.db")
        await samples.settle(store)
        await store.talk.open_session(samples.session())
        before = len(synced)
        async with store.transaction(whole=True, waits=False):
            await store.talk.add(samples.message("m1"))
        assert len(synced) == before
        assert [message.id for message in await other.talk.recent(samples.mo, 9)] == ["m1"]
        async with store.transaction(waits=False):
            await store.talk.add(samples.message("m2"))
            await store.kept()  # of the first only: what is not committed can't be
            assert len(synced) == before + 1
        await store.kept()
        assert len(synced) == before + 2
        await store.kept()
        assert len(synced) == before + 2
        async with store.transaction(), store.transaction(waits=False):
            await store.talk.add(samples.message("m3"))
        assert len(synced) == before + 3
        await store.close()
        await other.close()

    asyncio.run(body())


def test_who_found_nothing_to_write_waits_only_for_what_is_not_on_the_disk(
    tmp_path: Path, samples: Samples, synced: list[int]
) -> None:
    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        assert len(synced) == 5
        await store.days.drop_changes(samples.mo, samples.noon.date())
        async with store.transaction():
            await store.departures.drop(samples.mo, samples.noon.date())
        assert len(synced) == 5
        await store.tickets.draw(samples.mo, "one", samples.noon)
        await store.days.drop_changes(samples.mo, samples.noon.date())
        assert len(synced) == 6
        await store.close()

    asyncio.run(body())


def test_to_be_alone_is_to_be_alone_with_the_log(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever empties the log is told at once that it is in use, where our own tidying is what uses it."""
    begun, go_on, under_way = threading.Event(), threading.Event(), list[bool]()

    def tidy(_: object) -> None:
        begun.set()
        assert go_on.wait(10)

    def compact(_: object, __: object) -> None:
        under_way.append(begun.is_set() and not go_on.is_set())

    monkeypatch.setattr(disk, "TIDIED", 1)
    monkeypatch.setattr(sqlite, "tidy", tidy)
    monkeypatch.setattr(sqlite, "compact", compact)

    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await store.people.add_person(samples.person())
        assert await asyncio.to_thread(begun.wait, 10)
        compacting = asyncio.create_task(store.compact())
        await asyncio.sleep(0.05)
        assert not under_way
        go_on.set()
        await compacting
        assert under_way == [False]
        await store.close()

    asyncio.run(body())


def test_where_there_can_be_no_log_sqlite_waits_for_the_disk_itself(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch, synced: list[int]
) -> None:
    def settle(connection: Connection, _: Path) -> None:
        """As on some network file systems, which answer so and raise nothing."""
        assert connection.exec_driver_sql("PRAGMA journal_mode = DELETE").scalar() == "delete"

    monkeypatch.setattr(sqlite, "settle", settle)

    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await store.people.add_person(samples.person())
        await store.compact()
        assert [person.id for person in await store.people.persons()] == ["ann"]
        await store.close()

    asyncio.run(body())
    assert not synced
    plain = sqlite.engine(tmp_path / "home.db", busy_seconds=1, reading=False)
    with plain.connect() as connection:
        assert not sqlite.write_log_only(connection)
        assert connection.exec_driver_sql("PRAGMA synchronous").scalar() == FULL


def test_the_log_goes_into_the_file_while_others_write(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(disk, "TIDIED", 1)
    path = tmp_path / "home.db"

    async def body() -> None:
        store = await open_store(path)
        await samples.settle(store)
        await store.talk.open_session(samples.session())
        before = path.stat().st_size
        for number in range(40):
            await store.talk.add(samples.message(f"m{number}", "river " * 400))
        assert path.stat().st_size > before + 40_000
        await store.close()

    asyncio.run(body())


def test_a_log_that_grew_is_cut_when_it_begins_anew(tmp_path: Path, samples: Samples) -> None:
    """Who opens the file beside it writes all of it again."""
    path = tmp_path / "home.db"

    async def body() -> None:
        store = await open_store(path)
        await samples.settle(store)
        await store.talk.open_session(samples.session())
        async with store.transaction():
            for number in range(30):
                await store.talk.add(samples.message(f"m{number}", "river " * 100_000))
        log = path.with_name("home.db-wal")
        assert log.stat().st_size > 17 * 2**20
        with sqlite.engine(path, busy_seconds=1, reading=False).connect() as beside:
            sqlite.tidy(beside)
        await store.talk.add(samples.message("last"))
        assert log.stat().st_size <= 16 * 2**20
        await store.close()

    asyncio.run(body())


def test_a_log_that_cant_be_tidied_fails_nobody(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def tidy(_: object) -> None:
        raise sqlite3.OperationalError("I was so sad")

    monkeypatch.setattr(disk, "TIDIED", 1)
    monkeypatch.setattr(sqlite, "tidy", tidy)

    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        await store.close()

    asyncio.run(body())
    assert "not tidied" in caplog.text
    assert "sad" not in caplog.text
