"""A home that is copied is the same, whichever database it comes from and goes to; what fails has not happened."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from pawsona.domain.ports import Entry, Store
from pawsona.errors import ConflictError
from pawsona.storage import open_store
from pawsona.storage.transfer import TABLES, prepared, transfer

if TYPE_CHECKING:
    from tests.servers import Databases
    from tests.storage.conftest import Samples
    from tests.storage.life import Life

NewAddress = Callable[[], str]
BOTH_WAYS = pytest.mark.parametrize(
    "ends",
    [("file", "file"), *(pytest.param(ends, marks=pytest.mark.postgres) for ends in (
        ("file", "server"), ("server", "file"), ("server", "server")
    ))],
    ids="-".join,
)  # fmt: skip


@pytest.fixture
def place(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[str, str], str]:
    """The address of a new database, in a file of this name or on the server."""

    def made(kind: str, name: str) -> str:
        if kind == "file":
            return f"sqlite:///{tmp_path}/{name}.db"
        served: Databases = request.getfixturevalue("served")
        return served.fresh()

    return made


async def inhabited(address: str, samples: Samples, three: list[Life]) -> None:
    """Three lives, so that every table has rows; with what a file of bytes or a strange text could lose."""
    store = await open_store(address)
    await samples.settle(store)
    for life in three:
        await life.begin(store)
    assert await store.index.lay_by(
        samples.mo, "e"
    )  # so that its vectors are packed already, and no later night does it
    await store.talk.add(samples.message("odd", "a\0b \U0001f431 '; DROP \\N\t\n 年糕"))
    await store.close()


async def everything(address: str) -> dict[str, Any]:
    store = await open_store(address)
    try:
        return {person.id: await store.export(person.id) for person in await store.people.persons()}
    finally:
        await store.close()


@BOTH_WAYS
def test_a_copy_is_the_same_and_goes_on(
    place: Callable[[str, str], str], samples: Samples, three: list[Life], ends: tuple[str, str]
) -> None:
    source, target, back = place(ends[0], "source"), place(ends[1], "target"), place(ends[0], "back")

    async def story() -> None:
        await inhabited(source, samples, three)
        await prepared(target)
        before = await everything(source)
        done = await asyncio.to_thread(transfer, source, target)
        assert {table.table for table in done if table.rows} >= {"messages", "memories", "vectors", "tallies", "days"}
        assert [table.table for table in done] == [table.name for table in TABLES]
        told = str(before).replace("\\x00", "\ufffd")
        assert str(await everything(target)).replace("\\x00", "\ufffd") == told
        assert await everything(source) == before
        assert "sheets" not in {table.table for table in done}  # half a megabyte a row, of which 500 are held
        assert await store_lays_by(target, samples)
        await prepared(back)
        assert await asyncio.to_thread(transfer, target, back) == done
        await goes_on(target, samples)

    asyncio.run(story())


async def store_lays_by(address: str, samples: Samples) -> bool:
    """What was not copied is made anew."""
    store = await open_store(address)
    try:
        return await store.index.scattered(samples.mo, "e", 0) and await store.index.lay_by(samples.mo, "e")
    finally:
        await store.close()


async def goes_on(address: str, samples: Samples) -> None:
    """New entries are found beside the old ones: numbers of the index were not given twice."""
    store = await open_store(address)
    await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 99)
    await store.index.put(samples.mo, [Entry("turn", "fresh", "an umbrella", samples.vector(1))], "e")
    near = await store.index.nearest(samples.mo, samples.vector(1), "e", ["turn"], 1)
    assert [hit.ref for hit in near] == ["fresh"]
    assert [hit.ref for hit in await store.index.match(samples.mo, "umbrella", ["turn"], 9)] == ["fresh"]
    await store.close()


def test_a_target_with_data_is_refused_and_left_alone(
    new_address: NewAddress, samples: Samples, three: list[Life]
) -> None:
    async def story() -> None:
        source, target = new_address(), new_address()
        await inhabited(source, samples, three)
        store = await open_store(target)
        await store.people.add_person(samples.person("eve"))
        await store.close()
        before = await everything(target)
        with pytest.raises(ConflictError, match="data of its own"):
            await asyncio.to_thread(transfer, source, target)
        assert await everything(target) == before

    asyncio.run(story())


@pytest.mark.long
@pytest.mark.parametrize("fatal", ["persons", "messages", "vectors"])
def test_a_copy_that_is_interrupted_has_not_happened(
    new_address: NewAddress, samples: Samples, three: list[Life], fatal: str
) -> None:
    def watch(table: str, rows: int) -> None:
        if table == fatal:
            raise KeyboardInterrupt

    async def story() -> None:
        source, target = new_address(), new_address()
        await inhabited(source, samples, three)
        await prepared(target)
        with pytest.raises(KeyboardInterrupt):
            transfer(source, target, watch)
        assert await everything(target) == {}
        assert len(transfer(source, target)) == len(TABLES)
        assert await everything(target) == await everything(source)

    asyncio.run(story())


@pytest.mark.long
def test_a_copy_of_one_moment_is_made_beside_writers(new_address: NewAddress, samples: Samples) -> None:
    async def story() -> None:
        source, target = new_address(), new_address()
        store: Store = await open_store(source)
        await samples.settle(store)
        await prepared(target)
        copying = asyncio.create_task(asyncio.to_thread(transfer, source, target, still=False))
        written = 0
        while not copying.done():
            async with store.transaction():
                await store.talk.add(samples.message(f"q{written:04}"))
                await store.talk.add(samples.message(f"r{written:04}", role="pet"))
            written += 1
        await copying
        await store.close()
        kept = (await everything(target))["ann"]["messages"]
        assert written and len(kept) % 2 == 0 and len(kept) <= 2 * written

    asyncio.run(story())
