"""Brief reads on a server: those of one moment share a hop, and each has its own answer or error."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from sqlalchemy import Connection
from tests.conftest import run

from pawsona.storage.together import MOST, Together

Batch = Callable[[Connection], list[tuple[Any, Exception | None]]]
NOWHERE = cast(Connection, None)


class Hops:
    """Runs batches, and counts them."""

    def __init__(self) -> None:
        self.count = 0
        self.since: list[float] = []
        self.together = Together(self._run, lambda error: isinstance(error, OSError))

    async def _run(self, batch: Batch, since: float) -> list[tuple[Any, Exception | None]]:
        self.count += 1
        self.since.append(since)
        await asyncio.sleep(0)
        return batch(NOWHERE)

    def ask(self, value: object) -> Awaitable[object]:
        def work(connection: Connection) -> object:
            if isinstance(value, Exception):
                raise value
            return value

        return self.together.read(work)


def test_what_is_asked_at_once_is_one_hop_and_what_comes_later_another() -> None:
    hops = Hops()

    async def talk() -> list[object]:
        first = await asyncio.gather(hops.ask(1), hops.ask(2), hops.ask(3))
        return [*first, await hops.ask(4)]

    assert run(talk()) == [1, 2, 3, 4]
    assert hops.count == 2


def test_many_persons_at_once_do_not_wait_for_one_connection() -> None:
    hops = Hops()

    async def talk() -> list[object]:
        return await asyncio.gather(*(hops.ask(n) for n in range(2 * MOST + 1)))

    assert run(talk()) == list(range(2 * MOST + 1))
    assert hops.count == 3


def test_a_read_that_fails_fails_alone() -> None:
    hops = Hops()

    async def talk() -> list[object]:
        asked = hops.ask(1), hops.ask(ValueError("mine")), hops.ask(3)
        return list(await asyncio.gather(*asked, return_exceptions=True))

    one, two, three = run(talk())
    assert (one, three) == (1, 3)
    assert isinstance(two, ValueError)


def test_a_lost_connection_is_told_to_everybody() -> None:
    hops = Hops()

    async def talk() -> list[object]:
        return list(await asyncio.gather(hops.ask(1), hops.ask(OSError("gone")), return_exceptions=True))

    assert [type(one) for one in run(talk())] == [OSError, OSError]


def test_who_gives_up_leaves_the_others_their_answers() -> None:
    hops = Hops()

    async def talk() -> object:
        given_up, other = asyncio.ensure_future(hops.ask(1)), asyncio.ensure_future(hops.ask(2))
        await asyncio.sleep(0)
        given_up.cancel()
        with pytest.raises(asyncio.CancelledError):
            await given_up
        return await other

    assert run(talk()) == 2


def test_what_waited_before_waits_no_longer_for_the_company_it_is_in() -> None:
    hops = Hops()

    async def talk() -> None:
        await asyncio.gather(hops.together.read(lambda _: 1), hops.together.read(lambda _: 2, 3.0), hops.ask(4))

    run(talk())
    assert hops.since == [3.0]
