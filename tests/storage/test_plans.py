"""Whether a message has its reply is found by an index, however much was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import text
from tests.servers import connected

from pawsona.domain.ids import MessageId
from pawsona.storage import dialect

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


def plan(address: str, statement: str, values: Any) -> str:
    """How the server finds it, in its own words."""
    engine = connected(address)
    with engine.connect() as connection:
        connection.execute(text("SET enable_seqscan = off"))  # a small table would be read whole: that costs nothing
        driver: Any = connection.connection.driver_connection
        rows = driver.execute(f"EXPLAIN {statement}", values).fetchall()
    engine.dispose()
    return " ".join(str(row[0]) for row in rows)
