"""Memories come back, expire by the calendar, and leave nothing behind."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import TYPE_CHECKING, cast

import pytest
from sqlalchemy import Connection

from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.memory import Memory
from pawsona.domain.person import Fact
from pawsona.domain.ports import Entry, Store
from pawsona.errors import NotFoundError
from pawsona.storage import memories, open_store
from pawsona.storage.store import SqlStore

if TYPE_CHECKING:
    from pathlib import Path

    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


def ids(memories: list[Memory]) -> list[str]:
    return [memory.id for memory in memories]


def test_a_memory_comes_back_whole(with_store: WithStore, samples: Samples) -> None:
    kept = samples.memory(
        "a", "林林怕打雷。", sources=(MessageId("m2"), MessageId("m1")), expires_on=None, pinned=True, voice="打雷我陪你。",
        slots={"you": "怕打雷"},
    )  # fmt: skip

    async def story(store: Store) -> None:
        await store.memories.add(kept)
        assert await store.memories.get(samples.mo, kept.id) == kept
        assert await store.memories.get(samples.mo, MemoryId("b")) is None
        assert await store.memories.some(samples.mo, [MemoryId("b"), kept.id]) == [kept]

    with_store(story)


def test_all_are_told_newest_first_and_the_latest_by_renewal(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for n, name in enumerate(("old", "renewed", "new")):
            at = samples.noon + timedelta(days=n)
            await store.memories.add(samples.memory(name, created_at=at, renewed_at=at))
        renewed = samples.memory("renewed", renewed_at=samples.noon + timedelta(days=9))
        await store.memories.update(replace(renewed, created_at=samples.noon + timedelta(days=1)))
        assert ids(await store.memories.all(samples.mo)) == ["new", "renewed", "old"]
        assert ids(await store.memories.latest(samples.mo, date(2026, 5, 1), 2)) == ["renewed", "new"]

    with_store(story)


def test_a_memory_is_gone_on_its_day_unless_pinned(with_store: WithStore, samples: Samples) -> None:
    on = date(2026, 5, 12)

    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("gone", expires_on=on))
        await store.memories.add(samples.memory("pinned", expires_on=on, pinned=True))
        await store.memories.add(samples.memory("tomorrow", expires_on=on + timedelta(days=1)))
        await store.memories.add(samples.memory("always", expires_on=None))
        assert ids(await store.memories.expired(samples.mo, on)) == ["gone"]
        assert set(ids(await store.memories.latest(samples.mo, on, 9))) == {"pinned", "tomorrow", "always"}
        everything = await store.memories.all(samples.mo)
        assert {memory.id for memory in everything if not memory.alive(on)} == {"gone"}

    with_store(story)


def test_changing_a_memory_that_is_not_there_is_an_error(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(NotFoundError):
            await store.memories.update(samples.memory("a"))

    with_store(story)


def test_a_deleted_memory_leaves_index_vectors_and_facts(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        entries = []
        for name in ("a", "b"):
            await store.memories.add(samples.memory(name))
            entries.append(Entry("memory", name, "tea", samples.vector(1)))
        await store.index.put(samples.mo, entries, "e")
        facts = [Fact(MemoryId("a"), "likes tea"), Fact(MemoryId("b"), "likes tea a lot")]
        await store.people.set_facts(samples.mo, facts)
        await store.memories.delete(samples.mo, [MemoryId("a"), MemoryId("unknown")])
        assert ids(await store.memories.all(samples.mo)) == ["b"]
        assert await store.people.facts(samples.mo) == facts[1:]
        assert [hit.ref for hit in await store.index.match(samples.mo, "tea", ["memory"], 9)] == ["b"]
        near = await store.index.nearest(samples.mo, samples.vector(1), "e", ["memory"], 9)
        assert [hit.ref for hit in near] == ["b"]
        assert await store.index.texts(samples.mo, near) == ["tea"]

    with_store(story)


def test_more_ids_than_a_statement_takes_are_deleted(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("m1199"))
        await store.memories.delete(samples.mo, [MemoryId(f"m{n}") for n in range(1200)])
        assert await store.memories.all(samples.mo) == []

    with_store(story)


def test_what_has_run_out_is_found_without_reading_the_rest(tmp_path: Path) -> None:
    def planned(connection: Connection) -> list[str]:
        query = memories._EXPIRED.make().compile(connection)
        given = {"person": "ann", "pet": "mo", "today": "2026-05-12"}
        values = tuple(given[name] for name in query.positiontup or ())
        return [row[-1] for row in connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {query}", values)]

    async def story() -> list[str]:
        store = await open_store(f"sqlite:///{tmp_path}/pawsona.db")
        try:
            return await cast(SqlStore, store)._database.read(planned)
        finally:
            await store.close()

    assert any("memories_by_expiry" in step for step in asyncio.run(story()))
