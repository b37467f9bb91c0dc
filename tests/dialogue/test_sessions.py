"""Half an hour of silence ends a session, whatever the clock does."""

from collections.abc import Callable
from typing import Any

import pytest

Play = Callable[..., None]


async def sessions(it: Any) -> list[str]:
    said = await it.store.talk.recent(it.bond, 200)
    return list(dict.fromkeys(m.session for m in said))


def test_half_an_hour_of_silence_ends_a_session(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("one")
        it.clock.move(minutes=28)
        await it.say("two")  # a minute passes as it is said
        assert len(await sessions(it)) == 1
        it.clock.move(minutes=29)
        await it.say("three")
        assert len(await sessions(it)) == 2

    play(story)


@pytest.mark.parametrize("days", [365, -365])
def test_a_clock_that_jumps_a_year_starts_one_new_session_and_goes_on(play: Play, days: int) -> None:
    async def story(it: Any) -> None:
        await it.say("I love persimmons")
        it.clock.move(days=days)
        await it.say("I live in Oslo", "I play the cello")
        assert len(await sessions(it)) == 2
        assert len(it.notices) == 0  # told at the start of the second one, once
        assert await it.home.runner.close_sessions() == 1
        it.clock.move(minutes=30)
        assert await it.home.runner.close_sessions() == 1
        it.clock.move(days=-days)
        await it.say("and here we are again")
        assert len(await sessions(it)) == 3
        greeting = await it.companion.greet()
        assert greeting.say

    play(story)


def test_a_clock_that_is_set_back_a_little_keeps_the_session(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("one")
        it.clock.move(minutes=-10)
        await it.say("two", "three")
        assert len(await sessions(it)) == 1
        assert it.notices == []

    play(story)


@pytest.mark.parametrize(
    ("language", "tells", "known"), [("en", "I love persimmons", "persimmons"), ("zh", "我喜欢吃柿子", "柿子")]
)
def test_a_session_that_ended_becomes_memories_with_their_source(
    play: Play, language: str, tells: str, known: str
) -> None:
    async def story(it: Any) -> None:
        await it.say(tells)
        source = it.heard.id
        assert await it.home.runner.close_sessions() == 0
        it.clock.move(minutes=31)
        assert await it.home.runner.close_sessions() == 1
        [memory] = await it.companion.memories()
        assert known in memory.text and memory.sources == (source,)
        assert await it.home.runner.close_sessions() == 0

    play(story, language=language)
