"""What was committed to a file is waited for together, with nothing locked meanwhile."""

import asyncio
import errno
import os
import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.storage.conftest import Samples

from pawsona.errors import DiskFullError, PawsonaError, StorageError
from pawsona.storage import disk, open_store, sqlite
from pawsona.storage.disk import Disk

Sync = Callable[[int], None]


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


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, DiskFullError), (errno.EIO, StorageError)])
def test_a_disk_that_fails_is_told_and_the_next_wait_may_succeed(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[PawsonaError]
) -> None:
    failing: list[OSError] = []

    def sync(file: int) -> None:
        if failing:
            raise failing.pop()
        os.fsync(file)

    monkeypatch.setattr(os, "fdatasync", sync, raising=False)

    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        failing.append(OSError(number, "no"))
        with pytest.raises(kind, match="the disk that holds"):
            await store.people.add_person(samples.person())
        await store.people.add_pet(samples.pet(samples.mo))
        await store.close()

    asyncio.run(body())


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
