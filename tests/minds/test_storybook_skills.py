"""Every skill and act of the storybook keeps its own rules, in both languages; dates and promises."""

from dataclasses import replace
from datetime import time
from typing import Any

import pytest
from tests.minds.sitting import NOW, context, perform

from pawsona.domain.affect import Affect
from pawsona.domain.day import REACTIONS, Item
from pawsona.domain.ids import MemoryId, MessageId, NoteId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Tier
from pawsona.domain.note import Note, Passage
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import problems
from pawsona.skills import ACTS, SKILLS
from pawsona.skills.acts import (
    AffectInput,
    CareInput,
    DetailsInput,
    FriendInput,
    JudgeInput,
    PlanInput,
    PromiseInput,
    ReconcileInput,
    StrategyInput,
)
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.memory import Draft, MemoryGreetInput, RewriteInput, SummariseInput
from pawsona.skills.note import Extract, ExtractInput, Intent, IntentInput, NoteGreetInput
from pawsona.skills.routine import (
    DayInput,
    DetailInput,
    FeedbackInput,
    RoutineGreetInput,
    ScheduleInput,
)


def inputs(language: Language) -> dict[str, Any]:
    c = context(language)
    text = {"en": "I play the cello and I was so sad today", "zh": "我吃素，今天特别难过"}[language]
    bond = c.pet.bond
    message = Message(id=MessageId("1"), bond=bond, session=SessionId("s"), role="person", text=text, at=NOW)
    draft = Draft(text=text, topic="hobbies", importance=1, sources=(message.id,))
    memory = Memory(
        id=MemoryId("m"), bond=bond, text="Lin plays the cello" if language == "en" else "小林吃素", topic="hobbies",
        importance=1, retention="long_term", origin="said", sources=(message.id,), created_at=NOW, renewed_at=NOW,
        expires_on=None,
    )  # fmt: skip
    item = Item(at=time(16), label="Sort the buttons" if language == "en" else "理纽扣", kind="tidy")
    note = Note(id=NoteId("n"), bond=bond, title="A", text=text, at=NOW)
    passage = Passage("A", text)
    chat = ChatInput(context=c, message=text, history=(), note=note, passages=(passage,))
    day = DayInput(context=replace(c, now=NOW.replace(hour=5)), mode="normal", season="spring", weather="cloud")
    whole = perform(ACTS["day.direct"], day)
    return {
        **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), chat),
        "note.extract": ExtractInput(context=c, text=text),
        "note.intent": IntentInput(context=c, message=text),
        "note.greet": NoteGreetInput(context=c, passages=(passage,)),
        "memory.summarise": SummariseInput(context=c, dialogue=(message,)),
        "memory.rewrite": RewriteInput(context=c, memories=(memory,)),
        "memory.greet": MemoryGreetInput(context=c, memories=(memory,), away_hours=30),
        "routine.outline": day,
        "routine.schedule": ScheduleInput(day=day, outline=whole.outline),
        "routine.detail": DetailInput(day=day, outline=whole.outline, schedule=whole.items, index=0),
        "routine.feedback": FeedbackInput(context=c, item=item, reaction="pat"),
        "routine.greet": RoutineGreetInput(context=c, item=item),
        "judge": JudgeInput(context=c, text=text, criteria={"warmth": "Is it warm?"}),
        "affect.read": AffectInput(context=c, message=text),
        "strategy.choose": StrategyInput(context=c, message=text, affect=Affect("sadness", 2)),
        "promise.find": PromiseInput(context=c, message=text),
        "plan.change": PlanInput(context=c, message=text),
        "memory.reconcile": ReconcileInput(context=c, draft=draft, near=(memory,)),
        "day.direct": day,
        "routine.details": DetailsInput(day=day, outline=whole.outline, schedule=whole.items),
        "friend.create": FriendInput(context=c),
        "care.classify": CareInput(context=c, message=text, tier=Tier.concern),
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_skill_and_act_keeps_its_rules(language: Language) -> None:
    given = inputs(language)
    skills = {**SKILLS, **ACTS}
    assert set(given) == set(skills)
    for name, skill in skills.items():
        perform(skill, given[name])


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_talk_content_is_fit_to_ship(language: Language) -> None:
    assert problems(talk_book(language)) == []


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("reaction", REACTIONS)
def test_every_reaction_gets_an_answer_with_and_without_words(language: Language, reaction: Any) -> None:
    item = Item(at=time(16), label="Sort the buttons" if language == "en" else "理纽扣", kind="tidy")
    words = {"en": "I loved that", "zh": "我好喜欢"}[language]
    for text in ("", words):
        perform(
            SKILLS["routine.feedback"],
            FeedbackInput(context=context(language), item=item, reaction=reaction, text=text),
        )


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("hours", [0.2, 5, 30, 80, 500])
def test_nobody_is_reproached_for_having_been_away(language: Language, hours: float) -> None:
    reply = perform(SKILLS["memory.greet"], MemoryGreetInput(context=context(language), memories=(), away_hours=hours))
    assert reply.text
    assert not any(word in reply.text for word in ("missed you", "lonely", "waited", "想死你", "等你好久", "孤单"))


def test_extraction_keeps_the_texts_own_words() -> None:
    text = "Guests: Ann, Bo\nWhere: the old mill\nThe train leaves at 9:40."
    given = ExtractInput(context=context(), text=text, points=("guests", "train", "price"))
    assert perform(SKILLS["note.extract"], given) == Extract(values={"guests": ("Ann, Bo",), "train": ("9:40",)})


@pytest.mark.parametrize(
    ("message", "intent"),
    [
        ("who wrote the Moonlight Sonata?", Intent(kind="active", query="who wrote the Moonlight Sonata")),
        ("how are you?", Intent(kind="direct")),
        ("do you remember my sister?", Intent(kind="direct")),
        ("anyway, let's talk about something else", Intent(kind="shift")),
        ("I had toast", Intent(kind="direct")),
    ],
)
def test_intents(message: str, intent: Intent) -> None:
    assert perform(SKILLS["note.intent"], IntentInput(context=context(), message=message)) == intent


def test_a_pronoun_in_a_search_becomes_its_name() -> None:
    bond = context().pet.bond
    before = Message(
        id=MessageId("1"), bond=bond, session=SessionId("s"), role="person", text="I read about Ganymede", at=NOW
    )
    found = perform(SKILLS["note.intent"], IntentInput(context=context(), message="how big is it?", history=(before,)))
    assert found == Intent(kind="active", query="how big is Ganymede")


def test_a_memory_greeting_uses_the_memory_and_its_own_follow_up() -> None:
    memory = Memory(
        id=MemoryId("m"), bond=context().pet.bond, text="Lin plays the cello", topic="hobbies", importance=1,
        retention="long_term", origin="said", sources=(MessageId("1"),), created_at=NOW, renewed_at=NOW,
        expires_on=None, slots={"you": "you play the cello", "ask": "Played any lately?"},
    )  # fmt: skip
    reply = perform(SKILLS["memory.greet"], MemoryGreetInput(context=context(), memories=(memory,)))
    assert isinstance(reply, Reply)
    assert "you play the cello" in reply.text and reply.text.endswith("Played any lately?")
