"""Those who wait to write come in their order, several in one round of the loop, and nobody is forgotten."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest

from pawsona.storage.line import AT_ONCE, Line


async def _rounds(count: int) -> None:
    for _ in range(count):
        await asyncio.sleep(0)


def _in_line(line: Line, came: list[int], count: int, rounds: int = 0) -> list[asyncio.Task[None]]:
    async def one(number: int) -> None:
        async with line:
            came.append(number)
            await _rounds(rounds)
            assert came[-1] == number  # nobody else had the place meanwhile

    return [asyncio.create_task(one(number)) for number in range(count)]


def _run(story: Callable[[Line, list[int]], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(asyncio.wait_for(story(Line(), []), 20))


def test_a_line_of_brief_ones_is_over_in_one_round() -> None:
    async def story(line: Line, came: list[int]) -> None:
        async with line:
            tasks = _in_line(line, came, AT_ONCE)
            await _rounds(2)
            assert came == []
        await _rounds(1)
        assert came == list(range(AT_ONCE))
        await asyncio.gather(*tasks)
        assert line.free

    _run(story)


@pytest.mark.parametrize("rounds", [0, 1, 3])
def test_they_come_in_their_order_however_long_each_stays(rounds: int) -> None:
    async def story(line: Line, came: list[int]) -> None:
        async with line:
            tasks = _in_line(line, came, 3 * AT_ONCE, rounds)
            await _rounds(2)
        await asyncio.gather(*tasks)
        assert came == list(range(3 * AT_ONCE))

    _run(story)


def test_who_comes_while_others_are_woken_comes_after_them() -> None:
    async def story(line: Line, came: list[int]) -> None:
        async with line:
            tasks = _in_line(line, came, 3)
            await _rounds(2)
        assert not line.free
        await line.acquire()
        assert came == [0, 1, 2]
        line.release()
        await asyncio.gather(*tasks)

    _run(story)


@pytest.mark.parametrize("gone", [{0}, {1}, {0, 1}, {0, 2}, {3}, {0, 1, 2, 3}])
@pytest.mark.parametrize("woken", [False, True])
@pytest.mark.parametrize("rounds", [0, 2])
def test_who_leaves_the_line_keeps_nobody_waiting(gone: set[int], woken: bool, rounds: int) -> None:
    async def story(line: Line, came: list[int]) -> None:
        await line.acquire()
        tasks = _in_line(line, came, 4, rounds)
        await _rounds(2)
        if woken:
            line.release()
        for number in gone:
            tasks[number].cancel()
        if not woken:
            line.release()
        await asyncio.wait(tasks)
        assert came == [number for number in range(4) if number not in gone]
        assert line.free

    _run(story)


def test_who_fails_with_the_place_leaves_it_to_the_next() -> None:
    async def story(line: Line, came: list[int]) -> None:
        tasks = []
        with pytest.raises(OSError, match="full"):
            async with line:
                tasks = _in_line(line, came, 2)
                await _rounds(2)
                raise OSError("full")
        await asyncio.gather(*tasks)
        assert came == [0, 1]

    _run(story)
