"""Sheets that are laid by: read in one piece, with what is newer on top; gone as soon as anything of them is."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import fields
from itertools import count
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pytest
from sqlalchemy import Connection, delete, func, select, update

from pawsona.domain.ids import Bond, PersonId
from pawsona.domain.ports import KINDS, Entry
from pawsona.storage import index, open_store, scope, shelf
from pawsona.storage.connection import Write
from pawsona.storage.index import SqlIndex
from pawsona.storage.prepared import Prepared
from pawsona.storage.schema import entries, revisions, vectors
from pawsona.storage.sheet_table import sheets
from pawsona.storage.sheets import Place
from pawsona.storage.store import SqlStore

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.storage.conftest import Samples, Story

    from pawsona.domain.ports import Store
    from pawsona.domain.sheet import Sheet

    WithStore = Callable[[Story], None]


def told(samples: Samples, *numbers: int, turn: int = 0) -> list[Entry]:
    return [
        Entry(
            "memory" if n % 3 else "turn", f"t{n}", f"apple {n} 苹果", samples.vector(9, n, turn), samples.noon,
            session=f"s{n % 4}", speaker=("", "Ann")[n % 2],
        )
        for n in numbers
    ]  # fmt: skip


async def afresh(address: str, bond: Bond) -> Sheet:
    """As a process sees it that has nothing in memory."""
    store = await open_store(address)
    sheet = await store.index.sheet(bond, "e", 4)
    await store.close()
    return sheet


def plain(sheet: Sheet) -> dict[str, Any]:
    held = {field.name: getattr(sheet, field.name) for field in fields(sheet)}
    held["rows"] = [sheet.row(KINDS[kind], ref) for kind, ref in zip(sheet.kinds, sheet.refs, strict=True)]
    return {name: value.tolist() if isinstance(value, np.ndarray) else value for name, value in held.items()}


async def done(store: Store, *statements: Any) -> None:
    """Past the store."""

    def work(tx: Write) -> None:
        for statement in statements:
            tx.run(statement)

    await cast(SqlStore, store)._database.write("past", work)


async def lying(store: Store, bond: Bond) -> int:
    def work(connection: Connection) -> int:
        return int(connection.execute(select(func.count()).where(scope.owned(sheets, bond))).scalar_one())

    return await cast(SqlStore, store)._database.read(work)


def lose(bond: Bond) -> list[Any]:
    """The rows go, and no cache knows."""
    return [delete(table).where(scope.owned(table, bond)) for table in (vectors, entries)]


# With vectors in pieces of ten bytes: one and less, two to the byte, four, of which the last is shorter.
@pytest.mark.parametrize(("count", "piece"), [(9, 32_768), (1, 10), (5, 10), (9, 10)])
def test_what_lies_there_is_read_with_one_question(
    address: str, with_store: WithStore, samples: Samples, monkeypatch: pytest.MonkeyPatch, count: int, piece: int
) -> None:
    monkeypatch.setattr(shelf, "_PIECE", piece)
    monkeypatch.setattr(shelf, "IN_PIECES", Prepared(shelf._in_pieces))

    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(count)), "e")
        by_rows = plain(await afresh(address, samples.mo))
        assert await store.index.lay_by(samples.mo, "e")
        await done(store, *lose(samples.mo))
        assert plain(await afresh(address, samples.mo)) == by_rows

    with_store(story)


def test_what_is_newer_comes_on_top(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        await store.index.lay_by(samples.mo, "e")
        await store.index.put(samples.mo, told(samples, 1, 20, turn=5), "e")  # one is embedded anew, one is new
        grown = await afresh(address, samples.mo)
        await done(store, delete(sheets).where(scope.owned(sheets, samples.mo)))
        by_rows = await afresh(address, samples.mo)
        assert len(grown) == 10
        without_vectors = {"vectors", "norms", "embedded"}  # in another order, of the same texts
        assert {k: v for k, v in plain(grown).items() if k not in without_vectors} == {
            k: v for k, v in plain(by_rows).items() if k not in without_vectors
        }
        assert by_row(grown) == by_row(by_rows)

    with_store(story)


def by_row(sheet: Sheet) -> dict[int, Any]:
    return dict(zip(sheet.embedded.tolist(), sheet.vectors.tolist(), strict=True))


def test_a_deletion_takes_it_along(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        pear = [Entry("memory", "t2", "pear", samples.vector(1))]
        for change in (store.index.drop(samples.mo, "memory", ["t1"]), store.index.put(samples.mo, pear, "e")):
            await store.index.lay_by(samples.mo, "e")
            assert await lying(store, samples.mo) == 1
            await change
            assert await lying(store, samples.mo) == 0
        assert len(await afresh(address, samples.mo)) == 8

    with_store(story)


async def deleted_by_a_process_of_before(store: Store, bond: Bond) -> None:
    """One that knows of no shelf: what it deletes stays there."""
    await store.index.put(bond, [Entry("memory", "secret", "a secret", speaker="Ann")], "e")
    await store.index.lay_by(bond, "e")
    mine = scope.owned(revisions, bond)
    gone = update(revisions).where(mine).values(written=revisions.c.written + 1, removed=revisions.c.written + 1)
    await done(store, gone, delete(entries).where(scope.owned(entries, bond), entries.c.ref == "secret"))
    assert "secret" in str(await refs(store, bond))


async def refs(store: Store, bond: Bond) -> Any:
    """What lies there."""

    def work(connection: Connection) -> Any:
        return connection.execute(select(sheets.c.refs).where(scope.owned(sheets, bond))).scalar()

    return await cast(SqlStore, store)._database.read(work)


def test_one_that_another_version_left_lying_is_not_believed(
    address: str, with_store: WithStore, samples: Samples
) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        await deleted_by_a_process_of_before(store, samples.mo)
        assert "secret" not in (await afresh(address, samples.mo)).refs

    with_store(story)


@pytest.mark.parametrize(("embedder", "left"), [("e", 9), ("f", 0)])  # of another one nothing can be laid by yet
def test_what_another_version_left_lying_goes_however_little_is_new(
    with_store: WithStore, samples: Samples, embedder: str, left: int
) -> None:
    async def story(store: Store) -> None:
        index, bond = store.index, samples.mo
        await index.put(bond, told(samples, *range(9)), "e")
        await deleted_by_a_process_of_before(store, bond)
        assert await index.scattered(bond, embedder)
        assert await index.lay_by(bond, embedder) == bool(left)
        assert len(await refs(store, bond) or ()) == left
        assert not await index.scattered(bond, embedder)

    with_store(story)


def test_those_who_talk_are_not_pushed_out_by_nights(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        index = cast(SqlIndex, store.index)
        for bond in (samples.mo, samples.li):
            await index.put(bond, told(samples, *range(9)), "e")
        await index.sheet(samples.li, "e", 4)
        await index.lay_by(samples.mo, "e")
        assert index._sheets.latest(samples.mo).embedder == "e"
        assert [index._sheets.get(Place(bond, "e", 4)) is None for bond in (samples.mo, samples.li)] == [True, False]

    with_store(story)


def test_vectors_of_before_tell_their_width_too(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        mine = scope.owned(vectors, samples.mo)
        await done(store, update(vectors).where(mine).values(vector=samples.vector(3)))  # 32 bits a number
        by_rows = plain(await afresh(address, samples.mo))
        assert await store.index.lay_by(samples.mo, "e")
        await done(store, *lose(samples.mo))
        assert plain(await afresh(address, samples.mo)) == by_rows
        assert len(by_rows["embedded"]) == 9

    with_store(story)


def test_nothing_is_laid_by_that_went_meanwhile(
    address: str, with_store: WithStore, samples: Samples, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        other = await open_store(address)
        row_of, loop = shelf.row_of, asyncio.get_running_loop()

        def meanwhile(sheet: Any) -> dict[str, Any]:
            row = row_of(sheet)
            asyncio.run_coroutine_threadsafe(other.index.drop(samples.mo, "memory", ["t1"]), loop).result(9)
            return row

        monkeypatch.setattr(shelf, "row_of", meanwhile)
        assert not await store.index.lay_by(samples.mo, "e")
        monkeypatch.undo()
        assert await lying(store, samples.mo) == 0
        await other.close()

    with_store(story)


def test_another_embedders_is_not_taken(address: str, with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.index.put(samples.mo, told(samples, *range(9)), "f")
        await store.index.lay_by(samples.mo, "f")
        assert len((await afresh(address, samples.mo)).embedded) == 0

    with_store(story)


@pytest.mark.parametrize(("small", "here"), [(8, False), (9, True)])
@pytest.mark.parametrize("name", ["taken", "scattered", "drop"])
def test_a_large_one_is_read_and_dropped_in_a_thread(
    tmp_path: Path, samples: Samples, monkeypatch: pytest.MonkeyPatch, small: int, here: bool, name: str
) -> None:
    """It is one row, of which SQLite counts few steps, however large it is."""
    monkeypatch.setattr(index, "SMALL", small)
    threads, work = [], getattr(shelf, name)

    def noted(*given: Any) -> Any:
        threads.append(threading.current_thread() is threading.main_thread())
        return work(*given)

    async def body() -> None:
        store = await open_store(tmp_path / "home.db")
        await samples.settle(store)
        await store.index.put(samples.mo, told(samples, *range(9)), "e")
        await store.index.lay_by(samples.mo, "e")
        threads.clear()
        assert len(await store.index.sheet(samples.mo, "e", 4)) == 9
        assert not await store.index.scattered(samples.mo, "e")
        await store.index.drop(samples.mo, "memory", ["t1"])
        assert threads == [here]
        await store.close()

    monkeypatch.setattr(shelf, name, noted)
    asyncio.run(body())


def test_few_are_not_worth_it(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        index = store.index
        await index.put(samples.mo, told(samples, *range(9)), "e")
        assert [await index.scattered(samples.mo, "e", least) for least in (8, 9)] == [True, False]
        assert not await index.scattered(samples.mo, "e")
        await index.lay_by(samples.mo, "e")
        await index.put(samples.mo, told(samples, 20), "e")
        assert [await index.scattered(samples.mo, "e", least) for least in (0, 1)] == [True, False]
        assert await index.scattered(samples.mo, "f", 1)

    with_store(story)


def test_one_stranger_does_not_wait_for_another(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        index = cast(SqlIndex, store.index)
        reading = index._lock(samples.mo)
        others = (Bond(PersonId(f"p{n}"), samples.mo.pet) for n in count())
        other = next(bond for bond in others if index._lock(bond) is not reading)
        with reading:
            async with asyncio.timeout(20):
                assert len(await index.sheet(other, "e", 4)) == 0

    with_store(story)
