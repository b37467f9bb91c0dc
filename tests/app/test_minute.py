"""A minute's work asks for what is due, not for everybody; and whoever does it goes on leading meanwhile."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from tests.app.test_order import two
from tests.dialogue.conftest import NOON, play
from tests.night.test_runner import Play, family

from pawsona.app import minute
from pawsona.app.seldom import Seldom
from pawsona.app.time import SimulatedClock
from pawsona.dialogue import sessions
from pawsona.domain.due import FORGOT
from pawsona.domain.ids import MessageId, PromiseId
from pawsona.domain.promise import Promise
from pawsona.errors import MindError
from pawsona.night import runner

__all__ = ["play"]


def test_with_nothing_due_it_asks_as_little_of_many_pets_as_of_few(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def listen(connection: Any, _: object) -> None:
        connection.set_trace_callback(asked.append)

    async def quiet(it: Any) -> int:
        await it.home.tick()
        it.clock.move(minutes=1)
        asked.clear()
        await it.home.tick()
        return len(asked)

    async def least(it: Any) -> int:
        """Of two minutes: what somebody left to be done in the background may come into one."""
        return min([await quiet(it), await quiet(it)])

    async def story(it: Any) -> None:
        few = await least(it)
        await family(it, ("UTC",) * 12)
        assert 0 < few == await least(it)

    event.listen(Engine, "connect", listen)
    try:
        play(story)
    finally:
        event.remove(Engine, "connect", listen)


def test_silent_sessions_are_closed_page_by_page_and_one_that_fails_keeps_no_page_back(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "PAGE", 2)

    async def story(it: Any) -> None:
        them = await family(it, ("UTC",) * 4)
        await it.say("I love persimmons")
        for person, pet in them:
            _ = [one async for one in it.home.dialogue.say(person, pet, "I love plums")]
        it.clock.move(minutes=31)
        it.mind.say("memory.summarise", MindError("the server is gone"))
        assert await it.home.runner.close_sessions() == 4
        assert await it.home.runner.close_sessions() == 1
        assert await it.home.runner.close_sessions() == 0

    play(story)


def test_pets_that_sleep_forget_once_a_day_page_by_page(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(runner, "PAGE", 2)

    async def story(it: Any) -> None:
        them = await family(it, ("UTC", "UTC", "UTC", "Asia/Shanghai", "Pacific/Kiritimati"))
        it.clock.move(days=8)
        await it.home.tick()
        marks = [await it.store.talk.mark(pet.bond, FORGOT) for _, pet in them]
        assert marks == [it.clock.now()] * 5
        for _ in range(3):
            it.clock.move(minutes=59)
            await it.home.tick()
        assert await it.store.talk.mark(them[0][1].bond, FORGOT) == marks[0]
        it.clock.move(days=1)
        await it.home.tick()
        assert await it.store.talk.mark(them[0][1].bond, FORGOT) == it.clock.now()

    play(story)


@pytest.mark.long
def test_open_pages_are_told_once_of_a_promise_and_nobody_else_is_looked_at(play: Play) -> None:
    async def story(it: Any) -> None:
        [(other, theirs)] = await family(it, ("UTC",))
        for number, pet in enumerate((it.companion.pet, theirs)):
            it_is = it.clock.now()
            await it.store.promises.add(
                Promise(
                    id=PromiseId(f"p{number}"),
                    bond=pet.bond,
                    text="the exam",
                    due=it_is,
                    source=MessageId("m"),
                    made_at=it_is,
                )
            )
        async with it.home.news.subscribe(it.companion.person.id) as page:
            for _ in range(2):
                await it.home.minute.remind()
            async with it.home.news.subscribe(other.id) as another:
                await it.home.minute.remind()
                it.home.news.close()
                assert [news.data["id"] async for news in another] == ["p1"]
            assert [news.data["id"] async for news in page] == ["p0"]

    play(story)


def test_whoever_has_much_to_do_goes_on_leading(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(minute, "RENEWED", timedelta(milliseconds=5))

    async def body() -> None:
        one, other = await two(tmp_path)
        one.home.clock = other.home.clock = clock = SimulatedClock(NOON)
        assert await one.home.leads()

        async def long() -> int:
            clock.moment += timedelta(minutes=2)
            await asyncio.sleep(0.2)
            clock.moment += timedelta(minutes=2)
            return 0

        monkeypatch.setattr(one.home.runner, "close_sessions", long)
        await one.home.tick()
        assert not await other.home.leads()
        await asyncio.gather(one.home.aclose(), other.home.aclose())

    asyncio.run(body())


def test_what_is_seldom_done_rests_and_a_clock_set_back_counts_as_time() -> None:
    hour, minutes = timedelta(hours=1), timedelta(minutes=1)
    work = Seldom({"a": hour, "b": minutes})
    assert [work.due("a", NOON), work.due("b", NOON), work.due("a", NOON + 59 * minutes)] == [True, True, False]
    assert work.due("a", NOON + hour) and not work.due("a", NOON + 30 * minutes) and work.due("a", NOON - hour)
