"""What several processes keep together for a while: whoever is asked finds it, once, and nothing of it stays."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from datetime import timedelta
from multiprocessing import Pipe
from pathlib import Path
from typing import Any

import pytest
from tests.server import workers

from pawsona.config.settings import load
from pawsona.domain.cloakroom import Shelves
from pawsona.errors import BusyError
from pawsona.server import fleet
from pawsona.server.cloakroom import Shared, Steady, attend
from pawsona.server.fleet import run_fleet

MINUTE = timedelta(minutes=1)


@asynccontextmanager
async def two(shelves: Shelves) -> AsyncIterator[tuple[Shared, Shared]]:
    """As two processes hold it."""
    lines = [Pipe(), Pipe()]
    attending = [asyncio.create_task(attend(ours, shelves)) for ours, _ in lines]
    yield Shared(lines[0][1]), Shared(lines[1][1])
    for _, theirs in lines:
        theirs.close()
    async with asyncio.timeout(5):  # whoever has ended is attended no longer
        await asyncio.gather(*attending)


def test_what_one_put_there_another_takes_once() -> None:
    async def body() -> None:
        async with two(Shelves(Steady())) as (one, other):
            await one.put("shelf", "name", "小猫", MINUTE)
            assert await other.look("shelf", "name") == "小猫"
            assert await other.look("another shelf", "name") is None
            taken = await asyncio.gather(*(who.take("shelf", "name") for who in (one, other) * 4))
            assert sorted(taken, key=str) == [None] * 7 + ["小猫"]

    asyncio.run(body())


def test_a_shelf_is_cleared_for_all_and_the_others_stay() -> None:
    async def body() -> None:
        async with two(Shelves(Steady())) as (one, other):
            for shelf in ("a", "b"):
                await one.put(shelf, "name", shelf, MINUTE)
            await other.clear("a")
            assert [await one.look(shelf, "name") for shelf in ("a", "b")] == [None, "b"]

    asyncio.run(body())


def test_of_two_that_put_something_alone_at_once_one_stays() -> None:
    async def body() -> None:
        shelves = Shelves(Steady())
        async with two(shelves) as ends:
            for n in range(20):
                await asyncio.gather(
                    *(end.put("codes", f"{n}-{m}", "p", MINUTE, alone=True) for m, end in enumerate(ends))
                )
                assert len(shelves) == 1

    asyncio.run(body())


def test_a_process_that_closes_its_home_leaves_what_others_may_ask_for() -> None:
    async def body() -> None:
        async with two(Shelves(Steady())) as (one, other):
            await one.put("shelf", "name", "thing", MINUTE)
            await one.aclose()
            assert await other.take("shelf", "name") == "thing"

    asyncio.run(body())


def test_whoever_gives_up_waiting_leaves_no_answer_to_the_next() -> None:
    async def body() -> None:
        async with two(Shelves(Steady())) as (one, _):
            await one.put("shelf", "a", "a", MINUTE)
            for _n in range(20):
                asking = asyncio.create_task(one.look("shelf", "a"))
                await asyncio.sleep(0)
                asking.cancel()
                with suppress(asyncio.CancelledError):
                    await asking
                assert await one.look("shelf", "nothing") is None

    asyncio.run(body())


def test_without_the_parent_there_is_a_sentence() -> None:
    async def body() -> None:
        ours, theirs = Pipe()
        ours.close()
        with pytest.raises(BusyError, match="stopping"):
            await Shared(theirs).take("shelf", "name")

    asyncio.run(body())


@pytest.mark.program
def test_what_was_kept_long_enough_is_in_nobodys_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A real process puts it there, and nobody asks for it again."""
    seen: list[int] = []

    class Watched(Shelves):
        async def tidy(self) -> None:
            seen.append(len(self))
            await super().tidy()

    monkeypatch.setattr(fleet, "Shelves", Watched)
    given: dict[str, Any] = {"home": str(tmp_path), "port": 0, "workers": 2}
    asyncio.run(run_fleet(load(**{**given, "home": tmp_path}), given, workers.forgetful, print))
    assert max(seen) == 2 and seen[-1] == 0
