"""What the same-day buffer takes in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from pawsona.domain.message import Tier
from pawsona.domain.ports import Entry, Vector
from pawsona.memory.terms import coverage, terms
from pawsona.memory.turns import Turns, only_asks

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


@pytest.mark.parametrize("text", ["What is my cat called?", "Really? Why?", "我的猫叫什么？", "你在吗", "你呢？ "])
def test_a_mere_question_tells_nothing(text: str) -> None:
    assert only_asks(text)


@pytest.mark.parametrize("text", ["I moved. Can you believe it?", "Fine.", "我搬家了，你呢？真累。", "……", "tea"])
def test_everything_else_may_tell_something(text: str) -> None:
    assert not only_asks(text)


def test_only_what_the_person_tells_is_indexed(stage: Stage) -> None:
    async def story(life: Life) -> None:
        turns = Turns(life.store, life.embedder)
        session = await life.session()
        told = await life.say("I bought a red kettle.", session)
        asked = await life.say("Do you like kettles?", session)
        pet = await life.say("I like kettles.", session, role="pet")
        crisis = await life.say("A kettle of fear.", session, tier=Tier.concern)
        await turns.remember([told, asked, pet, crisis], "en")
        hits = await life.store.index.match(life.bond, "kettle kettles", ("turn",), 9)
        assert [hit.ref for hit in hits] == [told.id]

    stage.play(story)


def test_what_was_deleted_meanwhile_does_not_come_back(stage: Stage) -> None:
    async def story(life: Life) -> None:
        turns = Turns(life.store, life.embedder)
        message = await life.say("I bought a red kettle.")
        entries = await turns.entries([message], "en")
        await life.store.talk.delete(life.bond, [message.id])
        await life.store.index.drop(life.bond, "turn", [message.id])
        await turns.put([message], entries)
        assert await life.store.index.match(life.bond, "kettle", ("turn",), 9) == []

    stage.play(story)


class EnglishOnly:
    name = "english"
    languages = frozenset({"en"})

    async def embed(self, texts: list[str]) -> list[Vector]:
        return [Vector(b"\0" * 8) for _ in texts]


def test_a_language_that_the_embedder_lacks_is_indexed_by_words(stage: Stage) -> None:
    async def story(life: Life) -> None:
        message = await life.say("我买了个红水壶。")
        turns = Turns(life.store, EnglishOnly())  # type: ignore[arg-type]
        assert await turns.entries([message], "zh") == [
            Entry("turn", message.id, message.text, at=message.at, session=message.session)
        ]
        [with_vector] = await turns.entries([message], "en")
        assert with_vector.vector is not None

    stage.play(story)


def test_terms_leave_out_empty_words_and_endings() -> None:
    assert terms("Do you remember what my cats were called?") == terms("the cat")
    assert terms("我的猫叫什么名字？") == {"猫叫"} | terms("猫叫")
    assert coverage(terms("red kettles"), "I bought a red kettle") == 1.0
    assert coverage(terms("what did you say?"), "anything") == 0.0
