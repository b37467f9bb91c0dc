"""Who is due when: small hours where the person is, sleepers cost nothing, and nobody stops the others."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from tests.dialogue.conftest import NOON

from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.domain.day import Day
from pawsona.domain.due import FORGOT
from pawsona.domain.ids import Bond
from pawsona.domain.person import Person
from pawsona.errors import MindError, StoreBusyError
from pawsona.night.plan import next_night
from pawsona.world.calendar import day_of

Play = Callable[..., None]
ZONES = ("Asia/Shanghai", "Europe/Berlin", "America/Los_Angeles")
CHANGES = [
    datetime(2026, 3, 28, 12, tzinfo=UTC),  # Berlin springs forward in the coming night
    datetime(2026, 10, 24, 12, tzinfo=UTC),  # and falls back
    datetime(2026, 3, 7, 20, tzinfo=UTC),  # Los Angeles
    datetime(2026, 10, 31, 20, tzinfo=UTC),
]


async def family(it: Any, zones: tuple[str, ...] = ZONES) -> list[tuple[Person, Any]]:
    """More persons with a pet each."""
    them = []
    for n, zone in enumerate(zones):
        person = person_from(PersonForm(name=f"Person {n}", time_zone=zone), it.clock, it.home.rng)
        await it.store.people.add_person(person)
        them.append(await it.home.adopt(PetForm(name=f"Pet {n}"), person))
    return them


@pytest.mark.long
@pytest.mark.parametrize("start", CHANGES)
def test_each_day_begins_once_in_the_small_hours_where_the_person_is(play: Play, start: datetime) -> None:
    async def story(it: Any) -> None:
        them = await family(it)
        made: dict[str, list[tuple[date, str]]] = {pet.id: [] for _, pet in them}
        for _ in range(2 * 24):
            it.clock.move(minutes=30)
            for day in await it.home.runner.run_due():
                person = next((p for p, pet in them if pet.bond == day.bond), None)
                if person:
                    made[day.bond.pet].append((day.on, f"{person.local(it.clock.now()):%Y-%m-%d %H:%M}"))
        for person, pet in them:
            first = person.local(start).date()
            days = [on for on, _ in made[pet.id]]
            assert days == [first + timedelta(days=n + 1) for n in range(len(days))] and len(days) == 1
            assert all(moment == f"{on} 03:00" for on, moment in made[pet.id]), made[pet.id]

    play(story, start=start)


@pytest.mark.parametrize("zone", [*ZONES, "Europe/Helsinki", "Pacific/Kiritimati", "America/St_Johns", "UTC"])
def test_the_next_night_is_the_moment_at_which_a_new_day_begins(zone: str) -> None:
    person = Person(id="p", name="p", language="en", time_zone=zone, created_at=NOON)  # type: ignore[arg-type]
    now = datetime(2026, 1, 1, tzinfo=UTC)
    for _ in range(370):
        night = next_night(person, now).astimezone(UTC)
        assert now < night <= now + timedelta(hours=25)
        assert night.astimezone(ZoneInfo(zone)).hour in (3, 4)  # 4 where three o'clock is left out
        assert day_of(person, night) == day_of(person, night - timedelta(minutes=1)) + timedelta(days=1)
        now = night


def test_a_pet_that_nobody_visits_sleeps_after_a_week_costs_nothing_and_wakes(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        it.clock.move(minutes=45)
        await it.home.tick()
        for _ in range(6):
            it.clock.move(days=1)
            assert len(await it.home.runner.run_due()) == 1
        it.mind.asked.clear()
        for _ in range(20):
            it.clock.move(days=1)
            await it.home.tick()
        assert it.mind.asked == []
        day = await it.companion.today()
        assert day.on == it.companion.present and len(day.items) >= 5
        it.clock.move(days=1)
        assert [d.on for d in await it.home.runner.run_due()] == [it.companion.present]

    play(story)


def test_who_sleeps_has_forgotten_before_anything_is_laid_by(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(it: Any) -> None:
        them = await family(it, ("UTC",) * 3)
        it.clock.move(days=9)
        marked = []

        async def stuck(bond: Bond, *_: object) -> bool:
            marked.append(await it.store.talk.mark(bond, FORGOT))
            raise StoreBusyError("the database is busy")

        monkeypatch.setattr(it.store.index, "scattered", stuck)
        await it.home.runner.forget_asleep()
        assert len(marked) >= len(them) and set(marked) == {it.clock.now()}

    play(story)


def test_a_visit_without_a_word_keeps_it_awake(play: Play) -> None:
    async def story(it: Any) -> None:
        for _ in range(3):
            it.clock.move(days=5)
            await it.companion.today()
            it.clock.move(days=1)
            assert len(await it.home.runner.run_due()) == 1

    play(story)


def of(pet: Any) -> Callable[[Any], bool]:
    return lambda given: bool(given.context.pet.id == pet.id)


@pytest.mark.parametrize("error", [MindError("the server is gone"), RuntimeError("a mistake")])
def test_one_pet_that_fails_does_not_stop_the_others(play: Play, error: Exception) -> None:
    async def story(it: Any) -> None:
        them = await family(it, ("UTC",) * 5)
        unlucky = them[1][1]

        def outline(given: Any) -> Any:
            if given.context.pet.id == unlucky.id:
                raise error
            from pawsona.minds.storybook.days import make_outline
            from pawsona.skills import IPET

            return make_outline(given, IPET)

        it.mind.always("routine.outline", outline)
        it.clock.move(days=1)
        told: list[Day] = []
        it.home.runner.tell = lambda pet, day: told.append(day)
        if isinstance(error, MindError):
            assert len(await it.home.runner.run_due()) == 5
        else:
            with pytest.raises(RuntimeError, match="a mistake"):
                await it.home.runner.run_due()
        assert {day.bond.pet for day in told} == {it.companion.pet.id, *(pet.id for _, pet in them)} - {unlucky.id}
        it.mind.directed.clear()
        it.clock.move(minutes=1)
        assert [day.bond for day in await it.home.runner.run_due()] == [unlucky.bond]

    play(story)


def test_a_session_that_cant_be_closed_now_is_closed_later_and_stands_in_nobodys_way(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("I love persimmons")
        [(person, pet)] = await family(it, ("UTC",))
        _ = [event async for event in it.home.dialogue.say(person, pet, "I love plums")]
        it.clock.move(minutes=31)
        it.mind.say("memory.summarise", MindError("the server is gone"))
        assert await it.home.runner.close_sessions() == 1
        assert await it.home.runner.close_sessions() == 1
        assert len(await it.companion.memories()) == 1
        assert len(await it.store.memories.all(pet.bond)) == 1

    play(story)


def test_the_minute_tells_of_days_and_of_due_promises_once(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me in 2 minutes to water the fern")
        heard = []
        async with it.home.news.subscribe(it.companion.person.id) as news:
            for _ in range(4):
                it.clock.move(minutes=5)
                await it.home.tick()
            it.home.news.close()
            async for one in news:
                heard.append(one.kind)
        assert heard == ["promise"]

    play(story)
