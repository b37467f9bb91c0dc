"""What other rooms' tests start from is what the migrations make."""

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from tests import tables

from pawsona.storage import migrate, open_store, sqlite


@pytest.fixture
def new_files() -> None:
    """Here they are migrated from nothing, until the test says otherwise."""


def test_tables_that_were_written_down_are_those_that_the_migrations_make(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def made(name: str) -> tuple[list[str], list[tuple[int]]]:
        await (await open_store(tmp_path / name)).close()
        with closing(sqlite3.connect(tmp_path / name)) as plain:
            return list(plain.iterdump()), plain.execute("PRAGMA page_size").fetchall()

    migrated = asyncio.run(made("migrated.db"))
    monkeypatch.setattr(tables, "_made", [])
    monkeypatch.setattr(migrate, "_upgrade", tables.upgrade)
    monkeypatch.setattr(sqlite, "prepare", tables.prepare)
    asyncio.run(made("first.db"))
    monkeypatch.setattr(tables, "_migrated", None)  # nobody asks Alembic from here on
    assert asyncio.run(made("second.db")) == migrated
