"""What hurts is not joked about: gravity holds, a good mood ends, and a note does not swallow a question."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pawsona.domain.affect import Affect
from pawsona.domain.ids import MessageId, NoteId, PersonId, PetId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.domain.note import Note, Passage
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import ACTS, IPET, SKILLS
from pawsona.skills.acts import AffectInput
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context

NOW = datetime(2026, 4, 14, 20, 0, tzinfo=ZoneInfo("Europe/Berlin"))
MIND = Storybook()


def context(language: Language, now: datetime = NOW) -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Europe/Berlin", created_at=NOW)
    pet = Pet(
        id=PetId("p"), person=person.id, name="Miso", species="rabbit", personality="gruff", seed=2, adopted_at=NOW
    )  # fmt: skip
    return Context(pet=pet, person=person, now=now)


def answer(given: ChatInput, skill: str = "chat.general") -> Reply:
    reply = asyncio.run(MIND.perform(SKILLS[skill], given, IPET))
    assert isinstance(reply, Reply)
    return reply


def talk(language: Language, *messages: str) -> list[Reply]:
    history: tuple[Message, ...] = ()
    replies: list[Reply] = []
    for text in messages:
        now = context(language, NOW + timedelta(minutes=len(history)))
        felt = asyncio.run(MIND.perform(ACTS["affect.read"], AffectInput(context=now, message=text), IPET))
        assert isinstance(felt, Affect)
        reply = answer(ChatInput(context=now, message=text, history=history, affect=felt))
        said = Message(
            id=MessageId(f"{len(history):03}"), bond=now.pet.bond, session=SessionId("s"), role="person", text=text,
            at=now.now,
        )  # fmt: skip
        answered = replace(said, id=MessageId(f"{len(history) + 1:03}"), role="pet", text=reply.text, trace=reply.trace)
        history += (said, answered)
        replies.append(reply)
    return replies


@pytest.mark.parametrize(
    ("language", "loss", "small"),
    [
        ("en", "my grandma died yesterday", ("thanks", "okay", "no", "okay bye")),
        ("zh", "奶奶昨天走了", ("谢谢", "嗯", "不想", "再见")),
    ],
)
def test_small_words_are_answered_gravely_after_a_loss(language: Language, loss: str, small: tuple[str, ...]) -> None:
    for reply in talk(language, loss, *small)[1:]:
        assert all(".grave." in line for line in reply.trace.lines), reply.text


@pytest.mark.parametrize(
    ("language", "loss", "lesser"),
    [("en", "my grandma died yesterday", "I'm so tired"), ("zh", "奶奶昨天走了", "今天好累")],
)
def test_a_lesser_trouble_does_not_take_the_place_of_a_loss(language: Language, loss: str, lesser: str) -> None:
    assert talk(language, loss, lesser)[1].trace.state["frame"].startswith("grief")


@pytest.mark.parametrize(
    ("language", "good", "bad"), [("en", "I got promoted!", "but nobody came"), ("zh", "我升职了！", "可是没人来")]
)
def test_a_good_mood_ends_where_something_goes_wrong(language: Language, good: str, bad: str) -> None:
    assert talk(language, good, bad)[1].trace.state.get("valence", "0") != "1"


def test_a_good_mood_is_carried_for_one_neutral_turn_only() -> None:
    replies = talk("en", "I got promoted!", "it is on paper", "it is a grey paper", "with a stamp")
    assert [r.trace.state.get("valence", "0") for r in replies] == ["1", "1", "0", "0"]


@pytest.mark.parametrize(
    ("language", "sign", "bank"),
    [("en", "😭", "emoji_neg"), ("en", "🎉", "emoji_pos"), ("zh", "😭", "emoji_neg"), ("zh", "🎉", "emoji_pos")],
)
def test_a_sign_is_answered_by_what_it_shows(language: Language, sign: str, bank: str) -> None:
    assert talk(language, sign)[0].trace.lines[0].startswith(f"moves.{bank}.")


def test_no_reason_is_no_question() -> None:
    assert talk("zh", "没什么理由")[0].trace.state["rung"] != "question"


@pytest.mark.parametrize(
    ("language", "question", "passage", "wanted"),
    [
        ("en", "what pressure should the boiler have?", "The boiler's pressure should stay at 1.5 bar.", "1.5 bar"),
        ("zh", "锅炉的压力应该是多少？", "锅炉的压力应该保持在1.5巴。", "1.5巴"),
    ],
)
def test_a_note_at_hand_does_not_swallow_a_question(
    language: Language, question: str, passage: str, wanted: str
) -> None:
    now = context(language)
    note = Note(id=NoteId("n"), bond=now.pet.bond, title="Rudi", text="Call Rudi when it hums", at=NOW)
    given = ChatInput(
        context=now, message=question, note=note, strategy="knowledge", knowledge=(Passage("manual.md", passage),)
    )
    reply = answer(given, "note.chat")
    assert wanted in reply.text and "manual.md" in reply.text
    lost = answer(ChatInput(context=now, message=question, note=note, strategy="knowledge"), "note.chat")
    assert "Rudi" not in lost.text and lost.trace.state["rung"] != "note"


def test_it_answers_to_its_name() -> None:
    assert talk("en", "hi Miso")[0].trace.state["act"] == "hello"
