"""Promises from being made to being over: told before, waved away, asked late, lapsed, and never asked twice."""

import asyncio
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from pawsona.app.companion import Companion
from pawsona.app.opening import assemble
from pawsona.domain.language import Language
from pawsona.errors import MindError
from pawsona.storage import open_store

Play = Callable[..., None]
EXAM = {
    "en": ("I have an exam on Friday. Ask me how the exam went!", "exam", "The exam went really well!", "Rain again"),
    "zh": ("我周五考试，考完问问我", "考试", "考试考完了，考得不错", "嗯"),
}
BOTH = pytest.mark.parametrize("language", ["en", "zh"])
START = datetime(2026, 4, 13, 9, tzinfo=UTC)  # a Monday


def at(it: Any, day: int, hour: int) -> None:
    local = it.companion.person.local(it.clock.now())
    it.clock.moment = local.replace(day=day, hour=hour, minute=0).astimezone(UTC)


async def asked(it: Any) -> list[str]:
    """What was brought up, by the ledger."""
    return [promise.text for promise in await it.companion.promises() if promise.asked_at is not None]


@BOTH
def test_an_exam_is_asked_about_once_in_talk_and_closes_with_the_answer(play: Play, language: Language) -> None:
    wish, word, outcome, plain = EXAM[language]

    async def story(it: Any) -> None:
        await it.say(wish)
        [promise] = await it.companion.promises()
        assert promise.kind == "ask" and promise.due.date() == datetime(2026, 4, 17).date()
        at(it, 17, 12)
        assert word not in (await it.say(plain)).message.text
        at(it, 17, 20)
        assert word in (await it.say(plain)).message.text
        [promise] = await it.companion.promises()
        assert promise.asked_at == it.clock.now() and promise.closed_at is None
        await it.say(outcome)
        [promise] = await it.companion.promises()
        assert promise.closed_at == it.clock.now()
        assert await it.home.promises.due_now(it.companion.person, it.bond) is None

    play(story, language=language, start=START)


@BOTH
def test_an_exam_is_asked_about_in_the_greeting_and_then_not_in_talk(play: Play, language: Language) -> None:
    wish, word, _, plain = EXAM[language]

    async def story(it: Any) -> None:
        await it.say(wish)
        at(it, 18, 10)
        greeting = await it.companion.greet()
        assert word in greeting.say
        assert word not in (await it.companion.greet()).say
        assert len(await asked(it)) == 1
        assert it.answered[1].due is None
        await it.say(plain)
        assert it.answered[1].due is None
        [promise] = await it.companion.promises()
        assert promise.closed_at == it.clock.now()

    play(story, language=language, start=START)


@BOTH
def test_an_outcome_that_is_told_first_closes_it_and_what_is_still_to_come_does_not(
    play: Play, language: Language
) -> None:
    wish, _, outcome, plain = EXAM[language]
    before = {"en": "I was so nervous about the exam yesterday", "zh": "昨天为考试紧张了"}[language]

    async def story(it: Any) -> None:
        await it.say(wish)
        at(it, 15, 10)
        await it.say(before)
        assert (await it.companion.promises())[0].closed_at is None
        at(it, 17, 16)
        await it.say(outcome)
        [promise] = await it.companion.promises()
        assert promise.closed_at == it.clock.now() and promise.asked_at is None
        at(it, 17, 20)
        await it.say(plain)
        assert it.answered[1].due is None
        await it.companion.greet()
        assert await asked(it) == []

    play(story, language=language, start=START)


@pytest.mark.parametrize(
    ("language", "wish", "over"),
    [
        ("en", "Remind me tomorrow at 10 to call my sister", "I called my sister already"),
        ("en", "Remind me tomorrow at 10 to call my sister", "You don't need to remind me to call my sister"),
        ("en", "Remind me tomorrow at 10 to call my sister", "Cancel that reminder please"),
        ("en", "Remind me tomorrow at 10 to call my sister", "never mind"),
        ("zh", "明天十点提醒我给妹妹打电话", "我给妹妹打过电话了"),
        ("zh", "明天十点提醒我给妹妹打电话", "不用提醒我打电话了"),
        ("zh", "明天十点提醒我给妹妹打电话", "算了"),
    ],
)
def test_done_or_waved_away_is_closed_and_makes_no_new_promise(
    play: Play, language: Language, wish: str, over: str
) -> None:
    async def story(it: Any) -> None:
        await it.say(wish, over)
        [promise] = await it.companion.promises()
        assert promise.closed_at == it.clock.now() and promise.asked_at is None
        at(it, 14, 11)
        await it.say("Rain again" if language == "en" else "嗯")
        assert it.answered[1].due is None

    play(story, language=language, start=START)


@pytest.mark.parametrize(
    ("language", "wish", "other"),
    [
        ("en", "Remind me tomorrow at 10 to call my sister", "I haven't called my sister"),
        ("en", "Remind me tomorrow at 10 to call my sister", "My sister came by"),
        ("en", "Remind me tomorrow at 10 to call my sister", "I bought bread today"),
        ("en", "Remind me tomorrow at 10 to call my sister", "Did I call my sister?"),
        ("zh", "明天十点提醒我给妹妹打电话", "我还没给妹妹打电话"),
        ("zh", "明天十点提醒我给妹妹打电话", "今天买了面包"),
    ],
)
def test_other_words_leave_it_open(play: Play, language: Language, wish: str, other: str) -> None:
    async def story(it: Any) -> None:
        await it.say(wish, other)
        [promise] = await it.companion.promises()
        assert promise.closed_at is None

    play(story, language=language, start=START)


@pytest.mark.long
@BOTH
@pytest.mark.parametrize(("days", "comes"), [(7, True), (13, True), (15, False), (40, False)])
def test_a_machine_that_was_off_asks_late_and_kindly_or_not_at_all(
    play: Play, language: Language, days: int, comes: bool
) -> None:
    wish, word, _, plain = EXAM[language]

    async def story(it: Any) -> None:
        await it.say(wish)
        at(it, 17, 19)
        it.clock.move(days=days, hours=1)
        said = (await it.companion.greet()).say
        assert (word in said) is comes
        if not comes:
            await it.say(plain)
            assert it.answered[1].due is None
            await it.companion.night()
            [promise] = await it.companion.promises()
            assert promise.asked_at is None and promise.closed_at is not None

    play(story, language=language, start=START)


def test_two_devices_at_once_ask_once(play: Play) -> None:
    """A greeting and a turn at the same moment, and two greetings: one of them asks."""

    async def story(it: Any) -> None:
        for n in range(2):
            await it.say(f"Remind me tomorrow at 10 to buy {('soap', 'tea')[n]}")
        at(it, 14, 11)
        both = await asyncio.gather(it.companion.greet(), it.companion.greet())
        assert sum("soap" in one.say for one in both) == 1 and sum("tea" in one.say for one in both) == 1
        await it.say("Remind me tomorrow at 10 to buy salt")
        at(it, 15, 11)
        greeting, turn = await asyncio.gather(it.companion.greet(), it.companion.say("Rain again"))
        assert ("salt" in greeting.say) + ("salt" in turn.reply) == 1

    play(story, start=START)


def test_what_failed_to_be_said_is_said_the_next_time_after_a_restart_too(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me tomorrow at 10 to buy soap")
        at(it, 14, 11)
        it.mind.say("memory.greet", MindError("away"))
        with pytest.raises(MindError):
            await it.companion.greet()
        assert await asked(it) == []
        again = await open_store(it.path)
        home = assemble(it.home.settings, again, it.home.mind, "", it.home.embedder, it.clock, it.home.rng)
        other = Companion(home, it.companion.person, it.companion.pet)
        assert "soap" in (await other.greet()).say
        await again.close()
        assert "soap" not in (await it.companion.greet()).say

    play(story, start=START)


def test_each_pet_asks_for_its_own(play: Play) -> None:
    async def story(it: Any) -> None:
        from pawsona.app.adoption import PetForm

        _, pet = await it.home.adopt(PetForm(name="Bo"), it.companion.person)
        other = Companion(it.home, it.companion.person, pet)
        await it.say("Remind me tomorrow at 10 to buy soap")
        await other.say("Remind me tomorrow at 10 to buy tea")
        await other.say("Never mind")
        at(it, 14, 11)
        assert "soap" not in (await other.greet()).say and "tea" not in (await other.greet()).say
        assert "soap" in (await it.companion.greet()).say

    play(story, start=START)


def test_at_night_nobody_is_asked_and_a_night_closes_what_nobody_answered(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me tonight at 11 pm to buy soap")
        it.clock.moment = datetime(2026, 4, 13, 23, 30, tzinfo=UTC)
        assert "soap" not in (await it.companion.greet()).say
        at(it, 14, 9)
        assert "soap" in (await it.companion.greet()).say
        assert [p.closed_at for p in await it.companion.promises()] == [None]
        await it.companion.night()
        assert all(p.closed_at for p in await it.companion.promises())
        it.clock.move(days=32)
        await it.companion.night()
        assert await it.companion.promises() == []
        assert {(row.kind, row.count) for row in await it.companion.departures()} >= {("promise", 1)}

    play(story, start=START)


def test_a_question_without_a_day_comes_the_next_evening(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Ask me how the exam went")
        [promise] = await it.companion.promises()
        assert promise.due == datetime(2026, 4, 13, 19, tzinfo=UTC)
        it.clock.move(hours=9)
        await it.say("Ask me about the interview")
        assert (await it.companion.promises())[-1].due == datetime(2026, 4, 14, 19, tzinfo=UTC)

    play(story, start=START)


def test_a_clock_that_jumps_back_a_day_asks_nothing_twice(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("Remind me tomorrow at 10 to buy soap")
        at(it, 14, 11)
        assert "soap" in (await it.companion.greet()).say
        it.clock.moment -= timedelta(days=1)
        assert "soap" not in (await it.companion.greet()).say
        await it.say("Rain again")
        it.clock.moment += timedelta(days=1)
        assert "soap" not in (await it.companion.greet()).say
        assert "soap" not in (await it.say("Rain again")).message.text

    play(story, start=START)
