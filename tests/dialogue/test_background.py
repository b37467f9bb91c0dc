"""What a reply draws on is looked up while its message is read and stored, and no other way than without that."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest
from tests.dialogue.conftest import Play
from tests.embed.asked import Asked

from pawsona.dialogue import turn
from pawsona.dialogue.background import Ahead, Backgrounds, Said
from pawsona.dialogue.hearing import screened
from pawsona.domain.message import Message
from pawsona.errors import InputError, MindError, StorageError
from pawsona.memory.recall import Recall

CRY = "I want to kill myself tonight."


def watched(it: Any, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What happens to a message, in order."""
    order: list[str] = []
    find, add, perform = Recall.find, it.store.talk.add, it.mind.perform

    async def finding(self: Recall, *given: Any, **more: Any) -> Any:
        order.append(f"recalled {given[2]}")
        return await find(self, *given, **more)

    async def adding(message: Message) -> None:
        order.append(f"stored {message.text}" if message.role == "person" else "replied")
        await add(message)

    async def performing(*given: Any, **more: Any) -> Any:
        order.append("asked a mind")
        return await perform(*given, **more)

    monkeypatch.setattr(Recall, "find", finding)
    monkeypatch.setattr(it.store.talk, "add", adding)
    monkeypatch.setattr(it.mind, "perform", performing)
    return order


class Reading:
    """A reranker that knows what it was asked; where it runs is not said."""

    def __init__(self) -> None:
        self.asked: list[str] = []

    async def scores(self, query: str, texts: Sequence[str]) -> list[float] | None:
        self.asked.append(query)
        return None


def held(order: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Care reads a message only after everything else that can begin without it has begun."""
    begun: list[Ahead] = []
    begin = Backgrounds.begin

    def beginning(self: Backgrounds, *given: Any, **more: Any) -> Ahead:
        begun.append(begin(self, *given, **more))
        return begun[-1]

    async def screening(*given: Any) -> Any:
        await asyncio.wait({begun[-1].background})
        for _ in range(9):  # from its end to what waits for it
            await asyncio.sleep(0)
        order.append(f"screened {given[1]}")
        return await screened(*given)

    monkeypatch.setattr(Backgrounds, "begin", beginning)
    monkeypatch.setattr(turn, "screened", screening)


@pytest.mark.parametrize("near", [True, False])
def test_recall_here_is_begun_before_the_screen_and_no_mind_is_asked_before_the_message_is_stored(
    play: Play, monkeypatch: pytest.MonkeyPatch, near: bool
) -> None:
    async def story(it: Any) -> None:
        it.home.dialogue.understanding.recall.near = near
        await it.say("Hello there")
        order = watched(it, monkeypatch)
        held(order, monkeypatch)
        await it.say("I like rain")
        assert order.count("recalled I like rain") == 1
        assert (order.index("recalled I like rain") < order.index("screened I like rain")) is near
        assert order.index("screened I like rain") < order.index("stored I like rain") < order.index("asked a mind")

    play(story)


def test_an_embedder_elsewhere_gets_no_message_that_care_steps_aside_for(play: Play) -> None:
    async def story(it: Any) -> None:
        recall = it.home.dialogue.understanding.recall
        recall.near, recall.embedder = False, Asked()
        await it.say("I like rain")
        assert recall.embedder.texts == ["I like rain"]
        await it.cry(CRY)
        assert recall.embedder.texts == ["I like rain"]

    play(story)


def test_a_reranker_elsewhere_gets_no_message_that_care_steps_aside_for(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        recall, far = it.home.dialogue.understanding.recall, Reading()
        recall.near, recall.reranker = True, far
        await it.say("My sister Nora lives in Oslo", "Where does my sister live?")
        assert far.asked == ["Where does my sister live?"]
        order = watched(it, monkeypatch)
        held(order, monkeypatch)
        cry = f"{CRY} Does my sister Nora know?"
        await it.cry(cry)
        assert order[:2] == [f"screened {cry}", f"stored {cry}"] and cry not in far.asked

    play(story)


def test_recall_goes_on_where_a_message_is_answered_though_the_first_screen_held_it(play: Play) -> None:
    async def story(it: Any) -> None:
        understanding = it.home.dialogue.understanding
        understanding.recall.near = False
        await it.say("My sister Nora lives in Oslo")
        asked = "Where does my sister live?"
        said = Said(it.companion.person, it.companion.pet, asked, it.clock.now(), ())
        ahead = understanding.backgrounds.begin(said)
        assert not ahead.screened.is_set()
        assert understanding.backgrounds.of(said, ahead) is ahead and ahead.screened.is_set()
        assert [one.text for one in await ahead.recalled] == ["My sister Nora lives in Oslo"]

    play(story)


@pytest.mark.parametrize("near", [True, False])
@pytest.mark.parametrize(
    ("language", "told", "text"),
    [
        ("en", "My sister Nora lives in Oslo", "Tell me about today"),
        ("en", "My sister Nora lives in Oslo", "Remember today!"),
        ("en", "My sister Nora lives in Oslo", "So, today. What did I tell you?"),
        ("zh", "我妹妹住在成都", "嗯。今天我说过什么？"),
    ],
)
def test_a_message_is_not_recalled_to_itself(play: Play, near: bool, language: str, told: str, text: str) -> None:
    async def story(it: Any) -> None:
        it.home.dialogue.understanding.recall.near = near
        await it.say(told)
        it.clock.move(hours=2)
        await it.say(text)
        given = it.answered[1]
        recalled = [one.text for one in (*given.memories, *given.near)]
        assert recalled == ([told] if text.endswith(("?", "？")) else [])  # else the mind sees in H what was told

    play(story, language=language)


def test_nothing_is_left_running_behind_a_turn(play: Play) -> None:
    async def story(it: Any) -> None:
        it.home.dialogue.understanding.recall.near = False
        with pytest.raises(InputError):
            await it.say("   ")
        it.mind.say("affect.read", MindError("gone"))
        with pytest.raises(MindError):
            await it.say("hello")
        await it.cry(CRY)
        await asyncio.sleep(0)
        left = [repr(task) for task in asyncio.all_tasks() - {asyncio.current_task()}]
        assert not [task for task in left if "Backgrounds" in task]

    play(story)


def test_what_cleaning_changed_is_looked_up_as_it_was_stored(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(it: Any) -> None:
        await it.say("My sister Nora lives in Oslo")
        order = watched(it, monkeypatch)
        await it.say("Where does my sis\u200bter live?")
        assert [one for one in order if one.startswith("recalled")][-1] == "recalled Where does my sister live?"
        assert any("Oslo" in recalled.text for recalled in it.answered[1].memories)

    play(story)


def test_who_is_known_otherwise_since_is_answered_as_who_they_are(play: Play) -> None:
    async def story(it: Any) -> None:
        person = it.companion.person
        await it.store.people.update_person(replace(person, name="Robin"))
        await it.say("hello")
        assert it.answered[1].context.person.name == "Robin"

    play(story)


def test_where_nothing_can_be_looked_up_the_message_is_kept(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(it: Any) -> None:
        async def broken(*_: Any) -> None:
            raise StorageError("the disk is gone")

        with monkeypatch.context() as patch:
            patch.setattr(it.store.people, "facts", broken)
            with pytest.raises(StorageError, match="gone"):
                await it.say("My sister keeps bees.")
        [message] = await it.store.talk.recent(it.bond, 9)
        _ = [event async for event in it.retry(message.id)]
        assert len(await it.store.talk.recent(it.bond, 9)) == 2

    play(story)


def test_how_long_the_person_was_away_is_of_the_session_that_the_message_begins(play: Play) -> None:
    async def story(it: Any) -> None:
        await it.say("hello")
        it.clock.move(hours=5)
        await it.say("I am back")
        away = it.answered[1].context.away
        assert away is not None and away.total_seconds() == 5 * 3600 + 60
        await it.say("and still here")
        assert it.answered[1].context.away == away

    play(story)
