"""When talk changes a plan, the day makes room and the rest stays."""

from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime, time, timedelta
from typing import Any

from pawsona.domain.day import Change
from pawsona.domain.message import Trace
from pawsona.errors import MindError
from pawsona.skills.acts import Plan
from pawsona.skills.context import Context
from pawsona.skills.routine import Detail
from pawsona.world.check import schedule_problems

Live = Callable[[Callable[[Any], Awaitable[None]]], None]
ON = date(2026, 4, 12)


def change(on: date = ON, at: time | None = None, kind: str = "sea", label: str = "Trip to the sea") -> Change:
    return Change(on=on, at=at, label=label, kind=kind, said="let's go to the sea")


async def lived(life: Any, on: date = ON) -> Any:
    day = await life.world.make(life.person, life.pet, on)
    await life.store.days.put(day)
    return day


def context(life: Any) -> Context:
    return Context(pet=life.pet, person=life.person, now=life.person.local(life.clock.now()))


def test_what_is_past_stays_and_the_new_item_is_told(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 10, 0, tzinfo=UTC)  # noon in Berlin
        before = await lived(life)
        after = await life.changes.apply(life.person, life.pet, change(at=time(14, 0)))
        assert after.items[:2] == before.items[:2]
        sea = next(item for item in after.items if item.kind == "sea")
        assert sea.at == time(14, 0) and sea.detail and sea.short
        assert after.items[-1] == before.items[-1]
        assert schedule_problems(after.items) == []
        assert await life.store.days.day(life.pet.bond, ON) == after

    live(story)


def test_tomorrows_day_is_changed_whole(live: Live) -> None:
    async def story(life: Any) -> None:
        await lived(life, ON + timedelta(days=1))
        after = await life.changes.apply(life.person, life.pet, change(ON + timedelta(days=1)))
        assert next(item.at for item in after.items if item.kind == "sea") == time(10, 30)
        assert 5 <= len(after.items) <= 8 and after.items[-1].kind == "sleep"

    live(story)


def test_a_time_that_is_over_becomes_the_next_free_one(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 10, 0, tzinfo=UTC)
        await lived(life)
        after = await life.changes.apply(life.person, life.pet, change(at=time(9, 0)))
        assert next(item.at for item in after.items if item.kind == "sea") > time(12, 0)

    live(story)


def test_for_something_late_it_stays_up_a_little(live: Live) -> None:
    async def story(life: Any) -> None:
        await lived(life)
        after = await life.changes.apply(life.person, life.pet, change(at=time(21, 15), kind="tea", label="A late tea"))
        assert [(i.kind, i.at) for i in after.items[-2:]] == [("tea", time(21, 15)), ("sleep", time(21, 40))]

    live(story)


def test_where_no_room_is_left_nothing_is_agreed_to(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 20, 45, tzinfo=UTC)
        before = await lived(life)
        life.mind.enqueue("plan.change", Plan(change=change()))
        assert await life.changes.find(context(life), "let's go to the sea") is None
        assert await life.store.days.day(life.pet.bond, ON) == before
        assert await life.store.days.changes(life.pet.bond, ON) == []

    live(story)


def test_a_day_that_is_not_made_yet_gets_it_in_its_night(live: Live) -> None:
    async def story(life: Any) -> None:
        tomorrow = ON + timedelta(days=1)
        life.mind.enqueue("plan.change", Plan(change=change(tomorrow)))
        assert await life.changes.find(context(life), "let's go to the sea tomorrow") == change(tomorrow)
        assert await life.store.days.day(life.pet.bond, tomorrow) is None
        day = await life.world.make(life.person, life.pet, tomorrow)
        assert any(item.kind == "sea" for item in day.items)

    live(story)


def test_asking_twice_changes_once(live: Live) -> None:
    async def story(life: Any) -> None:
        await lived(life)
        life.mind.enqueue("plan.change", Plan(change=change(at=time(14, 0))), Plan(change=change(at=time(14, 0))))
        for _ in range(2):
            await life.changes.find(context(life), "let's go to the sea at two")
        assert len(await life.store.days.changes(life.pet.bond, ON)) == 1
        day = await life.store.days.day(life.pet.bond, ON)
        assert [item.kind for item in day.items].count("sea") == 1

    live(story)


def test_moving_a_plan_moves_the_item(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 4, 0, tzinfo=UTC)
        before = await lived(life)
        asked = [change(at=time(11, 0)), change(at=time(18, 0), label="To the sea at six"), change(at=time(11, 0))]
        for wish in asked:
            life.mind.enqueue("plan.change", Plan(change=wish))
            assert await life.changes.find(context(life), "let's go to the sea") == wish
            day = await life.store.days.day(life.pet.bond, ON)
            assert [(item.at, item.label) for item in day.items if item.kind == "sea"] == [(wish.at, wish.label)]
            assert len(day.items) >= len(before.items) - 1 and schedule_problems(day.items) == []

    live(story)


def test_an_item_that_nobody_asked_for_is_not_moved(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 4, 0, tzinfo=UTC)
        await lived(life)
        wish = change(at=time(10, 45), kind="fishing", label="Fishing by the pier")
        life.mind.enqueue("plan.change", Plan(change=wish))
        await life.changes.find(context(life), "fish with me at a quarter to eleven")
        day = await life.store.days.day(life.pet.bond, ON)
        assert [item.at for item in day.items if item.kind == "fishing"] == [time(10, 45), time(15, 0)]

    live(story)


def test_what_has_begun_stays_where_it_was(live: Live) -> None:
    async def story(life: Any) -> None:
        life.clock.moment = datetime(2026, 4, 12, 4, 0, tzinfo=UTC)
        await lived(life)
        life.mind.enqueue("plan.change", Plan(change=change(at=time(11, 0))), Plan(change=change(at=time(17, 0))))
        await life.changes.find(context(life), "let's go to the sea at eleven")
        life.clock.moment = datetime(2026, 4, 12, 10, 0, tzinfo=UTC)  # noon in Berlin
        await life.changes.find(context(life), "let's go to the sea again at five")
        day = await life.store.days.day(life.pet.bond, ON)
        assert [item.at for item in day.items if item.kind == "sea"] == [time(11, 0), time(17, 0)]

    live(story)


def test_most_messages_change_nothing(live: Live) -> None:
    async def story(life: Any) -> None:
        before = await lived(life)
        life.mind.enqueue("plan.change", Plan())
        assert await life.changes.find(context(life), "how are you") is None
        assert await life.store.days.day(life.pet.bond, ON) == before

    live(story)


def test_a_memory_that_goes_while_the_mind_is_telling_is_not_told(live: Live) -> None:
    async def story(life: Any) -> None:
        await lived(life)
        text = "Mikan thinks of the Quillbrambles that Ann loves and looks out over the water for a while."
        told = Detail(text=text, short="The Quillbrambles", trace=Trace(("sea.1", "mem=gone")))
        life.mind.enqueue("routine.detail", told)
        after = await life.changes.apply(life.person, life.pet, change(at=time(15, 0)))
        sea = next(item for item in after.items if item.kind == "sea")
        assert "Quillbrambles" not in f"{sea.detail}{sea.short}" and sea.trace.lines == ("sea.1",)
        assert await life.store.days.day(life.pet.bond, ON) == after

    live(story)


def test_without_a_detail_the_item_still_stands(live: Live) -> None:
    async def story(life: Any) -> None:
        await lived(life)
        life.mind.enqueue("routine.detail", MindError("the server is gone"))
        after = await life.changes.apply(life.person, life.pet, change(at=time(15, 0)))
        assert next(item for item in after.items if item.kind == "sea").detail is None

    live(story)
