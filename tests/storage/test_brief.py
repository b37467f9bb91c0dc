"""A query that is brief for one bond and long for another: tried on the event loop, and left to a thread."""

import asyncio
import sqlite3
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection
from tests.storage.conftest import Samples

from pawsona.domain.memory import Memory
from pawsona.domain.ports import Store
from pawsona.storage import open_store, sqlite
from pawsona.storage.attempt import attempt
from pawsona.storage.dialect import execute

MANY = 1000
LOOP, THREAD = "loop", "thread"


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Where each query of memories was asked."""
    places: list[str] = []

    def watched(connection: Connection, statement: str, values: Sequence[Any]) -> Any:
        if statement.startswith("SELECT memories"):
            places.append(LOOP if threading.current_thread() is threading.main_thread() else THREAD)
        return execute(connection, statement, values)

    monkeypatch.setattr("pawsona.storage.prepared.execute", watched)
    return places


def many(samples: Samples) -> list[Memory]:
    return [samples.memory(f"m{n:04}") for n in range(MANY)]


def test_few_memories_are_read_at_once_and_many_in_a_thread(tmp_path: Path, samples: Samples, asked: list[str]) -> None:
    async def body(store: Store) -> None:
        await store.memories.add(*many(samples)[:9])
        assert len(await store.memories.all(samples.mo)) == 9
        assert asked == [LOOP]
        await store.memories.add(*many(samples)[9:])
        assert [memory.id for memory in await store.memories.all(samples.mo)] == [
            memory.id for memory in reversed(many(samples))
        ]
        assert asked == [LOOP, LOOP, THREAD]
        assert len(await store.memories.all(samples.mo)) == MANY  # known by now
        assert not await store.memories.all(samples.bo)
        assert asked == [LOOP, LOOP, THREAD, THREAD, LOOP]

    story(tmp_path, samples, body)


def test_what_is_given_up_in_a_transaction_undoes_nothing_of_it(
    tmp_path: Path, samples: Samples, asked: list[str]
) -> None:
    async def body(store: Store) -> None:
        async with store.transaction(whole=True):
            await store.memories.add(*many(samples))
            assert len(await store.memories.all(samples.mo)) == MANY
            assert asked == [LOOP, THREAD]
            await store.memories.add(samples.memory("last"))
        assert len(await store.memories.all(samples.mo)) == MANY + 1

    story(tmp_path, samples, body)


def test_another_error_than_that_it_takes_long_is_an_error(tmp_path: Path) -> None:
    engine = sqlite.engine(tmp_path / "home.db", busy_seconds=1, reading=False)
    with engine.connect() as connection, pytest.raises(sqlite3.OperationalError, match="no such table"):
        attempt(connection, lambda here: execute(here, "SELECT * FROM rivers", ()))


def story(folder: Path, samples: Samples, body: Any) -> None:
    async def lived() -> None:
        store = await open_store(folder / "home.db")
        await samples.settle(store)
        try:
            await body(store)
        finally:
            await store.close()

    asyncio.run(lived())
