"""Each bad state of a file is told in one sentence that says what to do, without a word of what was said."""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ports import Store
from pawsona.errors import StorageError, StoreBusyError
from pawsona.storage import open_store, sqlite

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]
ONE_FILE = pytest.mark.parametrize("new_address", ["sqlite"], indirect=True)
"""For what only a file can tell."""


def refusal(address: str | Path) -> str:
    """What opening says; it must refuse."""

    async def attempt() -> None:
        store = await open_store(address)
        await store.close()

    with pytest.raises(StorageError) as caught:
        asyncio.run(attempt())
    return str(caught.value)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("Dear diary, " * 100)
    assert "is not a Pawsona database" in refusal(path)
    assert path.read_text().startswith("Dear diary")


def test_another_programs_database(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE bookmarks (url TEXT)")
    assert "belongs to another program" in refusal(path)


def test_a_database_of_a_newer_version(tmp_path: Path) -> None:
    path = tmp_path / "new.db"
    with closing(sqlite3.connect(path)) as newer:
        newer.execute("CREATE TABLE alembic_version (version_num TEXT)")
        newer.execute("INSERT INTO alembic_version VALUES ('9999')")
        newer.commit()
    assert "newer Pawsona" in refusal(path)


@ONE_FILE
def test_a_damaged_database(tmp_path: Path, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        for n in range(200):
            await store.talk.add(samples.message(f"m{n:03}", "a long walk by the sea " * 9))
        await store.compact()

    with_store(story)
    path = tmp_path / "pawsona.db"
    content = bytearray(path.read_bytes())
    for start in range(8192, len(content) - 8192, 8192):
        content[start : start + 4000] = os.urandom(4000)
    path.write_bytes(content)
    sentence = refusal(path)
    assert "is damaged" in sentence
    assert "sea" not in sentence


@ONE_FILE
def test_damage_in_a_file_too_large_to_check(
    tmp_path: Path, with_store: WithStore, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: Store) -> None:
        for n in range(200):
            await store.talk.add(samples.message(f"m{n:03}", "a long walk by the sea " * 9))
        await store.compact()

    async def read() -> None:
        store = await open_store(path)
        try:
            await store.talk.recent(samples.mo, 500)
        finally:
            await store.close()

    with_store(story)
    path = tmp_path / "pawsona.db"
    content = bytearray(path.read_bytes())
    content[-40 * 1024 :] = os.urandom(40 * 1024)
    path.write_bytes(content)
    monkeypatch.setattr(sqlite, "_CHECKED_BYTES", 0)
    with pytest.raises(StorageError, match="is damaged"):
        asyncio.run(read())


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_read_only_place(tmp_path: Path) -> None:
    folder = tmp_path / "locked"
    folder.mkdir(mode=0o500)
    assert "permissions" in refusal(folder / "pawsona.db")


def test_a_folder_that_is_a_file(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    assert "can't be opened for writing" in refusal(tmp_path / "file" / "pawsona.db")
    assert "can't be opened for writing" in refusal(tmp_path)


@ONE_FILE
def test_a_full_disk_undoes_the_write_and_says_so(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.talk.add(samples.message("m1"))
        database = store.people._database  # type: ignore[attr-defined]
        await database.alone(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 1").close())
        with pytest.raises(StorageError, match="full") as caught:
            await store.talk.add(samples.message("m2", "what I said " * 99999))
        assert "what I said" not in str(caught.value)
        await database.alone(lambda connection: connection.exec_driver_sql("PRAGMA max_page_count = 99999").close())
        await store.talk.add(samples.message("m3"))
        assert [message.id for message in await store.talk.recent(samples.mo, 9)] == ["m1", "m3"]

    with_store(story)


@pytest.mark.parametrize(
    ("name", "kind", "sentence"),
    [
        ("SQLITE_READONLY", StorageError, "read-only"),
        ("SQLITE_IOERR_WRITE", StorageError, "reported an error"),
        ("SQLITE_CANTOPEN", StorageError, "can't be opened"),
        ("SQLITE_BUSY", StoreBusyError, "locked by another process"),
        ("SQLITE_LOCKED", StoreBusyError, "locked by another process"),
        ("SQLITE_NOTADB", StorageError, "is not a Pawsona database"),
        ("SQLITE_ERROR", StorageError, "could not do what was asked"),
    ],
)
def test_every_code_has_its_sentence(name: str, kind: type[StorageError], sentence: str) -> None:
    from sqlalchemy.exc import OperationalError

    cause = sqlite3.OperationalError("near 'what I said'")
    cause.sqlite_errorname = name
    told = sqlite.translate(OperationalError("INSERT", {"text": "what I said"}, cause), Path("/home/a.db"))
    assert type(told) is kind
    assert sentence in str(told)
    assert "what I said" not in str(told)


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://localhost/pawsona", "not supported"),
        ("sqlite+aiosqlite://", "names no file"),
        ("sqlite:///:memory:", "names no file"),
        ("://", "can't be read"),
    ],
)
def test_a_url_that_leads_nowhere(url: str, sentence: str) -> None:
    assert sentence in refusal(url)


def test_only_the_owner_can_read_the_files(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "home"

    async def story() -> None:
        store = await open_store(folder / "pawsona.db")
        await store.set_setting("mind", "storybook")
        assert {path.name for path in folder.iterdir()} == {"pawsona.db", "pawsona.db-wal", "pawsona.db-shm"}
        assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
        await store.close()

    asyncio.run(story())
    assert folder.stat().st_mode & 0o777 == 0o700
