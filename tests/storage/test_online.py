"""Migrations of a PostgreSQL server: the same tables, made while others read and write; one that stopped goes on."""

from __future__ import annotations

import asyncio
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from importlib.util import cache_from_source
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import Engine, inspect, text
from tests.servers import connected

from pawsona.errors import StorageError
from pawsona.storage import migrate, open_store
from pawsona.storage.columns import metadata
from pawsona.storage.opening import database_url
from pawsona.storage.postgres import Postgres

if TYPE_CHECKING:
    from tests.servers import Databases

pytestmark = pytest.mark.postgres
OWN = {"alembic_version", "commits"}
STEPS = {
    "0001_first.py": "op.create_table('stones', Column('n', Integer, primary_key=True), Column('colour', Text))",
    "0002_more.py": "op.add_column('stones', Column('weight', Integer, nullable=True))",
    "0003_found.py": "online.index('stones_by_colour', 'stones', ['colour'])",
    "0004_other.py": "op.create_table('shells', Column('n', Integer, primary_key=True))",
}
MIGRATION = """from alembic import op
from sqlalchemy import Column, Integer, Text
from pawsona.storage import online
revision, down_revision = "{0}", {1!r}
def upgrade():
    {2}
"""


@contextmanager
def engine(address: str) -> Iterator[tuple[Postgres, Engine]]:
    kind = Postgres(database_url(address))
    made = kind.engine()
    try:
        yield kind, made
    finally:
        made.dispose()


def run(address: str) -> None:
    with engine(address) as (kind, made), made.connect() as connection:
        migrate.migrate(connection, kind)


@pytest.fixture
def small(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str, str], None]:
    """Stands in for our migrations; replaces one of its steps."""
    folder = tmp_path / "migrations"
    (folder / "versions").mkdir(parents=True)
    shutil.copy(migrate.FOLDER / "env.py", folder)
    monkeypatch.setattr(migrate, "FOLDER", folder)

    def write(name: str, step: str) -> None:
        number = int(name[:4])
        before = f"{number - 1:04}" if number > 1 else None
        path = folder / "versions" / name
        path.write_text(MIGRATION.format(name[:4], before, step))
        Path(cache_from_source(str(path))).unlink(missing_ok=True)  # bytecode tells changes by seconds and sizes only

    for name, step in STEPS.items():
        write(name, step)
    return write


def described(address: str) -> dict[str, Any]:
    plain = connected(address)
    found = inspect(plain)
    tables = {
        name: {
            "columns": {(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(name)},
            "key": found.get_pk_constraint(name)["constrained_columns"],
            "indexes": sorted((i["name"], tuple(i["column_names"])) for i in found.get_indexes(name)),
        }
        for name in found.get_table_names()
        if name not in OWN
    }
    plain.dispose()
    return tables


def test_the_migrated_tables_are_those_of_the_code(served: Databases) -> None:
    migrated, made = served.fresh(), served.empty()
    with engine(made) as (_, new):
        metadata.create_all(new)
    assert described(migrated) == described(made)


def test_text_sorts_by_its_bytes_and_numbers_have_room(served: Databases) -> None:
    loose = (
        "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'public'"
        " AND data_type IN ('text', 'character varying') AND collation_name IS DISTINCT FROM 'C'"
        " AND table_name NOT IN ('alembic_version', 'commits')"
    )
    with engine(served.fresh()) as (_, made), made.connect() as connection:
        assert connection.execute(text(loose)).all() == []


def test_several_programs_may_open_a_new_database_at_once(served: Databases) -> None:
    address = served.empty()

    async def story() -> None:
        for store in await asyncio.gather(*(open_store(address) for _ in range(3))):
            assert await store.people.persons() == []
            await store.close()

    asyncio.run(story())


def test_a_migration_that_is_interrupted_goes_on_where_it_stopped(
    served: Databases, small: Callable[[str, str], None]
) -> None:
    address = served.empty()
    small("0002_more.py", "raise RuntimeError('the power went')")
    with pytest.raises(RuntimeError, match="the power went"):
        run(address)
    with engine(address) as (_, made), made.connect() as connection:
        assert migrate.version_of(connection) == "0001"
        connection.execute(text("INSERT INTO stones VALUES (1, 'grey')"))
    small("0002_more.py", STEPS["0002_more.py"])
    run(address)
    with engine(address) as (_, made), made.connect() as connection:
        assert migrate.version_of(connection) == "0004"
        assert connection.execute(text("SELECT n, colour, weight FROM stones")).all() == [(1, "grey", None)]


def test_an_index_that_was_left_half_made_is_made_anew(served: Databases, small: Callable[[str, str], None]) -> None:
    address = served.empty()
    small("0003_found.py", "raise RuntimeError")
    with pytest.raises(RuntimeError):
        run(address)
    with engine(address) as (_, made), made.connect() as connection:
        connection.exec_driver_sql("CREATE INDEX stones_by_colour ON stones (n)")
        connection.exec_driver_sql(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'stones_by_colour'::regclass"
        )
    small("0003_found.py", STEPS["0003_found.py"])
    run(address)
    assert described(address)["stones"]["indexes"] == [("stones_by_colour", ("colour",))]


def test_others_read_and_write_while_a_migration_runs(served: Databases, small: Callable[[str, str], None]) -> None:
    address = served.empty()
    small("0002_more.py", "raise RuntimeError")
    with pytest.raises(RuntimeError):
        run(address)
    small("0002_more.py", STEPS["0002_more.py"])
    over, longest, written = threading.Event(), 0.0, 0

    def live() -> None:
        nonlocal longest, written
        with engine(address) as (_, made), made.connect() as connection:
            while not over.is_set():
                begun = time.monotonic()
                connection.execute(text("INSERT INTO stones (n, colour) VALUES (:n, 'grey')"), {"n": written})
                connection.execute(text("SELECT count(*) FROM stones")).scalar()
                longest, written = max(longest, time.monotonic() - begun), written + 1

    with engine(address) as (_, made), closing(made.connect()) as holder:
        living = threading.Thread(target=live)
        living.start()
        holder.exec_driver_sql("BEGIN")
        holder.exec_driver_sql("LOCK TABLE stones IN ROW EXCLUSIVE MODE")  # somebody's long transaction
        threading.Timer(1.5, lambda: holder.exec_driver_sql("COMMIT")).start()
        begun = time.monotonic()
        run(address)
        took = time.monotonic() - begun
        before = written
        time.sleep(0.2)
        over.set()
        living.join()
    assert took > 1 and 0 < before < written
    assert longest < took  # they never wait for the whole of it, only for as long as it waits for a lock


def test_a_newer_or_foreign_database_is_refused(served: Databases) -> None:
    for statement, sentence in {
        "UPDATE alembic_version SET version_num = '9999'": "newer Pawsona",
        "DROP TABLE alembic_version": "belongs to another program",
    }.items():
        address = served.fresh()
        with engine(address) as (_, made), made.connect() as connection:
            connection.exec_driver_sql(statement)
        with pytest.raises(StorageError, match=sentence):
            asyncio.run(open_store(address))
