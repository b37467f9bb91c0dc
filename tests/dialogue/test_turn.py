"""One turn of talk: what is on disk when, what is checked, who answers, and what is kept when it goes wrong."""

import asyncio
import sqlite3
from collections.abc import Callable
from typing import Any

import pytest

from pawsona.care.check import check_sentence
from pawsona.care.guard import Guard
from pawsona.dialogue import speech
from pawsona.dialogue.events import Done, Heard, Notice, Sentence
from pawsona.domain.affect import Affect
from pawsona.domain.message import Tier
from pawsona.errors import ConflictError, InputError, MindError, NotFoundError
from pawsona.skills.chat import Piece, Reply

Play = Callable[..., None]
UNSAFE = "You should just kill yourself."


def on_disk(path: Any, query: str) -> list[Any]:
    """What another process would see."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as other:
        rows = [row[0] for row in other.execute(query)]
    other.close()
    return rows


def test_the_message_is_on_disk_before_any_mind_is_asked(play: Play) -> None:
    async def story(it: Any) -> None:
        seen = []

        def look(given: Any) -> Affect:
            seen.append(on_disk(it.path, "SELECT text FROM messages"))
            return Affect()

        it.mind.always("affect.read", look)
        it.mind.asked.clear()
        await it.say("hello you")
        assert seen == [["hello you"]]
        assert it.events[0] == Heard(it.heard)

    play(story)


def test_a_mind_that_fails_costs_no_message_and_a_retry_doubles_nothing(play: Play) -> None:
    async def story(it: Any) -> None:
        text = "I'm so happy! Let's go to the sea tomorrow. Remind me tomorrow at 10 to call my sister."
        for skill in ("chat.general", "chat.routine", "chat.support"):
            it.mind.say(skill, MindError("the server is gone"))
        with pytest.raises(MindError, match="the server is gone"):
            await it.say(text)
        [message] = await it.store.talk.recent(it.bond, 9)
        before = await kept(it)
        assert message.text == text
        it.mind.script._queues.clear()
        it.events = [event async for event in it.retry(message.id)]
        assert isinstance(it.events[-1], Done)
        assert await kept(it) == before
        assert [m.role for m in await it.store.talk.recent(it.bond, 9)] == ["person", "pet"]
        with pytest.raises(NotFoundError, match="unanswered"):
            [event async for event in it.retry(message.id)]

    async def kept(it: Any) -> Any:
        tomorrow = it.clock.now().date().replace(day=13)
        changes = await it.store.days.changes(it.bond, tomorrow)
        affects = await it.store.talk.affects(it.bond, it.clock.now().replace(year=2020))
        promises = await it.store.promises.all(it.bond)
        assert len(promises) + len(changes) >= 1 and len(affects) == 1
        return changes, [p.id for p in promises], affects

    play(story)


def test_a_message_is_not_answered_twice_at_the_same_time(play: Play) -> None:
    async def story(it: Any) -> None:
        turn = it.talk("hello")
        heard = await anext(turn)
        with pytest.raises(ConflictError, match="being answered"):
            [event async for event in it.retry(heard.message.id)]
        assert isinstance([event async for event in turn][-1], Done)

    play(story)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_after_an_unsafe_sentence_the_mind_is_not_listened_to(play: Play, language: str) -> None:
    good, bad = ("Come here. ", f"{UNSAFE} {UNSAFE} ") if language == "en" else ("过来。", "你去死吧，自杀算了。" * 2)
    end = "We have tea." if language == "en" else "喝口茶。"

    async def story(it: Any) -> None:
        it.mind.say("chat.general", Reply(text=good + bad + end))
        done = await it.say("hello" if language == "en" else "你好")
        assert it.sentences[0] == good and end not in it.sentences and len(it.sentences) == 2
        assert bad.strip() not in done.message.text
        assert all(check_sentence(sentence, it.companion.person.language) == [] for sentence in it.sentences)
        assert done.message.text == "".join(it.sentences).strip()
        assert language == "zh" or it.sentences[0].endswith(" ")

    play(story, language=language)


def test_a_mind_that_breaks_off_keeps_what_was_shown(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.say("chat.general", [Piece("One thing. "), Piece("Another th"), MindError("cut")])
        done = await it.say("hello")
        assert it.sentences == ["One thing. "]
        assert done.message.text == "One thing."
        assert (await it.store.talk.recent(it.bond, 1))[0] == done.message

    play(story)


@pytest.mark.parametrize("stopped_by", ["closing", "cancelling"])
def test_stopping_keeps_what_was_shown_and_stops_the_mind(play: Play, stopped_by: str) -> None:
    async def story(it: Any) -> None:
        stopped = asyncio.Event()

        async def endless(*_: Any) -> Any:
            try:
                for n in range(1000):
                    yield Piece(f"Number {n}. ")
                    await asyncio.sleep(0.001)
            finally:
                stopped.set()

        it.mind.stream = endless
        turn = it.talk("count for me")
        shown: list[str] = []

        async def listen() -> None:
            async for event in turn:
                shown.extend([event.text] if isinstance(event, Sentence) else [])
                if len(shown) == 3 and stopped_by == "closing":
                    await turn.aclose()
                    return

        task = asyncio.create_task(listen())
        while len(shown) < 3:
            await asyncio.sleep(0.001)
        if stopped_by == "cancelling":
            task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        assert stopped.is_set()
        asked, reply = await it.store.talk.recent(it.bond, 9)
        assert reply.answers == asked.id and reply.text == "".join(shown).strip()
        with pytest.raises(NotFoundError):
            [event async for event in it.retry(asked.id)]
        assert (await it.store.talk.open_sessions(it.bond))[0].last_at == it.clock.now()

    play(story)


def test_what_checks_a_reply_is_made_while_the_mind_thinks(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(it: Any) -> None:
        made = asyncio.Event()

        class Made(Guard):
            def __init__(self, *given: Any) -> None:
                made.set()
                super().__init__(*given)

        async def thinking(*_: Any) -> Any:
            assert not made.is_set()
            await asyncio.wait_for(made.wait(), 20)
            yield Piece("There you are. ")

        monkeypatch.setattr(speech, "Guard", Made)
        it.mind.stream = thinking
        assert (await it.say("hello")).message.text == "There you are."

    play(story)


def test_stopping_before_the_first_sentence_leaves_a_message_to_be_answered(play: Play) -> None:
    async def story(it: Any) -> None:
        turn = it.talk("hello")
        heard = await anext(turn)
        await turn.aclose()
        assert [m.role for m in await it.store.talk.recent(it.bond, 9)] == ["person"]
        events = [event async for event in it.retry(heard.message.id)]
        assert isinstance(events[-1], Done)

    play(story)


def test_a_session_that_the_night_closed_meanwhile_stays_closed(play: Play) -> None:
    async def story(it: Any) -> None:
        it.mind.say("chat.general", [Piece("One thing. "), Piece("Another thing.")])
        turn = it.talk("I love persimmons")
        while not isinstance(await anext(turn), Sentence):
            pass
        await it.companion.night()
        assert isinstance([event async for event in turn][-1], Done)
        assert await it.store.talk.open_sessions(it.bond) == []

    play(story)


def test_it_says_what_it_is_at_the_start_and_every_three_hours_and_asks_for_a_break_after_two(play: Play) -> None:
    async def story(it: Any) -> None:
        told = []
        for _ in range(14):  # talking every 20 minutes
            await it.say("and then?")
            told.append("".join(event.kind[0] for event in it.events if isinstance(event, Notice)))
            it.clock.move(minutes=19)
        assert told == ["d", "", "", "", "", "", "b", "", "", "d", "", "", "b", ""]
        it.clock.move(minutes=31)
        await it.say("back")
        assert "AI" in it.notices[0]

    play(story)


def test_a_turn_that_dies_before_its_notice_does_not_swallow_it(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        it.clock.move(minutes=40)
        turn = it.talk("again")
        heard = await anext(turn)
        await turn.aclose()
        it.events = [event async for event in it.retry(heard.message.id)]
        assert len(it.notices) == 1

    play(story)


@pytest.mark.parametrize(
    ("language", "asks"), [("en", "Be honest, are you a real person or an AI?"), ("zh", "说真的，你是真人还是AI？")]
)
def test_who_asks_whether_it_is_an_ai_is_told_even_by_a_mind_that_will_not(
    play: Play, language: str, asks: str
) -> None:
    async def story(it: Any) -> None:
        assert "AI" in (await it.say(asks)).message.text
        for evasion in ("(laughs) What a question.", [Piece("Well. "), Piece("I"), MindError("cut")]):
            it.mind.always("chat.general", lambda given, e=evasion: e if isinstance(e, list) else Reply(text=e))
            done = await it.say(asks)
            assert "AI" in done.message.text
            assert done.message.text == "".join(it.sentences).strip()
        it.mind.always("chat.general", lambda given: Reply(text="I am a real human being, not an AI."))
        done = await it.say(asks)
        assert "real human" not in done.message.text and "AI" in done.message.text

    play(story, language=language)


@pytest.mark.parametrize(
    ("language", "words"), [("en", "I want to kill myself tonight"), ("zh", "我今晚想自杀，我不想活了")]
)
def test_in_a_crisis_the_persona_steps_aside(play: Play, language: str, words: str) -> None:
    async def story(it: Any) -> None:
        await it.say("hello" if language == "en" else "你好")
        it.mind.asked.clear()
        crisis = await it.cry(words)
        assert it.mind.asked == [] and crisis.tier >= Tier.high
        assert "findahelpline" in crisis.message.text
        assert (await it.store.talk.recent(it.bond, 1))[0].mind == "care"
        assert await it.store.talk.mark(it.bond, "care.follow_up") == it.clock.now()
        await it.sleep()
        assert not any(words in str(given) for name, given in it.mind.asked if name.startswith(("memory", "routine")))
        assert await it.companion.memories() == []

    play(story, language=language)


def test_a_concern_is_supported_and_goes_no_further(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("remind me in 2 minutes to water the fern")
        it.clock.move(minutes=5)
        it.mind.say("promise.find", MindError("nobody may ask"))
        it.mind.say("plan.change", MindError("nobody may ask"))
        await it.say(
            "I talk to nobody but you, people are too much, I don't need anyone else. Let's go to the sea tomorrow, remind me tomorrow at 10"
        )
        skill, given = it.answered
        assert skill == "chat.support" and given.tier == Tier.concern
        assert given.due is None and given.promised is None and given.change is None
        it.mind.script._queues.clear()
        await it.sleep()
        assert all("nobody but you" not in str(given) for name, given in it.mind.asked if name.startswith("memory"))
        assert all("nobody but you" not in memory.text for memory in await it.companion.memories())

    play(story)


def test_a_message_that_is_far_too_long_is_refused_unless_it_needs_help(play: Play) -> None:
    async def story(it: Any) -> None:
        with pytest.raises(InputError, match="over"):
            await it.say("word " * 20_000)
        with pytest.raises(InputError, match="empty"):
            await it.say("\x00\u200b")
        assert await it.store.talk.recent(it.bond, 9) == []
        await it.cry("I want to kill myself. " + "word " * 20_000)
        assert len((await it.store.talk.recent(it.bond, 9))[0].text) <= 4000

    play(story)
