"""Waking up after a missed night: a day at once, and the real one as soon as it is made."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from tests.dialogue.conftest import Directed

from pawsona.domain.day import Day
from pawsona.errors import MindError
from pawsona.minds.storybook.mind import Storybook
from pawsona.night.catchup import CatchUp, complete
from pawsona.world.day import World

Play = Callable[..., None]


def bridging(it: Any) -> CatchUp:
    """What the app builds where another mind than the storybook is configured."""
    it.home.catchup = CatchUp(
        it.store, it.home.world, it.home.friends, World(it.store, Storybook(), it.clock), it.clock
    )
    return it.home.catchup  # type: ignore[no-any-return]


def test_a_new_pet_and_a_missed_night_get_their_day_at_once(play: Play) -> None:
    async def story(it: Any) -> None:
        first = await it.store.days.day(it.bond, it.companion.present)
        assert complete(first) and not first.stopgap
        it.clock.move(days=3)
        day = await it.companion.today()
        assert complete(day) and day.on == it.companion.present
        it.mind.asked.clear()
        assert await it.companion.today() == day
        assert await it.home.runner.run_due() == [] and it.mind.asked == []

    play(story)


def test_a_day_that_a_killed_night_left_half_made_is_made_whole(play: Play) -> None:
    async def story(it: Any) -> None:
        day = await it.companion.today()
        for half in (replace(day, items=()), replace(day, items=tuple(replace(i, detail=None) for i in day.items))):
            await it.store.days.put(half)
            assert not complete(half)
            assert complete(await it.companion.today())

    play(story)


def test_a_changed_plan_without_a_detail_does_not_remake_the_day(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.say("routine.detail", MindError("gone"))
        await it.say("Let's go to the market today at 5 pm")
        day = await it.store.days.day(it.bond, it.companion.present)
        assert [item.kind for item in day.items if item.detail is None] == ["market"]
        assert await it.companion.today() == day
        assert await it.home.runner.run_due() == []

    play(story)


def test_the_storybook_bridges_a_missed_night_until_the_minds_own_day_is_ready(play: Play) -> None:
    async def story(it: Any) -> None:
        bridging(it)
        it.clock.move(days=2)
        await it.say("Let's go to the sea today at 8 pm")
        bridge = await it.companion.today()
        assert bridge.stopgap and bridge.mind == "storybook" and complete(bridge)
        told: list[Day] = []
        it.home.runner.tell = lambda pet, day: told.append(day)
        [day] = await it.home.runner.run_due()
        assert told == [day] and day == await it.companion.today()
        assert not day.stopgap and day.mind == "llm:test" and complete(day)
        assert await it.home.runner.run_due() == []

    play(story, mind=Directed("llm:test"))


@pytest.mark.parametrize("skill", ["routine.outline", "routine.schedule", "routine.details"])
def test_while_the_minds_day_is_not_whole_the_bridge_stays(play: Play, skill: str) -> None:
    async def story(it: Any) -> None:
        bridging(it)
        it.clock.move(days=2)
        bridge = await it.companion.today()
        it.mind.say(skill, MindError("the server is gone"))
        assert await it.home.runner.run_due() == []
        assert await it.companion.today() == bridge
        it.clock.move(minutes=1)
        [day] = await it.home.runner.run_due()
        assert not day.stopgap
        assert await it.store.nights.done(it.bond, day.on) == {"outline", "schedule", "details"}

    play(story, mind=Directed("llm:test"))


def test_the_night_before_makes_no_bridge(play: Play) -> None:
    async def story(it: Any) -> None:
        bridging(it)
        await it.companion.night()
        it.clock.move(days=1)
        day = await it.companion.today()
        assert not day.stopgap and day.mind == "llm:test"
        assert day.on == it.companion.present
        assert (await it.store.days.day(it.bond, day.on - timedelta(days=1))) is not None

    play(story, mind=Directed("llm:test"))
