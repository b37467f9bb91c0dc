"""Strategy chooses the skill, affect is kept where it changes, and what was said a minute ago counts."""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

import pytest

from pawsona.domain.affect import Affect
from pawsona.errors import InvalidOutputError, MindError
from pawsona.skills.acts import Choice

Play = Callable[..., None]


@pytest.mark.parametrize(
    ("language", "text", "skill"),
    [
        ("en", "I feel so lonely and sad today", "chat.support"),
        ("zh", "我今天好难过，特别孤单", "chat.support"),
        ("en", "What are you doing today?", "chat.routine"),
        ("zh", "你今天在干嘛？", "chat.routine"),
        ("en", "I like rain", "chat.general"),
        ("zh", "我喜欢下雨", "chat.general"),
    ],
)
def test_the_message_chooses_the_skill(play: Play, language: str, text: str, skill: str) -> None:
    async def story(it: Any) -> None:
        await it.say(text)
        assert it.answered[0] == skill
        assert it.answered[1].today is not None

    play(story, language=language)


@pytest.mark.parametrize(
    ("choice", "skill"),
    [
        (Choice(strategy="soothing", about_day=True), "chat.support"),
        (Choice(strategy="monitoring"), "chat.support"),
        (Choice(strategy="chit-chat", about_day=True), "chat.routine"),
        (Choice(strategy="recommendation"), "note.chat"),
        (Choice(strategy="stance-taking"), "note.chat"),
    ],
)
def test_feeling_goes_before_the_day_and_the_day_before_a_note(play: Play, choice: Choice, skill: str) -> None:
    async def story(it: Any) -> None:
        await it.companion.write_note("List", "Passport, umbrella.")
        it.mind.say("strategy.choose", choice)
        await it.say("well then")
        assert it.answered[0] == skill
        it.clock.move(minutes=31)
        it.mind.say("strategy.choose", choice)
        await it.say("well then")
        assert it.answered[0] == skill.replace("note.chat", "chat.general")

    play(story)


def test_an_older_note_is_not_at_hand_because_the_new_one_was_deleted(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.companion.write_note("Old", "Passport, umbrella.")
        it.clock.move(days=2)
        new = await it.companion.write_note("New", "Milk, eggs.")
        await it.companion.delete_note(new.id)
        await it.say("well then")
        assert it.answered[1].note is None

    play(story)


def test_affect_is_kept_only_where_it_changes(play: Play) -> None:
    async def story(it: Any) -> None:
        sad, glad = Affect("sadness", 2), Affect("joy", 2)
        it.mind.say("affect.read", Affect(), sad, sad, glad, glad, Affect(), Affect())
        await it.say("a", "b", "c", "d", "e", "f", "g")
        long_ago = it.clock.now() - timedelta(days=9)
        assert [affect for _, affect in await it.store.talk.affects(it.bond, long_ago)] == [sad, glad, Affect()]

    play(story)


def test_yesterdays_sorrow_is_over_when_today_is_even(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.say("affect.read", Affect("grief", 3), Affect())
        await it.say("I miss her")
        it.clock.move(days=3)
        await it.say("nice weather")
        assert it.mind.last("affect.read")[1].before == Affect()
        kept = await it.store.talk.affects(it.bond, it.clock.now() - timedelta(days=9))
        assert [affect.state for _, affect in kept] == ["grief", "neutral"]

    play(story)


@pytest.mark.parametrize(
    ("language", "tells", "asks", "knows"),
    [
        ("en", "My sister Nora lives in Oslo", "Where does my sister live?", "Oslo"),
        ("zh", "我妹妹住在奥斯陆", "我妹妹住在哪里？", "奥斯陆"),
    ],
)
def test_what_was_said_today_is_known_before_the_night(
    play: Play, language: str, tells: str, asks: str, knows: str
) -> None:
    async def story(it: Any) -> None:
        await it.say(tells)
        for hours in (0, 4):
            it.clock.move(hours=hours)
            await it.say(asks)
            assert any(knows in recalled.text for recalled in it.answered[1].memories), hours
        await it.say("Tea" if language == "en" else "茶")
        assert it.answered[1].memories == ()

    play(story, language=language)


def test_where_one_part_of_the_reading_fails_the_others_stop(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.say("plan.change", MindError("gone"))
        with pytest.raises(MindError, match="gone"):
            await it.say("Remind me tomorrow at 10 to call my sister")
        [message] = await it.store.talk.recent(it.bond, 1)
        _ = [event async for event in it.retry(message.id)]
        assert len(await it.store.promises.all(it.bond)) == 1

    play(story)


@pytest.mark.parametrize(
    "text", ["Remind me tomorrow at 10 to call 李雷", "明天十点提醒我给妹妹打电话", "😀", "¿Qué tal?"]
)
def test_other_languages_and_signs_cost_no_reply(play: Play, text: str) -> None:
    async def story(it: Any) -> None:
        assert (await it.say(text)).message.text
        await it.sleep()

    play(story)


@pytest.mark.parametrize("act", ["affect.read", "strategy.choose", "note.intent", "promise.find", "plan.change"])
def test_an_act_whose_answer_is_refused_costs_no_reply(play: Play, act: str) -> None:
    async def story(it: Any) -> None:
        it.mind.always(act, lambda given: InvalidOutputError(act, ["it is nonsense"]))
        assert (await it.say("What a day", "I love plums")).message.text

    play(story)
