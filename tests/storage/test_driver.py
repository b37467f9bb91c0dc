"""What is asked of a PostgreSQL server past psycopg's own way of waiting: the same values, the same errors."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Connection, Engine, text
from tests.storage.test_served import hang_up

from pawsona.storage import postgres
from pawsona.storage.dialect import execute
from pawsona.storage.opening import database_url

if TYPE_CHECKING:
    from tests.servers import Databases

pytestmark = pytest.mark.postgres


@pytest.fixture
def address(served: Databases) -> str:
    return served.fresh()


@pytest.fixture
def connection(address: str) -> Iterator[Connection]:
    """As the store has it."""
    engine: Engine = postgres.engine(database_url(address), busy_seconds=5)
    with engine.connect() as made:
        yield made
        made.invalidate()
    engine.dispose()


def found(connection: Connection, statement: str, *values: Any) -> Any:
    return execute(connection, statement, values).fetchone()


def test_values_come_back_as_they_went(connection: Connection) -> None:
    given = ("苹果", "a\0b", 7, 2**40, None, True, b"\0\xff", ["x", "y"], date(2026, 4, 12))
    asked = ", ".join(["%s::text", "%s::text", "%s::int", "%s::bigint", "%s::text", "%s::bool", "%s::bytea"])
    row = found(connection, f"SELECT {asked}, %s::text[], %s::date, '100%%'", *given)
    assert row == (given[0], "a\ufffdb", *given[2:], "100%")


def test_rows_that_were_touched_are_counted(connection: Connection) -> None:
    execute(connection, "CREATE TEMPORARY TABLE touched (n int)", ())
    assert execute(connection, "INSERT INTO touched SELECT generate_series(1, %s)", (5,)).rowcount == 5
    assert execute(connection, "DELETE FROM touched WHERE n > %s", (3,)).rowcount == 2
    assert found(connection, "SELECT n FROM touched WHERE n > %s", 9) is None


def test_a_refusal_has_its_code_and_the_connection_goes_on(connection: Connection) -> None:
    for _ in range(2):  # the second time it is prepared
        with pytest.raises(Exception, match="division by zero") as refused:
            found(connection, "SELECT 1 / %s::int", 0)
        assert postgres.code(refused.value) == "22012"
    assert found(connection, "SELECT 1 / %s::int", 1) == (1,)


def test_what_the_server_forgot_after_a_rollback_is_prepared_anew(connection: Connection) -> None:
    assert found(connection, "SELECT %s::int", 1) == (1,)
    for n in range(9):  # so often that psycopg prepares it
        connection.execute(text("SELECT CAST(:n AS int)"), {"n": n})
    postgres.control(connection, "BEGIN")
    postgres.control(connection, "ROLLBACK")
    assert found(connection, "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE %s", "_pg3%") == (0,)
    assert found(connection, "SELECT %s::int", 2) == (2,)


def test_a_server_that_hung_up_is_told_from_one_that_refuses(connection: Connection, address: str) -> None:
    assert found(connection, "SELECT %s::int", 1) == (1,)
    hang_up(address)
    with pytest.raises(Exception) as gone:
        found(connection, "SELECT %s::int", 1)
    assert postgres.gone(gone.value)
    assert postgres.lost(connection)


def test_kinds_of_values_without_end_are_not_prepared_without_end(
    connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pawsona.storage import driver

    monkeypatch.setattr(driver, "_MOST", 2)
    for n in range(6):
        assert found(connection, f"SELECT %s::int + {n}", 1) == (1 + n,)
    assert execute(connection, "SET statement_timeout = 0", ()).rows == ()
    assert found(connection, "SELECT count(*) FROM pg_prepared_statements WHERE name LIKE 'pawsona%%'") == (2,)
