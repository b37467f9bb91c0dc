"""Notices by the rules of the place: never in a hard moment, and over whatever interrupts a talk without ending it."""

from datetime import timedelta
from typing import Any

from tests.dialogue.conftest import Play

from pawsona.app.adoption import PetForm
from pawsona.app.companion import Companion
from pawsona.dialogue.events import Notice


async def goes_on(it: Any, minutes: int) -> list[str]:
    """A message every 20 minutes; the kinds of notices that came."""
    kinds: list[str] = []
    for _ in range(minutes // 20):
        it.clock.move(minutes=19)
        await it.say("I made some tea")
        kinds += [event.kind for event in it.events if isinstance(event, Notice)]
    return kinds


def test_nobody_is_told_to_take_a_break_in_a_hard_moment(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        await goes_on(it, 100)
        it.clock.move(minutes=20)
        await it.cry("I want to kill myself")
        assert "break" not in [event.kind for event in it.events if isinstance(event, Notice)]

    play(story)


def test_a_night_that_closes_the_session_does_not_begin_use_anew(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        assert "break" not in await goes_on(it, 80)
        await it.companion.night()
        assert "break" in await goes_on(it, 60)

    play(story)


def test_half_an_hour_without_talk_does(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        await goes_on(it, 100)
        it.clock.move(minutes=31)
        assert await goes_on(it, 60) == ["disclosure"]

    play(story)


def test_time_with_another_pet_counts_too_and_each_pet_says_what_it_is(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        await goes_on(it, 80)
        person, other = await it.home.adopt(PetForm(name="Bo"), it.companion.person)
        it.companion = Companion(it.home, person, other)
        kinds = await goes_on(it, 60)
        assert kinds[0] == "disclosure" and "break" in kinds

    play(story)


def test_a_notice_is_counted_once_it_is_out(play: Play) -> None:
    async def story(it: Any) -> None:
        turn = it.talk("hello")
        await anext(turn)
        await turn.aclose()
        assert await it.store.carelog.lines(it.bond) == []
        it.clock.moment += timedelta(minutes=1)
        await it.say("hello again")
        assert [line.event for line in await it.store.carelog.lines(it.bond)] == ["disclosure"]

    play(story)
