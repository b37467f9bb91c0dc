"""What is said can be found again, whatever became of its reply; and indexing holds no first sentence up."""

from typing import Any

import pytest
from tests.dialogue.conftest import TALKING, Play
from tests.embed.asked import Asked

from pawsona.dialogue.events import Done, Heard, Sentence
from pawsona.embed.lately import Lately
from pawsona.errors import MindError

TOLD = "My sister keeps bees."


async def found(it: Any) -> list[str]:
    hits = await it.store.index.match(it.bond, "bees", ("turn",), 9)
    return [text for text in await it.store.index.texts(it.bond, hits) if text]


def test_a_turn_is_found_after_its_reply_and_not_held_up_before(play: Play) -> None:
    async def story(it: Any) -> None:
        seen: list[list[str]] = []
        async for event in it.talk(TOLD):
            if isinstance(event, Sentence) and not seen:
                seen = [await found(it)]
            done = event
        assert isinstance(done, Done) and seen == [[]] and await found(it) == [TOLD]

    play(story)


@pytest.mark.parametrize("fails", ["affect.read", "talk"])
def test_a_turn_is_found_where_the_mind_failed(play: Play, fails: str) -> None:
    async def story(it: Any) -> None:
        for skill in TALKING if fails == "talk" else [fails]:
            it.mind.say(skill, MindError("the server is gone"))
        with pytest.raises(MindError, match="gone"):
            await it.say(TOLD)
        assert await found(it) == [TOLD]

    play(story)


def test_what_was_deleted_while_it_was_answered_is_not_indexed(play: Play) -> None:
    async def story(it: Any) -> None:
        async for event in it.talk(TOLD):
            if isinstance(event, Heard):
                message = event.message
            if isinstance(event, Sentence):
                await it.store.talk.delete(it.bond, [message.id])
        assert await found(it) == []

    play(story)


@pytest.mark.parametrize("text", ["What did my sister tell me yesterday about bees?", TOLD, 60 * TOLD])
def test_one_vector_is_made_before_the_first_sentence(play: Play, text: str) -> None:
    async def story(it: Any) -> None:
        counting = Asked()
        it.home.dialogue.understanding.recall.embedder = it.home.dialogue.turns.embedder = Lately(counting)
        before = None
        async for event in it.talk(text):
            if isinstance(event, Sentence) and before is None:
                before = len(counting.texts)
        assert before == 1

    play(story)


def test_a_vector_that_can_not_be_made_costs_no_message(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*given: object) -> None:
        raise OverflowError("no such day")

    async def story(it: Any) -> None:
        monkeypatch.setattr("pawsona.memory.recall.understood", broken)
        with pytest.raises(OverflowError):
            await it.say(TOLD)
        assert [m.text for m in await it.store.talk.recent(it.bond, 9)] == [TOLD]
        assert await found(it) == [TOLD]

    play(story)
