"""A disk that failed once and then says yes: what was told as kept is there after the power went."""

import asyncio
import errno
import os
import shutil
import sqlite3
from pathlib import Path

import pytest
from tests.storage.conftest import Samples

from pawsona.domain.ports import Store
from pawsona.errors import DiskFullError, PawsonaError, StorageError, StoreBusyError
from pawsona.storage import open_store


@pytest.fixture
def new_files() -> None:
    """Here they are migrated from nothing: their log has something in it."""


class Forgetful:
    """A disk that fails as Linux lets it fail: what it could not write counts as written from then on.

    Who had the log open then is told once; who opens it later is not.
    """

    def __init__(self, path: Path) -> None:
        self.failing: list[OSError] = []
        self._path, self._log = path, path.with_name(f"{path.name}-wal")
        self._written = 0
        self._gaps: list[tuple[int, int]] = []
        self.again: list[tuple[int, int]] = []
        self._open: set[int] = set()
        self._untold: dict[int, OSError] = {}
        self._really, self._really_open = os.write, os.open

    def open(self, path: Path, *given: int) -> int:
        number = self._really_open(path, *given)
        self._untold.pop(number, None)  # the number may have been another file's
        self._open.discard(number)
        if path == self._log:
            self._open.add(number)
        return number

    def sync(self, number: int) -> None:
        size = os.fstat(number).st_size
        if size < self._written:  # the log was begun anew
            self._gaps, self._written = [], 0
        (begin, self._written), again, self.again = (self._written, size), self.again, []
        if self.failing:
            self._gaps += [(begin, size), *again]
            self._untold = {other: self.failing[-1] for other in self._open - {number}}
            raise self.failing.pop()
        if number in self._untold:
            raise self._untold.pop(number)
        self._gaps = [gap for gap in self._gaps if not any(first <= gap[0] and gap[1] <= end for first, end in again)]

    def write(self, number: int, given: bytes) -> int:
        """What is written anew is on its way to the disk once more."""
        if os.path.samestat(os.fstat(number), self._log.stat()):
            begin = os.lseek(number, 0, os.SEEK_CUR)
            self.again.append((begin, begin + len(given)))
        return self._really(number, given)

    def cut(self, into: Path) -> Path:
        """The file and its log as they are after the power went."""
        into.mkdir()
        log = bytearray(self._log.read_bytes())
        for begin, end in self._gaps:
            log[begin:end] = bytes(end - begin)
        (into / self._log.name).write_bytes(log)
        return Path(shutil.copy(self._path, into))


@pytest.fixture
def forgetful(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Forgetful:
    made = Forgetful(tmp_path / "home.db")
    monkeypatch.setattr(os, "fdatasync", made.sync, raising=False)
    monkeypatch.setattr(os, "write", made.write)
    monkeypatch.setattr(os, "open", made.open)
    return made


async def heard(path: Path, samples: Samples) -> list[str]:
    store = await open_store(path)
    found = [message.id for message in await store.talk.recent(samples.mo, 10)]
    await store.close()
    return sorted(found)


async def told_of_a_gap(forgetful: Forgetful, samples: Samples, store: Store) -> Store:
    """The first message of a new life is written, and the disk fails."""
    await samples.settle(store)
    await store.talk.open_session(samples.session())
    forgetful.failing.append(OSError(errno.EIO, "no"))
    with pytest.raises(StorageError):
        await store.talk.add(samples.message("m1"))
    return store


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, DiskFullError), (errno.EIO, StorageError)])
def test_after_a_wait_that_failed_only_what_lasts_is_told_as_kept(
    tmp_path: Path, samples: Samples, forgetful: Forgetful, number: int, kind: type[PawsonaError]
) -> None:
    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        await store.talk.open_session(samples.session())
        forgetful.failing.append(OSError(number, "no"))
        with pytest.raises(kind, match="the disk that holds"):
            await store.talk.add(samples.message("m1"))
        assert [message.id for message in await store.talk.recent(samples.mo, 10)] == ["m1"]
        await store.talk.add(samples.message("m2"))
        await store.talk.add(samples.message("m3"))
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1", "m2", "m3"]
        await store.close()

    asyncio.run(body())


def test_who_waits_later_is_told_of_the_gap_too(tmp_path: Path, samples: Samples, forgetful: Forgetful) -> None:
    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        await store.talk.open_session(samples.session())
        async with store.transaction(waits=False):
            await store.talk.add(samples.message("m1"))
        forgetful.failing.append(OSError(errno.EIO, "no"))
        with pytest.raises(StorageError, match="reported an error"):
            await store.kept()
        await store.kept()
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1"]
        await store.close()

    asyncio.run(body())


def test_a_gap_is_mended_under_the_eyes_of_whoever_reads(
    tmp_path: Path, samples: Samples, forgetful: Forgetful
) -> None:
    """A reader keeps the log from beginning anew, as a long backup does; nobody has to wait for it."""

    async def body() -> None:
        store = await open_store(tmp_path / "home.db", busy_seconds=0.05)
        await told_of_a_gap(forgetful, samples, store)
        reader = sqlite3.connect(tmp_path / "home.db", isolation_level=None)
        reader.execute("BEGIN")
        assert reader.execute("SELECT count(*) FROM messages").fetchone() == (1,)
        await store.talk.add(samples.message("m2"))
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1", "m2"]
        assert reader.execute("SELECT count(*) FROM messages").fetchone() == (1,)
        reader.close()
        await store.close()

    asyncio.run(body())


def test_what_was_written_again_must_be_on_the_disk_too(tmp_path: Path, samples: Samples, forgetful: Forgetful) -> None:
    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        forgetful.failing = [OSError(errno.EIO, "no"), OSError(errno.EIO, "no")]
        for person in ("ann", "lin"):
            with pytest.raises(StorageError, match="reported an error"):
                await store.people.add_person(samples.person(person))
        await store.people.add_person(samples.person("eva"))
        assert not forgetful.failing
        await store.close()

    asyncio.run(body())


def test_while_another_writes_without_end_a_gap_stays_and_nothing_is_kept(
    tmp_path: Path, samples: Samples, forgetful: Forgetful, caplog: pytest.LogCaptureFixture
) -> None:
    other: list[sqlite3.Connection] = []

    def after(point: str) -> None:
        """Another process was waiting for its turn."""
        if point == "commit:after" and other:
            other[0].execute("BEGIN IMMEDIATE")

    async def body() -> None:
        store = await open_store(tmp_path / "home.db", busy_seconds=0.05, fault=after)
        forgetful.failing.append(OSError(errno.EIO, "no"))
        with pytest.raises(StorageError, match="reported an error"):
            await store.people.add_person(samples.person("ann"))
        other.append(sqlite3.connect(tmp_path / "home.db", isolation_level=None, check_same_thread=False))
        with pytest.raises(StorageError, match="reported an error"):
            await store.people.add_person(samples.person("lin"))
        assert "not written again" in caplog.text
        other.pop().close()
        await store.people.add_person(samples.person("eva"))
        left = await open_store(forgetful.cut(tmp_path / "after"))
        assert {person.id for person in await left.people.persons()} == {"ann", "lin", "eva"}
        await left.close()
        await store.close()

    asyncio.run(body())


def test_who_opens_a_file_mends_what_another_left_and_was_killed(
    tmp_path: Path, samples: Samples, forgetful: Forgetful
) -> None:
    """The one that was told of the gap does nothing more, and the disk says yes to everybody else."""

    async def body() -> None:
        killed = await told_of_a_gap(forgetful, samples, await open_store(tmp_path / "home.db"))
        store = await open_store(tmp_path / "home.db")
        forgetful.failing.append(OSError(errno.EIO, "no"))
        with pytest.raises(StorageError, match="reported an error"):
            await store.talk.add(samples.message("m2"))
        await store.talk.add(samples.message("m3"))
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1", "m2", "m3"]
        await store.close()
        await killed.close()

    asyncio.run(body())


def test_a_gap_of_another_process_is_told_to_who_had_the_file_open(
    tmp_path: Path, samples: Samples, forgetful: Forgetful
) -> None:
    """Also where it had not yet kept anything."""

    async def body() -> None:
        before = await open_store(tmp_path / "home.db")
        await samples.settle(before)
        await before.talk.open_session(samples.session())
        await before.close()
        one, other = await open_store(tmp_path / "home.db"), await open_store(tmp_path / "home.db")
        forgetful.failing.append(OSError(errno.EIO, "no"))
        with pytest.raises(StorageError, match="reported an error"):
            await one.talk.add(samples.message("m1"))
        with pytest.raises(StorageError, match="reported an error"):
            await other.talk.add(samples.message("m2"))
        await other.talk.add(samples.message("m3"))
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1", "m2", "m3"]
        await one.close()
        await other.close()

    asyncio.run(body())


def test_who_found_nothing_to_write_beside_a_log_in_doubt_is_told_only_what_lasts(
    tmp_path: Path, samples: Samples, forgetful: Forgetful
) -> None:
    """What the call would write is in the gap."""

    async def body() -> None:
        killed = await told_of_a_gap(forgetful, samples, await open_store(tmp_path / "home.db"))
        store = await open_store(tmp_path / "home.db")
        await store.days.drop_changes(samples.mo, samples.noon.date())
        assert await heard(forgetful.cut(tmp_path / "after"), samples) == ["m1"]
        await store.close()
        await killed.close()

    asyncio.run(body())


def test_who_only_reads_beside_a_log_waits_for_nobody_and_writes_nothing(
    tmp_path: Path, samples: Samples, forgetful: Forgetful
) -> None:
    async def body() -> None:
        running = await open_store(tmp_path / "home.db")
        await samples.settle(running)
        writing = sqlite3.connect(tmp_path / "home.db", isolation_level=None)
        writing.execute("BEGIN IMMEDIATE")
        store = await open_store(tmp_path / "home.db", busy_seconds=0.05)
        assert await store.people.persons()
        await store.close()
        assert not forgetful.again
        writing.close()
        await running.close()

    asyncio.run(body())


def test_a_log_in_doubt_that_others_keep_locked_is_told_for_what_it_is(tmp_path: Path, samples: Samples) -> None:
    other: list[sqlite3.Connection] = []

    def after(point: str) -> None:
        """Another process was waiting for its turn."""
        if point == "commit:after":
            other.append(sqlite3.connect(tmp_path / "home.db", isolation_level=None, check_same_thread=False))
            other[0].execute("BEGIN IMMEDIATE")

    async def body() -> None:
        running = await open_store(tmp_path / "home.db")
        store = await open_store(tmp_path / "home.db", busy_seconds=0.05, fault=after)
        with pytest.raises(StorageError, match="other processes write") as told:
            await store.people.add_person(samples.person("ann"))
        assert not isinstance(told.value, StoreBusyError)  # of which it is said that nothing was stored
        other.pop().close()
        await store.close()
        await running.close()

    asyncio.run(body())
