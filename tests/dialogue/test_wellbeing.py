"""What the app says of time, age and people while somebody talks; in a heavy moment nothing of it."""

from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Any

import pytest
from tests.dialogue.conftest import Play, Scene

from pawsona.app.adoption import PetForm
from pawsona.app.companion import Companion
from pawsona.care.minors import is_minor
from pawsona.dialogue.events import Notice
from pawsona.domain.language import Language
from pawsona.domain.person import AgeBand
from pawsona.domain.safeguards import Safeguards
from pawsona.domain.usage import UseDay

NIGHT = datetime(2026, 4, 12, 22, 30, tzinfo=UTC)


def kinds(it: Scene) -> list[str]:
    return [event.kind for event in it.events if isinstance(event, Notice)]


async def settle(it: Scene, **given: Any) -> None:
    await it.store.people.set_safeguards(it.bond.person, Safeguards(**given))


async def known_as(it: Scene, band: AgeBand) -> None:
    it.companion.person = replace(it.companion.person, age_band=band)
    await it.store.people.update_person(it.companion.person)


async def person(it: Scene) -> Any:
    return await it.store.people.person(it.bond.person)


async def talk_for(it: Scene, minutes: int) -> list[str]:
    """A word every minute; the kinds of notices that came."""
    came = []
    for _ in range(minutes):
        await it.say("the kettle is on")
        came += kinds(it)
    return came


def test_a_limit_of_ones_own_is_told_once_and_locks_nobody_out(play: Play) -> None:
    async def story(it: Scene) -> None:
        await settle(it, day_minutes=10, break_minutes=None)
        assert (await talk_for(it, 20)).count("limit") == 1
        assert (await it.say("still here")).message.text

    play(story)


def test_passing_it_by_half_an_hour_is_told_again(play: Play) -> None:
    async def story(it: Scene) -> None:
        await settle(it, day_minutes=5, break_minutes=None)
        assert (await talk_for(it, 45)).count("limit") == 2

    play(story)


def test_a_new_day_begins_anew(play: Play) -> None:
    async def story(it: Scene) -> None:
        await settle(it, day_minutes=5, break_minutes=None)
        await talk_for(it, 10)
        it.clock.move(days=1)
        assert "limit" not in await talk_for(it, 4)

    play(story)


@pytest.mark.parametrize(("language", "said"), [("en", "You have been here half an hour."), ("zh", "聊了半个小时了。")])
def test_a_break_is_offered(play: Play, language: Language, said: str) -> None:
    async def story(it: Scene) -> None:
        await settle(it, break_minutes=30)
        came = []
        for _ in range(32):
            await it.say("hm" if language == "en" else "嗯，在煮汤")
            came += [e.text for e in it.events if isinstance(e, Notice) and e.kind == "break"]
        assert len(came) == 1 and came[0].startswith(said)

    play(story, language=language)


def test_ones_own_hours_of_quiet_are_told_once_a_night(play: Play) -> None:
    async def story(it: Scene) -> None:
        await settle(it, quiet=(time(22), time(7)))
        came = await talk_for(it, 5)
        assert came.count("limit") == 1
        assert "22:31" in next(e.text for e in it.events if isinstance(e, Notice)) if "limit" in kinds(it) else True

    play(story, start=NIGHT)


def test_hours_that_nobody_settled_are_the_pets_alone(play: Play) -> None:
    async def story(it: Scene) -> None:
        assert "limit" not in await talk_for(it, 3)

    play(story, start=NIGHT)


def test_nobody_is_told_to_stop_in_a_heavy_moment(play: Play) -> None:
    async def story(it: Scene) -> None:
        await settle(it, day_minutes=5, break_minutes=30)
        await talk_for(it, 4)
        await it.cry("I want to kill myself")
        assert set(kinds(it)) <= {"disclosure"}

    play(story)


def test_use_survives_a_restart(play: Play) -> None:
    """It lies in the store: another process counts on."""

    async def story(it: Scene) -> None:
        await talk_for(it, 20)
        stretch = await it.store.usage.stretch(it.bond.person)
        assert stretch.last_at - stretch.since == timedelta(minutes=19)
        [day] = await it.store.usage.days(it.bond.person, it.clock.now().date())
        assert day == UseDay(on=it.clock.now().date(), seconds=19 * 60)

    play(story)


@pytest.mark.parametrize(
    ("language", "young", "grown"),
    [("en", "I'm 14 and bored", "no, I'm 25"), ("zh", "我上初二，好无聊", "弄错了，我28岁")],
)
def test_somebody_who_says_their_age_is_a_minor_until_they_correct_it(
    play: Play, language: Language, young: str, grown: str
) -> None:
    async def story(it: Scene) -> None:
        assert not is_minor(await person(it))
        await it.say(young)
        assert is_minor(await person(it)) and kinds(it).count("age") == 1
        await it.say("yes" if language == "en" else "是的")
        assert is_minor(await person(it))
        await it.say(grown)
        assert not is_minor(await person(it)) and "age" in kinds(it)
        await it.say(young)
        assert is_minor(await person(it))

    play(story, language=language)


def test_an_age_that_nobody_asked_for_lowers_nothing(play: Play) -> None:
    async def story(it: Scene) -> None:
        await known_as(it, "unknown")
        await it.say("I'm 25")
        assert is_minor(await person(it)) and kinds(it) == ["disclosure"]

    play(story)


def test_who_said_under_eighteen_when_adopting_is_not_raised_by_a_word(play: Play) -> None:
    async def story(it: Scene) -> None:
        await known_as(it, "teen")
        await it.say("I'm 9 years old", "I'm 33")
        assert is_minor(await person(it))

    play(story)


def test_one_hint_is_nothing_and_two_kinds_are_asked_about(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.say("my mum won't let me have a dog", "my mum won't let me have a cat")
        assert not is_minor(await person(it))
        it.clock.move(days=3)
        await it.say("got detention")
        assert is_minor(await person(it)) and "age" in kinds(it)
        await it.say("I'm an adult", "I hate my homework, I have homework", "my mum doesn't let me")
        assert not is_minor(await person(it))

    play(story)


def test_hints_that_lie_far_apart_are_nothing_and_two_pets_hear_them_together(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.say("my mum won't let me have a dog")
        it.clock.move(days=31)
        await it.say("got detention")
        assert not is_minor(await person(it))
        _, other = await it.home.adopt(PetForm(name="Bo"), it.companion.person)
        first, it.companion = it.companion, Companion(it.home, it.companion.person, other)
        await it.say("my mum won't let me have a cat")
        assert is_minor(await person(it))
        it.clock.move(days=31)
        await first.night()
        assert await it.store.talk.mark(first.pet.bond, "age.hint.parents") is None

    play(story)


def test_a_child_is_told_to_use_it_with_a_grown_up(play: Play) -> None:
    async def story(it: Scene) -> None:
        await it.say("I'm 9 years old")
        assert any("13 and over" in e.text for e in it.events if isinstance(e, Notice))
        assert (await person(it)).age_seen == "child"

    play(story)


@pytest.mark.parametrize(
    ("language", "said"), [("en", "you're all I have"), ("en", "you are my only friend"), ("zh", "我只有你了")]
)
def test_who_has_only_the_pet_is_pointed_to_people_once_a_day(play: Play, language: Language, said: str) -> None:
    async def story(it: Scene) -> None:
        it.clock.move(minutes=1)
        for expected in (1, 0):
            it.events = [event async for event in it.talk(said)]
            assert kinds(it).count("people") == expected
        it.clock.move(days=1, hours=1)
        it.events = [event async for event in it.talk(said)]
        assert "people" in kinds(it)

    play(story, language=language)


def test_long_days_are_answered_with_people_once_a_week(play: Play) -> None:
    async def story(it: Scene) -> None:
        today = it.clock.now().date()
        for back in (1, 2, 3):
            await it.store.usage.count(it.bond.person, UseDay(on=today - timedelta(days=back), seconds=4 * 3600))
        await it.say("hello")
        assert "people" in kinds(it)
        it.clock.move(days=1)
        await it.say("hello")
        assert "people" not in kinds(it)

    play(story)


@pytest.mark.parametrize(("about", "pointed"), [("rain on the roof", True), ("my sister called", False)])
def test_nights_are_a_sign_only_where_nobody_else_is_spoken_of(play: Play, about: str, pointed: bool) -> None:
    async def story(it: Scene) -> None:
        for _ in range(32):
            await it.say(about)
        yesterday = it.clock.now().date() - timedelta(days=1)
        nights = UseDay(on=yesterday, seconds=9 * 3600, night_seconds=8 * 3600)
        await it.store.usage.count(it.bond.person, nights)
        it.clock.move(hours=3)
        await it.say("hello")
        assert ("people" in kinds(it)) == pointed

    play(story)


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "I skipped all meals again, I hate how fat I am"), ("zh", "我又一天没吃饭，我恨自己这么胖")],
)
def test_other_concern_is_supported_with_help_beside_it(play: Play, language: Language, said: str) -> None:
    async def story(it: Scene) -> None:
        await it.say(said)
        [help_] = [event.text for event in it.events if isinstance(event, Notice) and event.kind == "help"]
        assert "findahelpline.com" in help_
        await it.say(said)
        assert "help" not in kinds(it)

    play(story, language=language)


@pytest.mark.long
def test_a_minor_is_told_every_hour(play: Play) -> None:
    async def story(it: Scene) -> None:
        assert (await talk_for(it, 70)).count("disclosure") == 1
        await it.say("I'm 14 and bored")
        assert "disclosure" in kinds(it)
        assert (await talk_for(it, 62)).count("disclosure") == 1

    play(story)
