"""Validated, repaired once with the reason, then replaced and marked."""

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from datetime import UTC, datetime
from typing import Any

import pytest

from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.message import Trace
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.errors import InvalidOutputError, MindError
from pawsona.minds.checked import Checked
from pawsona.minds.scripted import Scripted
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.skills.context import Context
from pawsona.skills.routine import DayInput, Outline

NOW = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)
PERSON = Person(id=PersonId("p"), name="Lin", language="en", time_zone="UTC", created_at=NOW)
PET = Pet(id=PetId("t"), person=PERSON.id, name="Mikan", species="cat", personality="sunny", seed=1, adopted_at=NOW)
CONTEXT = Context(pet=PET, person=PERSON, now=NOW)
DAY = DayInput(context=CONTEXT, mode="normal", season="spring", weather="sun")
OUTLINE = SKILLS["routine.outline"]
GOOD = Outline(text="A calm day with a little market in the middle of it.")
BAD = Outline(text="")


def outline(mind: Checked) -> Outline:
    answer: Outline = asyncio.run(mind.perform(OUTLINE, DAY, IPET))
    return answer


def test_a_broken_answer_is_repaired_once_with_the_reason() -> None:
    mind = Scripted()
    mind.enqueue("routine.outline", BAD, GOOD)
    assert outline(Checked(mind, Scripted())) == GOOD
    assert mind.repairs[0].problems == ["the outline is empty", "the outline has 0 words, not 5 to 100"]


def test_an_answer_that_cannot_be_read_is_asked_for_once_more_too() -> None:
    mind = Scripted()
    mind.enqueue("routine.outline", InvalidOutputError("routine.outline", ["it has another form"]), GOOD)
    assert outline(Checked(mind, Scripted())) == GOOD
    assert mind.repairs[0].problems == ["it has another form"]


@pytest.mark.parametrize("answers", [(BAD, BAD), (MindError("no server"),)])
def test_what_fails_twice_or_at_all_is_replaced_and_marked(answers: tuple[object, ...]) -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("routine.outline", *answers)
    fallback.enqueue("routine.outline", GOOD)
    assert outline(Checked(mind, fallback)).trace == Trace(fallback="storybook")


def test_the_last_resort_fails_aloud() -> None:
    mind = Scripted()
    mind.enqueue("routine.outline", BAD)
    with pytest.raises(InvalidOutputError, match="the outline is empty"):
        outline(Checked(mind))


def stream(mind: Checked, skill: str = "chat.general") -> list[Piece]:
    async def collect() -> list[Piece]:
        return [p async for p in mind.stream(SKILLS[skill], ChatInput(context=CONTEXT, message="hi"), IPET)]

    return asyncio.run(collect())


def test_a_stream_that_fails_before_its_first_word_is_replaced() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.general", [MindError("cut")])
    fallback.enqueue("chat.general", Reply(text="(nods) Here."))
    pieces = stream(Checked(mind, fallback))
    assert "".join(p.text for p in pieces) == "(nods) Here."
    assert pieces[-1].trace == Trace(fallback="storybook")


def test_one_good_reply_of_whatever_kind_ends_the_trouble_with_another() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.support", MindError("cut"))
    mind.enqueue("chat.general", Reply(text="I'm here again."))
    fallback.enqueue("chat.support", Reply(text="(nods) Here."))
    checked = Checked(mind, fallback)
    stream(checked, "chat.support")
    assert checked.trouble == "cut"
    stream(checked)
    assert checked.trouble == ""


def test_nobody_takes_over_what_was_begun() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.general", [Piece("Hello there. And"), MindError("cut")])
    with pytest.raises(MindError, match="cut"):
        stream(Checked(mind, fallback))
    assert fallback.asked == []


def test_less_than_a_sentence_was_shown_by_nobody() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.general", [Piece("Hel"), Piece("lo the"), MindError("cut")])
    fallback.enqueue("chat.general", Reply(text="Here."))
    assert "".join(p.text for p in stream(Checked(mind, fallback))).strip() == "Here."


def test_silence_is_a_failure() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.general", [Piece("  ")])
    fallback.enqueue("chat.general", Reply(text="Here."))
    assert "".join(p.text for p in stream(Checked(mind, fallback))).strip() == "Here."


@pytest.mark.parametrize("fails_first", [False, True])
def test_who_stops_listening_stops_the_mind(fails_first: bool) -> None:
    closed: list[str] = []

    class Endless(Scripted):
        async def stream(self, *given: Any) -> AsyncIterator[Piece]:
            try:
                while True:
                    yield Piece("word ")
            finally:
                closed.append(self.name)

    async def listen() -> None:
        first: Scripted = Scripted("llm:x") if fails_first else Endless("llm:x")
        first.enqueue("chat.general", [MindError("cut")])
        given = ChatInput(context=CONTEXT, message="hi")
        pieces = Checked(first, Endless("storybook")).stream(SKILLS["chat.general"], given, IPET)
        assert (await anext(pieces)).text == "word "
        assert isinstance(pieces, AsyncGenerator)
        await pieces.aclose()
        assert closed == ["storybook" if fails_first else "llm:x"]

    asyncio.run(listen())


def test_a_repair_that_the_caller_asks_for_is_not_repaired_again() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("routine.outline", BAD)
    fallback.enqueue("routine.outline", GOOD)
    broken = InvalidOutputError("routine.outline", ["dull"])
    answer = asyncio.run(Checked(mind, fallback).perform(OUTLINE, DAY, IPET, broken=broken))
    assert answer.trace.fallback == "storybook" and mind.repairs == [broken]


def test_a_fallback_that_breaks_the_rules_too_fails_aloud() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("routine.outline", MindError("no server"))
    fallback.enqueue("routine.outline", BAD)
    with pytest.raises(InvalidOutputError):
        outline(Checked(mind, fallback))


def test_a_stream_may_fall_silent_for_good() -> None:
    mind, fallback = Scripted("llm:x"), Scripted("storybook")
    mind.enqueue("chat.general", MindError("no server"))
    fallback.enqueue("chat.general", [MindError("cut")])
    with pytest.raises(MindError, match="cut"):
        stream(Checked(mind, fallback))
