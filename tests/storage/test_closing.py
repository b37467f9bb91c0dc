"""A store that closes while it is used: what was begun is done, and what comes too late is told so."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING, Any

import pytest

from pawsona.errors import StorageError

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.storage.conftest import Samples, Story

    from pawsona.domain.ports import Store

pytestmark = pytest.mark.timeout(60)
MANY = 24
"""More than there are threads on either kind of database."""


def reading(store: Store, gate: threading.Event, number: int) -> asyncio.Task[int]:
    """A read in a thread, or in line for one, until the gate opens."""

    def work(_: object) -> int:
        gate.wait()
        return number

    database: Any = store.people._database  # type: ignore[attr-defined]
    return asyncio.create_task(database.read(work))


def test_reads_under_way_are_answered_and_then_it_is_closed(
    with_store: Callable[[Story], None], samples: Samples
) -> None:
    async def story(store: Store) -> None:
        gate = threading.Event()
        reads = [reading(store, gate, number) for number in range(MANY)]
        await asyncio.sleep(0)
        closing = asyncio.create_task(store.close())
        await asyncio.sleep(0.01)
        assert not closing.done()
        gate.set()
        assert await asyncio.gather(*reads) == list(range(MANY))
        await closing
        for late in (reading(store, gate, 1), store.people.person(samples.mo.person)):
            with pytest.raises(StorageError, match="the store is closed; open it again"):
                await late

    with_store(story)


def test_it_may_be_closed_twice_while_somebody_writes(with_store: Callable[[Story], None], samples: Samples) -> None:
    async def story(store: Store) -> None:
        done = asyncio.Event()

        async def write(name: str) -> None:
            async with store.transaction():
                await store.people.add_person(samples.person(name))
                await done.wait()

        writing = [asyncio.create_task(write(name)) for name in ("kim", "joe")]
        await asyncio.sleep(0.01)
        closing = [asyncio.create_task(store.close()) for _ in range(2)]
        await asyncio.sleep(0.01)
        done.set()
        await asyncio.gather(*writing, *closing)

    with_store(story)


def test_who_waits_for_the_disk_too_late_is_told(tmp_path: Path, samples: Samples) -> None:
    """What was committed is there; that it lasts is not said by a store that can't ask any more."""
    from pawsona.storage import open_store

    async def story() -> None:
        store = await open_store(tmp_path / "pawsona.db")
        database: Any = store.people._database  # type: ignore[attr-defined]
        async with store.transaction(waits=False):
            await store.people.add_person(samples.person("kim"))
        await store.close()
        with pytest.raises(StorageError, match="the store is closed; open it again"):
            await database.kept()

    asyncio.run(story())
