"""A day comes in three stages, from what is known, and against no rule."""

from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from pawsona.domain.day import Change
from pawsona.domain.ids import MemoryId, MessageId, SessionId
from pawsona.domain.memory import Memory, Origin
from pawsona.domain.message import Message, Session, Tier, Trace
from pawsona.errors import InvalidOutputError, MindError
from pawsona.skills.routine import Detail, Outline, Schedule
from pawsona.world.check import day_problems

Live = Callable[[Callable[[Any], Awaitable[None]]], None]
ON = date(2026, 4, 13)
THEN = datetime(2026, 4, 12, 9, tzinfo=UTC)


async def remember(life: Any, name: str, origin: Origin = "said", tier: Tier = Tier.none, renewed: int = 0) -> Memory:
    """A memory and the message that it was made from."""
    bond = life.pet.bond
    await life.store.talk.open_session(Session(id=SessionId(f"s{name}"), bond=bond, started_at=THEN, last_at=THEN))
    message = Message(
        id=MessageId(f"m{name}"), bond=bond, session=SessionId(f"s{name}"), role="person", text=name, at=THEN, tier=tier
    )
    await life.store.talk.add(message)
    memory = Memory(
        id=MemoryId(f"k{name}"), bond=bond, text=f"Ann likes {name}.", topic="food", importance=1, retention="long_term",
        origin=origin, sources=(message.id,), created_at=THEN, renewed_at=THEN + timedelta(hours=renewed),
        expires_on=date(2026, 7, 1),
    )  # fmt: skip
    await life.store.memories.add(memory)
    return memory


def test_a_day_has_all_three_levels_and_is_not_stored(live: Live) -> None:
    async def story(life: Any) -> None:
        day = await life.world.make(life.person, life.pet, ON)
        assert [name for name, _ in life.mind.asked] == ["routine.outline", "routine.schedule", "routine.details"]
        assert day.outline and day.items[-1].kind == "sleep" and all(item.detail for item in day.items)
        assert (day.mode, day.method, day.mind, day.on) == ("normal", "world", "scripted", ON)
        assert day_problems(day) == []
        assert await life.store.days.day(life.pet.bond, ON) is None

    live(story)


def test_details_come_one_by_one_where_that_is_wanted(live: Live) -> None:
    async def story(life: Any) -> None:
        day = await life.world.make(life.person, life.pet, ON, per_item=True)
        assert [name for name, _ in life.mind.asked].count("routine.detail") == len(day.items)
        assert all(item.detail for item in day.items)

    live(story)


def test_the_stages_of_a_night_give_the_same_day(live: Live) -> None:
    async def story(life: Any) -> None:
        whole = await life.world.make(life.person, life.pet, ON)
        day, given = None, await life.world.given(life.person, life.pet, ON)
        for stage in ("outline", "schedule", "details"):
            day = await life.world.stage(stage, given, day)
        assert day == whole
        with pytest.raises(MindError, match="outline first"):
            await life.world.stage("details", given, None)

    live(story)


def test_the_morning_is_told_on_the_persons_clock(live: Live) -> None:
    async def story(life: Any) -> None:
        await life.world.make(life.person, life.pet, ON)
        now = life.mind.asked[0][1].context.now
        assert (now.date(), now.hour, str(now.tzinfo)) == (ON, 7, "Europe/Berlin")

    live(story)


def test_memory_mode_begins_with_the_first_memory(live: Live) -> None:
    async def story(life: Any) -> None:
        kept = await remember(life, "plums")
        day = await life.world.make(life.person, life.pet, ON)
        assert day.mode == "memory"
        assert life.mind.asked[0][1].memories == (kept,)

    live(story)


def test_only_what_was_said_outside_a_crisis_enters_the_world(live: Live) -> None:
    async def story(life: Any) -> None:
        await remember(life, "guess", origin="inferred")
        await remember(life, "pain", tier=Tier.concern)
        day = await life.world.make(life.person, life.pet, ON)
        assert day.mode == "normal" and life.mind.asked[0][1].memories == ()

    live(story)


def test_at_most_eight_memories_the_latest_first(live: Live) -> None:
    async def story(life: Any) -> None:
        for n in range(12):
            await remember(life, f"tea{n:02}", renewed=n)
        await life.world.make(life.person, life.pet, ON)
        names = [memory.text for memory in life.mind.asked[0][1].memories]
        assert names == [f"Ann likes tea{n:02}." for n in range(11, 3, -1)]

    live(story)


def test_changes_tastes_and_the_days_before_are_given(live: Live) -> None:
    async def story(life: Any) -> None:
        yesterday = await life.world.make(life.person, life.pet, ON - timedelta(days=1))
        await life.store.days.put(yesterday)
        await life.feel("fishing", "dislike")
        change = Change(on=ON, at=None, label="Trip to the sea", kind="sea", said="let's go to the sea")
        await life.store.days.add_change(life.pet.bond, change)
        day = await life.world.make(life.person, life.pet, ON)
        given = life.mind.asked[-3][1]
        assert given.tastes == {"fishing": -0.2} and given.changes == (change,)
        assert [past.on for past in given.past] == [yesterday.on]
        assert any(item.kind == "sea" for item in day.items)

    live(story)


def test_what_breaks_the_rules_is_refused(live: Live) -> None:
    async def story(life: Any) -> None:
        life.mind.enqueue("routine.outline", Outline(text="too short"))
        with pytest.raises(InvalidOutputError, match="routine.outline"):
            await life.world.make(life.person, life.pet, ON)

    live(story)


def test_the_checkers_complaint_is_put_to_the_mind_once(live: Live) -> None:
    async def story(life: Any) -> None:
        good = (await life.world.make(life.person, life.pet, ON)).items
        bare = tuple(replace(item, detail=None, short=None) for item in good)
        tight = (bare[0], replace(bare[1], at=bare[0].at.replace(minute=35)), *bare[2:])
        life.mind.enqueue("routine.schedule", Schedule(items=tight), Schedule(items=bare))
        day = await life.world.make(life.person, life.pet, ON)
        assert [item.at for item in day.items] == [item.at for item in bare]
        assert "minutes" in life.mind.repairs[0].problems[0]

    live(story)


def test_a_day_with_a_small_fault_is_better_than_none(live: Live) -> None:
    async def story(life: Any) -> None:
        good = (await life.world.make(life.person, life.pet, ON)).items
        bare = tuple(replace(item, detail=None, short=None) for item in good)
        tight = (bare[0], replace(bare[1], at=bare[0].at.replace(minute=35)), *bare[2:])
        life.mind.enqueue("routine.schedule", Schedule(items=tight), MindError("the server is gone"))
        day = await life.world.make(life.person, life.pet, ON)
        assert day.items[1].at.minute == 35

    live(story)


def test_the_same_answer_twice_is_logged_quietly(live: Live, caplog: pytest.LogCaptureFixture) -> None:
    async def story(life: Any) -> None:
        good = (await life.world.make(life.person, life.pet, ON)).items
        bare = tuple(replace(item, detail=None, short=None) for item in good)
        tight = Schedule(items=(bare[0], replace(bare[1], at=bare[0].at.replace(minute=35)), *bare[2:]))
        life.mind.enqueue("routine.schedule", tight, tight)
        day = await life.world.make(life.person, life.pet, ON)
        assert day.items[1].at.minute == 35

    with caplog.at_level("INFO", "pawsona.world.day"):
        live(story)
    [record] = caplog.records
    assert record.levelname == "INFO"
    assert record.getMessage() == "routine.schedule by scripted: 1 problems, asked again: 1"


def test_a_fallback_is_named_as_the_maker(live: Live) -> None:
    async def story(life: Any) -> None:
        text = "Mikan stays in and counts the drops on the pane."
        life.mind.enqueue("routine.outline", Outline(text=text, trace=Trace(lines=("o1",), fallback="storybook")))
        day = await life.world.make(life.person, life.pet, ON)
        assert day.mind == "storybook" and day.trace.lines == ("o1",)

    live(story)


def test_an_items_traces_are_kept_together(live: Live) -> None:
    async def story(life: Any) -> None:
        given = await life.world.given(life.person, life.pet, ON)
        day = await life.world.schedule(given, await life.world.outline(given))
        marked = replace(day, items=tuple(replace(i, trace=Trace(lines=("label",))) for i in day.items))
        text = "A long and quiet afternoon at the pond with a borrowed rod and nothing at all on the hook, happily."
        told = [Detail(text=f"{n} {text}", trace=Trace(lines=(f"v{n}",))) for n in range(len(day.items))]
        life.mind.enqueue("routine.detail", *told)
        full = await life.world.details(given, marked, per_item=True)
        assert full.items[2].trace.lines == ("label", "v2")

    live(story)


def test_the_baselines_of_the_paper(live: Live) -> None:
    async def story(life: Any) -> None:
        basic = await life.world.make(life.person, life.pet, ON, "basic")
        assert life.mind.asked == [] and "Mikan is a cat" in basic.outline and basic.items == ()
        direct = await life.world.make(life.person, life.pet, ON, "direct")
        assert [name for name, _ in life.mind.asked] == ["day.direct"] and direct.method == "direct"
        bare = await life.world.make(life.person, life.pet, ON, "no_outline")
        assert bare.outline == "" and bare.items[0].detail
        assert life.mind.asked[1][1].outline is None and life.mind.asked[2][1].outline is None

    live(story)


def test_the_profile_is_written_in_chinese_too(live: Live) -> None:
    async def story(life: Any) -> None:
        person, pet = replace(life.person, language="zh"), replace(life.pet, name="团团", hobbies=("钓鱼",))
        day = await life.world.make(person, pet, ON, "basic")
        assert day.outline == "团团是一只猫，性子亮堂，一点小事就能高兴半天。喜欢钓鱼。"

    live(story)


def test_three_to_five_friends_are_made_once(live: Live) -> None:
    async def story(life: Any) -> None:
        first = await life.friends.ensure(life.person, life.pet)
        assert 3 <= len(first) <= 5 and len({friend.name for friend in first}) == len(first)
        asked = len(life.mind.asked)
        assert await life.friends.ensure(life.person, life.pet) == first
        assert len(life.mind.asked) == asked

    live(story)


def test_two_friends_do_when_the_third_cannot_be_made(live: Live) -> None:
    async def story(life: Any) -> None:
        made = [await life.friends._another(life.person, life.pet, []) for _ in range(1)]
        life.mind.enqueue("friend.create", made[0], MindError("gone"))
        assert len(await life.friends.ensure(life.person, life.pet)) == 1
        life.mind.enqueue("friend.create", MindError("gone"))
        with pytest.raises(MindError):
            await life.friends.ensure(life.person, replace(life.pet, id="m2"))

    live(story)
