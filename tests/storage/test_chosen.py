"""Which index a database takes, however much lies there."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, cast

import pytest
from sqlalchemy import Connection, Select, text
from tests.servers import connected

from pawsona.domain.ids import Bond, MessageId, PersonId, PetId
from pawsona.storage import open_store
from pawsona.storage.index import lacking
from pawsona.storage.schema import memories
from pawsona.storage.store import SqlStore
from pawsona.storage.talk import _REPLY

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storage.conftest import Samples, Story

    from pawsona.domain.ports import Store

    WithStore = Callable[[Story], None]


async def plan(store: Store, query: Select[Any], **given: str) -> str:
    """How the database goes about a query, in its own words."""

    def ask(connection: Connection) -> str:
        explain = "EXPLAIN"
        if connection.dialect.name == "sqlite":
            explain = "EXPLAIN QUERY PLAN"
        else:
            connection.execute(
                text("SET enable_seqscan = off")
            )  # a small table would be read whole: that costs nothing
        compiled = query.compile(connection)
        values = {**compiled.params, **given}
        rows = connection.exec_driver_sql(
            f"{explain} {compiled}", tuple(values[name] for name in cast(Any, compiled).positiontup)
        )
        return " ".join(str(row[-1]) for row in rows)

    return await cast(SqlStore, store)._database.read(ask)


@pytest.mark.parametrize("new_address", ["sqlite"], indirect=True)  # PostgreSQL counts by itself: test_plans.py
def test_a_reply_is_found_by_its_index_once_rows_were_counted(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        for n in range(300):
            await store.talk.add(samples.message(f"m{n}"))
            await store.talk.add(samples.message(f"r{n}", role="pet", answers=MessageId(f"m{n}")))
        asked: Any = _REPLY.make()
        given = {"person": samples.mo.person, "pet": samples.mo.pet, "answered": "m7"}
        assert "messages_by_answer" not in await plan(store, asked, **given)
        await store.compact()
        again = await open_store(address)  # a connection keeps the counts with which it began
        assert "messages_by_answer" in await plan(again, asked, **given)
        await again.close()

    with_store(story)


def test_what_lacks_a_vector_is_found_without_what_only_surrounds(with_store: WithStore) -> None:
    async def story(store: Store) -> None:
        for query in lacking("e"):
            assert "entries_to_embed" in await plan(store, query)

    with_store(story)


def crowd(connection: Connection) -> None:
    """Forty more persons with three hundred memories each, all like the one that is there."""
    columns = [column.name for column in memories.c][3:]
    connection.execute(text("SET session_replication_role = replica"))  # they need no persons
    connection.execute(
        text(
            f"INSERT INTO memories (person_id, pet_id, memory_id, {', '.join(columns)})"
            f" SELECT 'p' || p, 'q' || p, 'm' || n, {', '.join(columns)}"
            " FROM memories, generate_series(1, 40) p, generate_series(1, 300) n"
        )
    )
    connection.execute(text("ANALYZE memories"))


@pytest.mark.postgres
@pytest.mark.parametrize("new_address", ["postgres"], indirect=True)
def test_what_every_recall_asks_is_not_planned_anew_each_time(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("m0"))

    async def asked(store: Store) -> list[int]:
        for _ in range(20):
            assert not await store.memories.expired(Bond(PersonId("p7"), PetId("q7")), samples.noon.date())
        known = text("SELECT generic_plans FROM pg_prepared_statements WHERE statement LIKE '%expires_on <=%'")
        return await cast(SqlStore, store)._database.read(lambda it: list(it.execute(known).scalars()))

    async def again() -> list[int]:
        store = await open_store(address, connections=1)
        found = await asked(store)
        await store.close()
        return found

    with_store(story)
    engine = connected(address)
    with engine.connect() as connection:
        crowd(connection)
    engine.dispose()
    [generic] = asyncio.run(again())
    assert generic >= 5


@pytest.mark.postgres
@pytest.mark.parametrize("new_address", ["postgres"], indirect=True)
def test_the_planner_knows_that_a_pet_has_one_person(address: str, with_store: WithStore, samples: Samples) -> None:
    """Or it expects one memory where there are 300, and reads all of them to find eighteen by their keys."""

    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("m0"))

    with_store(story)
    engine = connected(address)
    with engine.connect() as connection:
        crowd(connection)
        query = "EXPLAIN SELECT * FROM memories WHERE person_id = 'p7' AND pet_id = 'q7' AND memory_id = ANY (:ids)"
        rows = connection.execute(text(query), {"ids": [f"m{n}" for n in range(18)]})
        expected = re.search(r"rows=(\d+)", str(rows.fetchall()[0][0]))
        assert expected and 9 < int(expected[1]) < 36
    engine.dispose()
