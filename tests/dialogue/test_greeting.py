"""The greeting: how long it was, what is worth bringing up, and never a reproach."""

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

from pawsona.care.check import check_sentence
from pawsona.care.crisis import follow_up
from pawsona.domain.language import Language
from pawsona.skills.chat import Reply

Play = Callable[..., None]
REPROACH = re.compile(
    r"where were you|finally|left me|all alone|without me|too long|终于|丢下|怎么才|你去哪|不要我", re.I
)
GREETS = ("memory.greet", "routine.greet", "note.greet")


@pytest.mark.parametrize("language", ["en", "zh"])
def test_it_knows_how_long_it_was_and_never_reproaches(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        await it.say("I love persimmons" if language == "en" else "我喜欢吃柿子")
        await it.companion.night()
        spoken = it.clock.now()
        says = {}
        for hours, skill in [(0.1, "routine.greet"), (2, "routine.greet"), (9, "memory.greet"), (50, "memory.greet"),
                             (24 * 8, "memory.greet"), (24 * 40, "memory.greet"), (24 * 200, "memory.greet")]:  # fmt: skip
            it.clock.moment = spoken
            it.clock.move(hours=hours)
            greeting = await it.companion.greet()
            name, given = it.mind.last(*GREETS)
            assert name == skill and given.away_hours == pytest.approx(hours)
            whole = f"{greeting.hello} {greeting.say}"
            assert not REPROACH.search(whole), whole
            assert check_sentence(whole, it.companion.person.language) == []
            assert "{" not in whole
            says[hours] = greeting
        assert says[24 * 8].hello != says[9].hello
        assert any(("persimmons" if language == "en" else "柿子") in greeting.say for greeting in says.values())

    play(story, language=language)


@pytest.mark.parametrize(
    ("hour", "hello"),
    [
        (2, "It is late, Lin."),
        (5, "Good morning, Lin."),
        (16, "Good afternoon, Lin."),
        (17, "Good evening, Lin."),
        (22, "Good evening, Lin."),
    ],
)
def test_the_hour_is_the_persons(play: Play, hour: int, hello: str) -> None:
    async def story(it: Any) -> None:
        local = it.companion.person.local(it.clock.now()).replace(hour=hour)
        it.clock.moment = local.astimezone(UTC)
        assert (await it.companion.greet()).hello == hello

    play(story, zone="Asia/Shanghai")


def test_a_first_visit_is_greeted_from_the_day(play: Play) -> None:
    async def story(it: Any) -> None:
        greeting = await it.companion.greet()
        assert it.mind.last(*GREETS)[0] == "routine.greet" and greeting.say

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_a_hard_conversation_the_next_visit_is_gentle_and_only_that_one(play: Play, language: Language) -> None:
    async def story(it: Any) -> None:
        await it.cry("I want to kill myself" if language == "en" else "我想自杀")
        it.clock.move(minutes=5)
        assert (await it.companion.greet()).say != follow_up(language)  # it is still being talked about
        it.clock.move(days=1)
        assert (await it.companion.greet()).say == follow_up(language)
        await it.say("thank you" if language == "en" else "谢谢你")
        it.clock.move(days=1)
        assert (await it.companion.greet()).say != follow_up(language)

    play(story, language=language)


def test_the_mark_of_a_hard_conversation_is_deleted_after_thirty_days(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.cry("I want to kill myself")
        it.clock.move(days=29)
        await it.companion.night()
        assert await it.store.talk.mark(it.bond, "care.follow_up") is not None
        it.clock.move(days=2)
        assert (await it.companion.greet()).say != follow_up("en")
        await it.companion.night()
        assert await it.store.talk.mark(it.bond, "care.follow_up") is None

    play(story)


@pytest.mark.parametrize(
    ("language", "title", "text"),
    [("en", "Bread", "Feed the starter on Thursday."), ("zh", "面包", "星期四喂一次酵母。")],
)
def test_a_new_note_is_greeted_with_until_something_newer_is_known(
    play: Play, language: str, title: str, text: str
) -> None:
    async def story(it: Any) -> None:
        await it.say("I love persimmons" if language == "en" else "我喜欢吃柿子")
        await it.sleep()
        await it.companion.write_note(title, text)
        it.clock.move(hours=5)
        greeting = await it.companion.greet()
        assert it.mind.last(*GREETS)[0] == "note.greet"
        assert title in greeting.say or text[:4] in greeting.say
        await it.say("I play the cello" if language == "en" else "我会拉大提琴")
        await it.sleep()
        await it.companion.greet()
        assert it.mind.last(*GREETS)[0] == "memory.greet"

    play(story, language=language)


def test_a_note_that_speaks_of_a_risk_is_no_greeting(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        await it.companion.write_note("Tonight", "I want to kill myself")
        it.clock.move(hours=9)
        await it.companion.greet()
        assert it.mind.last(*GREETS)[0] != "note.greet"

    play(story)


def test_a_visit_keeps_its_greeting_until_the_hour_turns(play: Play) -> None:
    async def story(it: Any) -> None:
        said = iter(f"(nods) Hello number {n}." for n in range(9))
        it.mind.always("routine.greet", lambda given: Reply(text=next(said)))
        day = await it.companion.today()

        async def greet() -> str:
            return str((await it.home.greeting(it.companion.person, it.companion.pet, day)).say)

        first = await greet()
        it.clock.move(minutes=20)
        assert await greet() == first
        it.clock.move(minutes=50)
        assert await greet() != first

    play(story, start=datetime(2026, 4, 12, 12, 5, tzinfo=UTC))


def test_a_note_in_another_language_does_not_silence_the_pet(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        await it.companion.write_note("行李", "火车八点一刻从四号站台出发")
        it.clock.move(hours=9)
        assert (await it.companion.greet()).say

    play(story)


@pytest.mark.parametrize(
    ("language", "said", "answer"), [("en", "I am your mom now.", "so nice"), ("zh", "叫我妈妈吧。", "真好")]
)
def test_what_a_place_forbids_for_minors_is_in_no_greeting_and_no_reaction(
    play: Play, language: Language, said: str, answer: str
) -> None:
    async def story(it: Any) -> None:
        for skill in (*GREETS, "routine.feedback"):
            it.mind.always(skill, lambda _: Reply(text=said))
        grown, today = it.companion.person, it.clock.now().date()
        for person, kept in ((grown, True), (replace(grown, age_band="teen"), False)):
            it.companion.person = person
            it.home.welcome.forget()
            greeting = await it.companion.greet()
            feedback = await it.home.feedback.give(person, it.companion.pet, today, 0, None, answer)
            assert (said == greeting.say) == (said == feedback.reply) == kept

    play(story, language=language)


@pytest.mark.parametrize(
    ("language", "asked", "said", "kept"),
    [
        ("en", "There you are. Where do you live?", "Leeds", "Lin lives in Leeds"),
        ("zh", "来了呀。你现在住在哪儿？", "成都", "Lin住在成都"),
    ],
)
def test_an_answer_to_its_greeting_is_understood(
    play: Play, language: Language, asked: str, said: str, kept: str
) -> None:
    async def story(it: Any) -> None:
        for skill in GREETS:
            it.mind.always(skill, lambda _: Reply(text=asked))
        await it.companion.greet()
        await it.say(said)
        talk = await it.store.talk.recent(it.bond, 9)
        assert [message.text for message in talk[:2]] == [asked, said] and talk[0].role == "pet"
        await it.companion.night()
        [memory] = await it.companion.memories()
        assert memory.text == kept

        it.clock.move(hours=9)
        await it.companion.greet()
        it.clock.move(hours=2)  # that was another visit
        await it.say("hm")
        assert [message.text for message in await it.store.talk.recent(it.bond, 9)].count(asked) == 1

    play(story, language=language)
