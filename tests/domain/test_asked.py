"""Several questions at once: together where each is waited for, without a task where none is."""

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from pawsona.domain.asked import asked
from pawsona.domain.ports import Store

Told = list[str]


def _store(at_once: bool) -> Store:
    return cast(Store, SimpleNamespace(at_once=at_once))


async def _answer(told: Told, name: str, waits: asyncio.Event | None = None) -> str:
    told.append(f"{name}?")
    if waits is not None:
        await waits.wait()
    told.append(name)
    return name


@pytest.mark.parametrize("at_once", [False, True])
def test_answers_come_in_the_order_of_the_questions(at_once: bool) -> None:
    async def body() -> None:
        assert await asked(_store(at_once), _answer([], "a"), _answer([], "b")) == ("a", "b")

    asyncio.run(body())


def test_a_server_is_asked_everything_before_it_has_answered_anything() -> None:
    async def body() -> None:
        told, answers = Told(), asyncio.Event()
        questions = asyncio.create_task(
            asked(_store(False), _answer(told, "a", answers), _answer(told, "b", answers), _answer(told, "c", answers))
        )
        await asyncio.sleep(0.01)
        assert told == ["a?", "b?", "c?"]
        answers.set()
        assert await questions == ("a", "b", "c")

    asyncio.run(body())


def test_what_is_answered_at_once_makes_no_task_and_lets_nobody_else_in_between() -> None:
    async def body() -> None:
        told = Told()
        other = asyncio.create_task(_answer(told, "other"))
        await asked(_store(True), _answer(told, "a"), _answer(told, "b"))
        assert told == ["a?", "a", "b?", "b"]
        assert len(asyncio.all_tasks()) == 2
        await other

    asyncio.run(body())


@pytest.mark.parametrize("at_once", [False, True])
def test_one_that_fails_fails_all(at_once: bool, recwarn: pytest.WarningsRecorder) -> None:
    async def fails() -> Any:
        raise OSError("gone")

    async def body() -> None:
        told = Told()
        with pytest.raises(OSError, match="gone"):
            await asked(_store(at_once), _answer(told, "a"), fails(), _answer(told, "c"))
        assert told[:2] == ["a?", "a"]
        assert ("c" in told) is not at_once

    asyncio.run(body())
    assert [str(warning.message) for warning in recwarn] == []
