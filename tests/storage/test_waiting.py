"""Where another process is writing, ours looks again on the loop; its thread, and all in line behind it, are for long."""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pawsona.domain.pin import Pin
from pawsona.domain.ports import Store
from pawsona.errors import StoreBusyError
from pawsona.storage import open_store
from pawsona.storage.onefile import OneFile

if TYPE_CHECKING:
    from tests.storage.conftest import Samples

Hops = list[str]


@pytest.fixture
def hops(monkeypatch: pytest.MonkeyPatch) -> Hops:
    """What went to the writer's thread."""
    found: Hops = []
    before = OneFile._in_thread

    async def counted(self: OneFile, work: Callable[[Any], Any]) -> Any:
        found.append("hop")
        return await before(self, work)

    monkeypatch.setattr(OneFile, "_in_thread", counted)
    return found


def test_a_write_of_another_process_is_waited_for_without_a_thread(
    tmp_path: Path, samples: "Samples", hops: Hops
) -> None:
    async def story(store: Store, other: sqlite3.Connection) -> None:
        for number in range(3):
            other.execute("BEGIN IMMEDIATE")
            ours = asyncio.create_task(store.talk.add(samples.message(f"m{number}")))
            await asyncio.sleep(0.002)
            assert not ours.done()
            other.rollback()
            await ours
        assert [message.id for message in await store.talk.recent(samples.mo, 9)] == ["m0", "m1", "m2"]
        assert hops == []

    _told(tmp_path, samples, hops, story)


def test_a_brief_write_of_another_process_costs_no_round_of_the_loop(
    tmp_path: Path, samples: "Samples", hops: Hops, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: Store, other: sqlite3.Connection) -> None:
        naps: list[float] = []
        others: list[str] = []
        await store.pins.add(Pin(bond=samples.mo, at=samples.noon, mind="storybook"))

        def nap(seconds: float) -> None:
            naps.append(seconds)
            if len(naps) == 3:
                other.rollback()

        monkeypatch.setattr("pawsona.storage.onefile.sleep", nap)
        other.execute("BEGIN IMMEDIATE")
        asyncio.get_running_loop().call_soon(others.append, "a round")
        # The disk is not waited for: nothing else of it lets the loop go on.
        await store.pins.announce(samples.mo)
        assert len(naps) == 3
        assert others == []

    _told(tmp_path, samples, hops, story)


def test_who_is_cancelled_while_it_looks_has_written_nothing(tmp_path: Path, samples: "Samples", hops: Hops) -> None:
    async def story(store: Store, other: sqlite3.Connection) -> None:
        other.execute("BEGIN IMMEDIATE")
        ours = asyncio.create_task(_both(store, samples))
        await asyncio.sleep(0.002)
        ours.cancel()
        await asyncio.wait([ours])
        other.rollback()
        assert ours.cancelled()
        await store.talk.add(samples.message("m2"))
        assert [message.id for message in await store.talk.recent(samples.mo, 9)] == ["m2"]

    _told(tmp_path, samples, hops, story)


def test_one_that_writes_for_long_is_waited_for_in_the_thread_and_told_of(
    tmp_path: Path, samples: "Samples", hops: Hops
) -> None:
    async def story(store: Store, other: sqlite3.Connection) -> None:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreBusyError, match="locked by another process"):
            await store.talk.add(samples.message("m1"))
        assert hops == ["hop"]
        other.rollback()
        await store.talk.add(samples.message("m2"))
        assert [message.id for message in await store.talk.recent(samples.mo, 9)] == ["m2"]
        assert hops == ["hop"]

    _told(tmp_path, samples, hops, story)


def test_what_the_first_turn_of_a_talk_notes_needs_no_thread(tmp_path: Path, samples: "Samples", hops: Hops) -> None:
    async def story(store: Store, other: sqlite3.Connection) -> None:
        await store.pins.add(Pin(bond=samples.mo, at=samples.noon, mind="storybook"))
        await store.pins.announce(samples.mo)
        assert [pin.announced for pin in await store.pins.all(samples.mo)] == [True]
        assert hops == []

    _told(tmp_path, samples, hops, story)


async def _both(store: Store, samples: "Samples") -> None:
    async with store.transaction():
        await store.talk.add(samples.message("m0"))
        await store.talk.add(samples.message("m1"))


def _told(folder: Path, samples: "Samples", hops: Hops, story: Callable[[Store, sqlite3.Connection], Any]) -> None:
    async def whole() -> None:
        store = await open_store(folder / "home.db", busy_seconds=0.05)
        await samples.settle(store)
        hops.clear()
        with closing(sqlite3.connect(folder / "home.db", isolation_level=None)) as other:
            await story(store, other)
        await store.close()

    asyncio.run(whole())
