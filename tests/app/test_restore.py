"""A restore drill: a backup that was made while people talked comes back whole, in a file and on a server."""

import asyncio
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import CountingRng, FakeClock
from tests.servers import Databases, databases

from pawsona import Companion
from pawsona.app import moving
from pawsona.storage import open_store

pytestmark = pytest.mark.postgres
Exported = dict[str, list[dict[str, Any]]]


@pytest.fixture(scope="module")
def served() -> Iterator[Databases]:
    with databases() as made:
        yield made


@pytest.fixture(params=["file", "server"])
def empty(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of an empty home."""
    if request.param == "file":
        return f"sqlite:///{tmp_path}/other/pawsona.db"
    served: Databases = request.getfixturevalue("served")
    return served.fresh()


async def everything(address: str) -> dict[str, Exported]:
    store = await open_store(address)
    try:
        return {person.id: await store.export(person.id) for person in await store.people.persons()}
    finally:
        await store.close()


async def talked(it: Companion, until: Callable[[], bool]) -> int:
    """Turns one after the other; how many."""
    turns = 0
    while not until():
        await it.say(f"I ate {turns} plums with my sister Mei.")
        turns += 1
    return turns


@pytest.mark.parametrize("home", ["file", "server"])
def test_a_backup_made_amid_talk_comes_back_whole(
    tmp_path: Path, clock: FakeClock, rng: CountingRng, served: Databases, monkeypatch: pytest.MonkeyPatch,
    home: str, empty: str,
) -> None:  # fmt: skip
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    monkeypatch.setenv("PAWSONA_HOME", str(tmp_path / "home"))
    source = served.fresh() if home == "server" else f"sqlite:///{tmp_path}/home/pawsona.db"
    file = tmp_path / "backup.db"

    async def kept() -> tuple[int, dict[str, Exported]]:
        monkeypatch.setenv("PAWSONA_DATABASE_URL", source)
        async with await Companion.open(tmp_path / "home", clock=clock, rng=rng) as it:
            await it.say("My sister is called Mei.")
            await it.night()
            backup = asyncio.create_task(moving.back_up(file, lambda *_: None))
            turns = await talked(it, backup.done)
            assert await backup
        return turns, await everything(source)

    async def drill(turns: int, lived: dict[str, Exported]) -> None:
        backup = await everything(f"sqlite:///{file}")
        monkeypatch.setenv("PAWSONA_DATABASE_URL", empty)
        await moving.restore(file, lambda *_: None)
        restored = await everything(empty)
        assert restored == backup
        [(person, rows)] = restored.items()
        had, now = ([row["text"] for row in one["messages"]] for one in (rows, lived[person]))
        assert turns > 0 and 2 <= len(had) < len(now) and had == now[: len(had)]
        assert rows["memories"] and rows["memories"] == lived[person]["memories"][: len(rows["memories"])]
        async with await Companion.open(tmp_path / "home", clock=clock, rng=rng) as it:
            assert "Mei" in (await it.say("What is my sister's name?")).reply

    asyncio.run(drill(*asyncio.run(kept())))
