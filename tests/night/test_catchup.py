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
from pawsona.night.catchup import CatchUp
from pawsona.night.keep import complete
from pawsona.night.plan import plan
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


def test_a_day_that_no_night_made_in_time_is_made_on_the_next_one_before_that_ones_own(play: Play) -> None:
    async def story(it: Any) -> None:
        it.clock.move(days=1)
        await plan(it.store, it.clock.now())
        missed = it.companion.present
        it.clock.move(days=1)
        made = await it.home.runner.run_due()
        assert [day.on for day in made] == [missed, it.companion.present] and all(map(complete, made))
        _, given = it.mind.last("routine.outline")
        assert given.past[0] == made[0]
        assert await it.home.runner.run_due() == []

    play(story)


def test_a_day_that_is_over_for_longer_is_made_no_more_and_its_bridge_stays(play: Play) -> None:
    async def story(it: Any) -> None:
        bridging(it)
        it.clock.move(days=1)
        await plan(it.store, it.clock.now())
        bridge = await it.companion.today()
        it.clock.move(days=1)
        assert bridge.stopgap and [day.on for day in await it.home.runner.run_due()] == [it.companion.present]
        assert await it.store.days.day(it.bond, bridge.on) == bridge
        it.clock.move(days=1)
        await plan(it.store, it.clock.now())
        missed = it.companion.present
        it.clock.move(days=2)
        assert [day.on for day in await it.home.runner.run_due()] == [it.companion.present]
        assert await it.store.days.day(it.bond, missed) is None

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


@pytest.mark.parametrize("bridged", [True, False])
def test_a_night_that_ends_while_a_page_makes_the_day_is_the_one_that_stays(play: Play, bridged: bool) -> None:
    async def story(it: Any) -> None:
        catchup = bridging(it) if bridged else it.home.catchup
        it.clock.move(days=2)
        maker: Any = catchup.stopgap or catchup.world
        make = maker.make

        async def slowly(*given: Any) -> Any:
            maker.make = make
            made = await make(*given)
            lived.extend(await it.home.runner.run_due())
            return made

        lived: list[Day] = []
        maker.make = slowly
        seen = await it.companion.today()
        [day] = lived
        assert seen == day == await it.companion.today() and not day.stopgap and day.mind == "llm:test"
        assert await it.store.days.day(it.bond, day.on) == day

    play(story, mind=Directed("llm:test"))


@pytest.mark.parametrize("bridged", [True, False])
@pytest.mark.parametrize("skill", ["routine.outline", "routine.schedule", "routine.details"])
def test_a_page_that_is_opened_during_the_night_never_loses_its_whole_day(
    play: Play, skill: str, bridged: bool
) -> None:
    async def story(it: Any) -> None:
        if bridged:
            bridging(it)
        it.clock.move(days=2)
        stage, put = it.home.world.stage, it.store.days.put
        opened: list[Day] = []
        stored: list[Day] = []

        async def beside(which: str, given: Any, day: Day | None) -> Any:
            made = await stage(which, given, day)
            if skill == f"routine.{which}" and not opened:
                opened.append(await it.companion.today())
            return made

        async def noted(day: Day) -> None:
            stored.append(day)
            await put(day)

        it.home.world.stage, it.store.days.put = beside, noted
        [day] = await it.home.runner.run_due()
        after = stored[stored.index(opened[0]) :]
        assert all(complete(one) for one in after) and after[-1] == day
        assert not day.stopgap and day.mind == "llm:test" and (bridged or day == opened[0])
        assert await it.store.nights.done(it.bond, day.on) == {"outline", "schedule", "details"}
        assert await it.home.runner.run_due() == []

    play(story, mind=Directed("llm:test"))


def test_a_fact_that_is_deleted_while_the_mind_works_is_given_to_it_no_more(play: Play) -> None:
    async def story(it: Any) -> None:
        bridging(it)
        await it.say("I'm allergic to peanuts")
        await it.companion.night()
        [fact] = await it.store.people.facts(it.bond)
        it.clock.move(days=2)
        stage = it.home.world.stage
        given_: list[tuple[str, ...]] = []

        async def beside(which: str, given: Any, day: Day | None) -> Any:
            given_.append(tuple(one.text for one in given.context.facts))
            made = await stage(which, given, day)
            if len(given_) == 1:
                await it.companion.forget(fact.memory)
                assert (await it.companion.today()).stopgap
            return made

        it.home.world.stage = beside
        await it.home.runner.run_due()
        assert given_ == [(fact.text,), (), (), ()]

    play(story, mind=Directed("llm:test"))


def test_a_fact_that_is_deleted_after_the_portrait_is_given_to_no_stage(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("I'm allergic to peanuts")
        await it.companion.night()
        [fact] = await it.store.people.facts(it.bond)
        it.clock.move(days=2)
        shelver = it.home.night.shelver
        lay_by = shelver.lay_by

        async def slowly(bond: Any) -> bool:
            await it.companion.forget(fact.memory)
            return bool(await lay_by(bond))

        shelver.lay_by = slowly
        it.mind.asked.clear()
        await it.home.runner.run_due()
        _, given = it.mind.last("routine.outline")
        assert given.context.facts == ()

    play(story)
