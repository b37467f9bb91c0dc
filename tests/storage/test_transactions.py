"""Calls join into one transaction of one task, or are undone together; nobody else's calls get in."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import Connection

from pawsona.domain.ports import Store
from pawsona.errors import ConflictError, StorageError, StoreBusyError
from pawsona.storage import open_store

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


async def names(store: Store, samples: Samples) -> list[str]:
    return [message.id for message in await store.talk.recent(samples.mo, 99)]


def test_what_fails_is_undone_whole(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(RuntimeError):
            async with store.transaction():
                await store.talk.add(samples.message("m1"))
                await store.talk.set_mark(samples.mo, "greeted", samples.noon)
                assert await names(store, samples) == ["m1"]
                raise RuntimeError
        assert await names(store, samples) == []
        assert await store.talk.mark(samples.mo, "greeted") is None
        await store.talk.add(samples.message("m2"))
        assert await names(store, samples) == ["m2"]

    with_store(story)


def test_others_see_a_transaction_only_when_it_is_done(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            assert await names(other, samples) == []
            assert await asyncio.create_task(names(store, samples)) == []
        assert await names(other, samples) == await names(store, samples) == ["m1"]
        await other.close()

    with_store(story)


def test_what_is_waited_for_later_is_seen_at_once(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        with pytest.raises(RuntimeError):
            async with store.transaction(waits=False):
                await store.talk.add(samples.message("m0"))
                raise RuntimeError
        async with store.transaction(waits=False):
            await store.talk.add(samples.message("m1"))
        assert await names(other, samples) == ["m1"]
        await store.kept()
        assert await names(store, samples) == ["m1"]
        await other.close()

    with_store(story)


def test_an_inner_transaction_joins_the_outer_one(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(RuntimeError):
            async with store.transaction():
                async with store.transaction():
                    await store.talk.add(samples.message("m1"))
                raise RuntimeError
        assert await names(store, samples) == []

    with_store(story)


def test_a_failed_inner_transaction_leaves_the_outer_one_whole(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            with pytest.raises(RuntimeError):
                async with store.transaction():
                    await store.talk.add(samples.message("m2"))
                    raise RuntimeError
            with pytest.raises(ConflictError):
                await store.talk.add(samples.message("m1"))
            await store.talk.add(samples.message("m3"))
        assert await names(store, samples) == ["m1", "m3"]

    with_store(story)


@pytest.mark.parametrize("after", ["nothing", "a call", "a look"])
def test_what_fails_in_a_whole_transaction_undoes_all_of_it(
    with_store: WithStore, samples: Samples, after: str
) -> None:
    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1"))
        with pytest.raises(StorageError, match="undone by an earlier error"):
            async with store.transaction(whole=True):
                await store.talk.add(samples.message("m2"))
                with pytest.raises(ConflictError):
                    await store.talk.add(samples.message("m1"))
                if after == "a call":
                    await store.talk.add(samples.message("m3"))
                if after == "a look":
                    await names(store, samples)
        assert await names(store, samples) == ["m1"]

    with_store(story)


def test_a_transaction_inside_a_whole_one_joins_it(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async with store.transaction(whole=True):
            await store.talk.add(samples.message("m1"))
            async with store.transaction():
                await store.talk.add(samples.message("m2"))
        assert await names(store, samples) == ["m1", "m2"]
        with pytest.raises(StorageError, match="undone by an earlier error"):
            async with store.transaction(whole=True):
                await store.talk.add(samples.message("m3"))
                with pytest.raises(RuntimeError):
                    async with store.transaction():
                        await store.talk.add(samples.message("m4"))
                        raise RuntimeError
        assert await names(store, samples) == ["m1", "m2"]
        async with store.transaction():
            await store.talk.add(samples.message("m5"))
            with pytest.raises(ConflictError):
                async with store.transaction(whole=True):
                    await store.talk.add(samples.message("m5"))
        assert await names(store, samples) == ["m1", "m2", "m5"]

    with_store(story)


def test_a_child_task_never_joins_its_parents_transaction(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(RuntimeError):
            async with store.transaction():
                await store.talk.add(samples.message("undone"))
                child = asyncio.create_task(store.talk.add(samples.message("kept")))
                await asyncio.sleep(0.05)
                assert not child.done()
                raise RuntimeError
        await child
        assert await names(store, samples) == ["kept"]

    with_store(story)


def test_a_parent_that_waits_for_such_a_child_is_told(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(_: Store) -> None:
        store = await open_store(address, patience_seconds=0.05, busy_seconds=0.05)
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            with pytest.raises(StoreBusyError, match="busy|locked"):
                await asyncio.create_task(store.talk.add(samples.message("m2")))
            await store.talk.add(samples.message("m3"))
        assert await names(store, samples) == ["m1", "m3"]
        await store.close()

    with_store(story)


def test_many_tasks_write_at_once_and_nothing_is_lost(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        async def turn(n: int) -> None:
            async with store.transaction():
                await store.talk.add(samples.message(f"q{n:02}"))
                await asyncio.sleep(0)
                await store.talk.add(samples.message(f"r{n:02}", role="pet"))

        await asyncio.gather(*(turn(n) for n in range(20)))
        found = await names(store, samples)
        assert len(found) == 40
        assert all(found[n][1:] == found[n + 1][1:] for n in range(0, 40, 2))

    with_store(story)


def test_two_programs_take_turns(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address)
        await asyncio.gather(*(each.talk.add(samples.message(f"{n}")) for n, each in enumerate([store, other] * 10)))
        assert await names(store, samples) == await names(other, samples)
        assert len(await names(store, samples)) == 20
        await other.close()

    with_store(story)


def test_a_program_that_waits_too_long_is_told(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        other = await open_store(address, busy_seconds=0.05)
        async with store.transaction():
            await store.talk.add(samples.message("m1"))
            with pytest.raises(StoreBusyError, match="locked by another process"):
                await other.talk.add(samples.message("m2"))
        await other.talk.add(samples.message("m2"))
        assert await names(store, samples) == ["m1", "m2"]
        await other.close()

    with_store(story)


@pytest.mark.parametrize("turns", range(8))
def test_a_cancelled_task_leaves_the_store_usable(with_store: WithStore, samples: Samples, turns: int) -> None:
    async def story(store: Store) -> None:
        async def both() -> None:
            async with store.transaction():
                await store.talk.add(samples.message("m1"))
                await store.talk.add(samples.message("m2"))

        task = asyncio.create_task(both())
        for _ in range(turns):
            await asyncio.sleep(0)
        task.cancel()
        await asyncio.wait([task])  # a fast machine may have ended it by then
        assert task.cancelled() or turns > 3
        assert await names(store, samples) in ([], ["m1", "m2"])
        await store.talk.add(samples.message("m3"))
        assert (await names(store, samples))[-1] == "m3"

    with_store(story)


def test_a_closed_store_says_so(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.close()
        with pytest.raises(StorageError, match="closed"):
            await store.talk.add(samples.message("m1"))
        with pytest.raises(StorageError, match="closed"):
            await names(store, samples)

    with_store(story)


def test_compacting_inside_a_transaction_is_refused(with_store: WithStore) -> None:
    async def story(store: Store) -> None:
        async with store.transaction():
            with pytest.raises(StorageError, match="inside a transaction"):
                await store.compact()

    with_store(story)


def test_closing_inside_a_transaction_is_refused(with_store: WithStore) -> None:
    async def story(store: Store) -> None:
        async with store.transaction():
            with pytest.raises(StorageError, match="inside a transaction"):
                await store.close()

    with_store(story)


def test_a_transaction_that_the_database_undid_takes_no_more_calls(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        def undo(connection: Connection) -> None:
            connection.exec_driver_sql("ROLLBACK")

        with pytest.raises(StorageError, match="undone by an earlier error"):
            async with store.transaction():
                await store.talk.add(samples.message("m1"))
                await store.talk._database.read(undo)  # type: ignore[attr-defined]
                await store.talk.add(samples.message("m2"))
        assert await names(store, samples) == []

    with_store(story)
