"""Tables that were parted by a hash of the person do what the whole ones do, and later migrations reach them."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from alembic.migration import MigrationContext
from alembic.operations import Operations
from sqlalchemy import Connection, text
from tests.servers import connected

from pawsona.domain.ports import Entry
from pawsona.storage import online, open_store

if TYPE_CHECKING:
    from tests.servers import Databases
    from tests.storage.conftest import Samples

pytestmark = pytest.mark.postgres
PARTED = ("messages", "memories", "entries", "vectors")


def part(connection: Connection, table: str) -> None:
    """As docs/postgres.md says."""
    for statement in (
        f"ALTER TABLE {table} RENAME TO whole",
        f"CREATE TABLE {table} (LIKE whole INCLUDING ALL) PARTITION BY HASH (person_id)",
        *(
            f"CREATE TABLE {table}_{n} PARTITION OF {table} FOR VALUES WITH (MODULUS 4, REMAINDER {n})"
            for n in range(4)
        ),
        f"ALTER TABLE {table} ADD FOREIGN KEY (person_id, pet_id) REFERENCES pets (person_id, pet_id)",
        f"INSERT INTO {table} SELECT * FROM whole",
        "DROP TABLE whole",
    ):
        connection.execute(text(statement))


def test_parted_tables_do_what_whole_ones_do(served: Databases, samples: Samples) -> None:
    address = served.fresh()

    async def begun() -> None:
        store = await open_store(address)
        await samples.settle(store)
        await store.talk.add(samples.message("m1"))
        await store.index.put(samples.mo, [Entry("memory", "a", "coffee", samples.vector(1))], "e")
        await store.close()

    async def goes_on() -> None:
        store = await open_store(address)
        mo, li = samples.mo, samples.li
        for bond in (mo, li):
            await store.talk.add(samples.message("m2", bond=bond))
            await store.memories.add(samples.memory("b", bond=bond))
            await store.index.put(bond, [Entry("memory", "b", "coffee", samples.vector(1))], "e")
        assert [one.id for one in await store.talk.recent(mo, 9)] == ["m1", "m2"]
        assert [hit.ref for hit in await store.index.match(mo, "coffee", ["memory"], 9)] == ["a", "b"]
        assert [hit.ref for hit in await store.index.nearest(li, samples.vector(1), "e", ["memory"], 9)] == ["b"]
        await store.people.erase_person(li.person)
        assert await store.people.person(li.person) is None and await store.current()
        await store.close()

    asyncio.run(begun())
    engine = connected(address)
    with engine.connect() as connection:
        for table in PARTED:
            part(connection, table)
    asyncio.run(goes_on())
    with engine.connect() as connection:
        for table in PARTED:
            rows = connection.execute(text(f"SELECT DISTINCT person_id FROM {table}")).scalars().all()
            assert rows == ["ann"], table
    engine.dispose()


def test_a_later_index_reaches_a_parted_table(served: Databases) -> None:
    engine = connected(served.fresh())
    with engine.connect() as connection:
        part(connection, "entries")
        with Operations.context(MigrationContext.configure(connection)):
            online.index("entries_by_text", "entries", ["person_id", "said_at"])
        found = text("SELECT count(*) FROM pg_index WHERE indrelid = 'entries'::regclass AND indisvalid")
        assert connection.execute(found).scalar_one() >= 3
    engine.dispose()
