"""Migrations make the tables that the code expects, once, from wherever the package is."""

import asyncio
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, create_engine, inspect

from pawsona.errors import StorageError
from pawsona.storage import migrate, open_store, sqlite
from pawsona.storage.columns import metadata

VERSIONS = migrate.versions()


@pytest.fixture
def new_files() -> None:
    """Here they are migrated from nothing, each of them."""


def upgraded(path: Path, target: str = "head") -> dict[str, Any]:
    """The tables of a file after migration."""
    engine = create_engine(f"sqlite:///{path}", isolation_level="AUTOCOMMIT")
    with engine.connect() as connection:
        migrate.migrate(connection, sqlite.Sqlite(path), target)
        tables = described(connection)
    engine.dispose()
    return tables


def described(connection: Connection) -> dict[str, Any]:
    found = inspect(connection)
    return {
        name: {
            "columns": {(c["name"], str(c["type"]), c["nullable"]) for c in found.get_columns(name)},
            "key": found.get_pk_constraint(name)["constrained_columns"],
            "links": sorted(str(key["constrained_columns"]) + str(key["referred_table"]) for key in found.get_foreign_keys(name)),
            "indexes": sorted((i["name"], tuple(i["column_names"]), bool(i["unique"])) for i in found.get_indexes(name)),
        }
        for name in found.get_table_names()
        if not name.startswith("words") and name != "alembic_version"
    }  # fmt: skip


def test_the_migrated_tables_are_those_of_the_code(tmp_path: Path) -> None:
    engine = create_engine(f"sqlite:///{tmp_path}/made.db")
    metadata.create_all(engine)
    with engine.connect() as connection:
        expected = described(connection)
    engine.dispose()
    assert upgraded(tmp_path / "migrated.db") == expected


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
def test_every_version_migrates_to_the_latest(tmp_path: Path, version: str) -> None:
    path = tmp_path / "old.db"
    upgraded(path, version)
    assert upgraded(path) == upgraded(tmp_path / "new.db")


def test_versions_are_numbered_without_gaps() -> None:
    assert VERSIONS == [f"{n:04}" for n in range(1, len(VERSIONS) + 1)]


def test_rows_are_clustered_by_person(tmp_path: Path) -> None:
    upgraded(tmp_path / "a.db")
    engine = create_engine(f"sqlite:///{tmp_path}/a.db")
    with engine.connect() as connection:
        for table in metadata.sorted_tables:
            query = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?"
            sql = connection.exec_driver_sql(query, (table.name,)).scalar_one()
            assert "WITHOUT ROWID" in sql, table.name
            if "person_id" in table.c:
                assert inspect(connection).get_pk_constraint(table.name)["constrained_columns"][0] == "person_id"
    engine.dispose()


def test_a_failed_migration_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise StorageError("no")

    path = tmp_path / "a.db"
    monkeypatch.setattr(migrate, "_upgrade", fail)
    with pytest.raises(StorageError):
        upgraded(path)
    monkeypatch.undo()
    assert "persons" in upgraded(path)


def test_two_programs_may_open_a_new_file_at_once(tmp_path: Path) -> None:
    async def story() -> None:
        stores = await asyncio.gather(*(open_store(tmp_path / "a.db") for _ in range(4)))
        for store in stores:
            assert await store.people.persons() == []
            await store.close()

    asyncio.run(story())


def test_an_up_to_date_file_opens_without_alembic(tmp_path: Path) -> None:
    upgraded(tmp_path / "a.db")
    program = (
        "import asyncio, sys; from pathlib import Path; from pawsona.storage import open_store\n"
        "async def story():\n"
        "    await (await open_store(Path(sys.argv[1]))).close()\n"
        "asyncio.run(story()); sys.exit('alembic' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", program, str(tmp_path / "a.db")], check=True, timeout=30)


def test_accounts_of_before_are_the_defaults(tmp_path: Path) -> None:
    path = tmp_path / "old.db"
    upgraded(path, "0015")
    with closing(sqlite3.connect(path)) as file, file:
        file.execute("INSERT INTO persons VALUES ('ann', 'Ann', 'en', 'UTC', '2026-04-12', NULL, 'adult', NULL, NULL)")
        file.execute("INSERT INTO accounts VALUES ('ann', 'ann', 'person', 'p', '2026-04-12', 0, '', NULL)")
    upgraded(path)
    with closing(sqlite3.connect(path)) as file:
        assert file.execute("SELECT login, tenant FROM accounts").fetchall() == [("ann", "default")]
