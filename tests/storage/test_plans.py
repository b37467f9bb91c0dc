"""What the server finds by an index, however much there is."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from tests.servers import connected

from pawsona.domain.ids import MessageId
from pawsona.storage import dialect
from pawsona.storage.schema import memories

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.servers import Databases
    from tests.storage.conftest import Samples, Story

    from pawsona.domain.ports import Store


pytestmark = pytest.mark.postgres


@pytest.fixture
def address(served: Databases) -> str:
    return served.fresh()


def test_a_reply_is_found_by_its_index(
    address: str, with_store: Callable[[Story], None], samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[tuple[str, Any]] = []
    plain = dialect.execute

    def noting(connection: Any, statement: str, values: Any) -> Any:
        asked.append((statement, values))
        return plain(connection, statement, values)

    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1"))
        monkeypatch.setattr("pawsona.storage.prepared.execute", noting)
        await store.talk.reply(samples.mo, MessageId("m1"))
        monkeypatch.undo()

    with_store(story)
    [(statement, values)] = asked
    assert "messages_by_answer" in plan(address, statement, values)


def test_the_planner_knows_that_a_pet_has_one_person(
    address: str, with_store: Callable[[Story], None], samples: Samples
) -> None:
    """Or it expects one memory where there are 300, and reads all of them to find eighteen by their keys."""

    async def story(store: Store) -> None:
        await store.memories.add(samples.memory("m0"))

    with_store(story)
    engine = connected(address)
    with engine.connect() as connection:
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
        query = "EXPLAIN SELECT * FROM memories WHERE person_id = 'p7' AND pet_id = 'q7' AND memory_id = ANY (:ids)"
        rows = connection.execute(text(query), {"ids": [f"m{n}" for n in range(18)]})
        expected = re.search(r"rows=(\d+)", str(rows.fetchall()[0][0]))
        assert expected and 9 < int(expected[1]) < 36
    engine.dispose()


def plan(address: str, statement: str, values: Any) -> str:
    """How the server finds it, in its own words."""
    engine = connected(address)
    with engine.connect() as connection:
        connection.execute(text("SET enable_seqscan = off"))  # a small table would be read whole: that costs nothing
        driver: Any = connection.connection.driver_connection
        rows = driver.execute(f"EXPLAIN {statement}", values).fetchall()
    engine.dispose()
    return " ".join(str(row[0]) for row in rows)
