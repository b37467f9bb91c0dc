"""Every skill and act of the storybook keeps its own rules, in both languages; dates and promises."""

import asyncio
from dataclasses import replace
from datetime import date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from pawsona.domain.affect import Affect
from pawsona.domain.day import REACTIONS, Item
from pawsona.domain.ids import MemoryId, MessageId, NoteId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Tier
from pawsona.domain.note import Note, Passage
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.lint import problems
from pawsona.minds.storybook.times import find_when
from pawsona.skills import ACTS, IPET, SKILLS, Skill
from pawsona.skills.acts import (
    AffectInput,
    CareInput,
    Choice,
    DetailsInput,
    FriendInput,
    JudgeInput,
    Judgement,
    Plan,
    PlanInput,
    PromiseInput,
    Promises,
    ReconcileInput,
    StrategyInput,
)
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, MemoryGreetInput, RewriteInput, SummariseInput
from pawsona.skills.note import Extract, ExtractInput, Intent, IntentInput, NoteGreetInput
from pawsona.skills.routine import (
    DayInput,
    DetailInput,
    FeedbackInput,
    RoutineGreetInput,
    ScheduleInput,
)

# A Sunday afternoon.
NOW = datetime(2026, 4, 12, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))
MIND = Storybook()


def context(language: Language = "en", now: datetime = NOW) -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Europe/Berlin", created_at=NOW)
    pet = Pet(
        id=PetId("p"), person=person.id, name="年糕" if language == "zh" else "Miso", species="rabbit",
        personality="gruff", seed=11, adopted_at=NOW,
    )  # fmt: skip
    return Context(pet=pet, person=person, now=now)


def perform(skill: Skill[Any, Any], given: Any) -> Any:
    return skill.validate(given, asyncio.run(MIND.perform(skill, given, IPET)), IPET)


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


@pytest.mark.parametrize(
    ("language", "text", "state"),
    [
        ("en", "I'm so happy today", "ecstasy"),
        ("en", "I'm not happy", "pensiveness"),
        ("en", "I'm not angry", "neutral"),
        ("en", "My friend is furious", "neutral"),
        ("en", "you are so sad, little one", "neutral"),
        ("en", "the paintings hang in the hall", "neutral"),
        ("en", "I took the bus", "neutral"),
        ("en", "😭", "grief"),
        ("en", "I feel ashamed", "shame"),
        ("en", "I'm a bit worried", "apprehension"),
        ("en", "he is dead", "neutral"),
        ("zh", "我不开心", "pensiveness"),
        ("zh", "我买了一支笔", "neutral"),
        ("zh", "我朋友很生气", "neutral"),
    ],
)
def test_feelings_are_read_with_negation_and_owner(language: Language, text: str, state: str) -> None:
    assert perform(ACTS["affect.read"], AffectInput(context=context(language), message=text)).state == state


@pytest.mark.parametrize(
    ("language", "text", "affect", "strategy"),
    [
        ("en", "I can't sleep and I can't stop crying", Affect("grief", 3), "monitoring"),
        ("en", "he left me", Affect("sadness", 2), "soothing"),
        ("en", "what is the capital of France?", Affect(), "knowledge"),
        ("en", "any ideas what I could cook?", Affect(), "recommendation"),
        ("en", "do you think I was wrong?", Affect(), "stance-taking"),
        ("en", "I bought a lamp", Affect(), "chit-chat"),
        ("zh", "你觉得我做错了吗？", Affect(), "stance-taking"),
        ("zh", "我睡不着，一直哭", Affect("grief", 3), "monitoring"),
    ],
)
def test_the_strategy_follows_affect_and_cues(language: Language, text: str, affect: Affect, strategy: str) -> None:
    given = StrategyInput(context=context(language), message=text, affect=affect)
    assert perform(ACTS["strategy.choose"], given).strategy == strategy


@pytest.mark.parametrize(("language", "text"), [("en", "how was your day?"), ("zh", "你今天干什么了？")])
def test_questions_about_the_pets_day_are_seen(language: Language, text: str) -> None:
    choice = perform(ACTS["strategy.choose"], StrategyInput(context=context(language), message=text, affect=Affect()))
    assert isinstance(choice, Choice) and choice.about_day


def test_classifying_care_never_changes_the_tier() -> None:
    for tier in Tier:
        assert perform(ACTS["care.classify"], CareInput(context=context(), message="x", tier=tier)).tier == tier


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_judge_says_that_it_is_no_model(language: Language) -> None:
    text = {"en": "A warm day with a friend by the lake", "zh": "今天和朋友在湖边坐了一下午"}[language]
    given = JudgeInput(
        context=context(language), text=text, criteria={"warmth": "warm", "detail": "lake"}, scale=(1, 5)
    )
    found = perform(ACTS["judge"], given)
    assert isinstance(found, Judgement)
    assert ("not a model" in found.analysis) or ("不是模型" in found.analysis)


@pytest.mark.parametrize(
    ("language", "message", "text", "due"),
    [
        ("en", "remind me to call mum tomorrow at 5", "call mum", "04-13 17:00"),
        ("en", "Remind me tomorrow at 9am to water the plants", "water the plants", "04-13 09:00"),
        ("en", "remind me in 20 minutes to take the bread out", "take the bread out", "04-12 17:50"),
        ("en", "please remind me about my dentist on Tuesday at 14:30", "your dentist", "04-14 14:30"),
        ("en", "don't let me forget to pack tonight", "pack", "04-12 19:00"),
        ("en", "ask me how the exam went on Friday", "how the exam went", "04-17 19:00"),
        ("en", "I have an exam on Friday. Ask me how it went", "how it went", "04-17 19:00"),
        ("en", "remind me to pay rent on the 3rd", "pay rent", "05-03 09:00"),
        ("en", "remind me at noon tomorrow to eat", "eat", "04-13 12:00"),
        ("zh", "明天下午五点提醒我给妈妈打电话", "给妈妈打电话", "04-13 17:00"),
        ("zh", "二十分钟后提醒我关火", "关火", "04-12 17:50"),
        ("zh", "周五早上提醒我带伞", "带伞", "04-17 09:00"),
    ],
)
def test_promises_are_found_with_their_moment(language: Language, message: str, text: str, due: str) -> None:
    found = perform(ACTS["promise.find"], PromiseInput(context=context(language), message=message))
    assert isinstance(found, Promises)
    assert [(d.text, f"{d.due:%m-%d %H:%M}") for d in found.drafts] == [(text, due)]


def test_an_exam_that_is_to_be_asked_about_in_chinese() -> None:
    found = perform(ACTS["promise.find"], PromiseInput(context=context("zh"), message="我周五考试，考完问问我"))
    assert [d.due.date() for d in found.drafts] == [date(2026, 4, 17)]


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "my mum reminds me of the sea"),
        ("en", "remind me to breathe"),
        ("en", "I called mum yesterday at 5"),
        ("en", "did he remind you tomorrow?"),
        ("zh", "昨天五点我给妈妈打电话了"),
        ("zh", "明天见"),
    ],
)
def test_no_promise_where_none_was_asked_for(language: Language, message: str) -> None:
    assert perform(ACTS["promise.find"], PromiseInput(context=context(language), message=message)).drafts == ()


@pytest.mark.parametrize(
    ("language", "text", "expected"),
    [
        ("en", "at 5", "04-13 17:00"),
        ("en", "at 8", "04-12 20:00"),
        ("en", "at 8 in the morning", "04-13 08:00"),
        ("en", "tomorrow", "04-13 09:00"),
        ("en", "the day after tomorrow at half past six", "04-14 18:30"),
        ("en", "next monday", "04-20 09:00"),
        ("en", "on sunday at 10am", "04-19 10:00"),
        ("en", "on May 5th", "05-05 09:00"),
        ("en", "in half an hour", "04-12 18:00"),
        ("en", "in 3 days", "04-15 17:30"),
        ("en", "this evening", "04-12 19:00"),
        ("zh", "后天上午十点半", "04-14 10:30"),
        ("zh", "下周三", "04-15 09:00"),
        ("zh", "今晚八点", "04-12 20:00"),
        ("zh", "明早", "04-13 09:00"),
        ("zh", "5月3号下午2点", "05-03 14:00"),
        ("zh", "半小时后", "04-12 18:00"),
    ],
)
def test_moments(language: Language, text: str, expected: str) -> None:
    when = find_when(text, NOW, language)
    assert when is not None
    moment = when.moment(NOW, 9)
    assert moment is not None and f"{moment:%m-%d %H:%M}" == expected


@pytest.mark.parametrize(
    ("language", "text"), [("en", "I have two cats and 3 problems"), ("zh", "我有两只猫"), ("en", "may I")]
)
def test_numbers_are_no_moments(language: Language, text: str) -> None:
    assert find_when(text, NOW, language) is None


@pytest.mark.parametrize(
    ("language", "message", "kind", "ahead"),
    [
        ("en", "let's go to the sea tomorrow", "sea", 1),
        ("en", "shall we bake a cake tonight?", "bake", 0),
        ("en", "you should go fishing tomorrow", "fishing", 1),
        ("zh", "明天去海边吧", "sea", 1),
    ],
)
def test_talk_changes_a_plan(language: Language, message: str, kind: str, ahead: int) -> None:
    found = perform(ACTS["plan.change"], PlanInput(context=context(language), message=message))
    assert isinstance(found, Plan) and found.change is not None
    assert (found.change.kind, found.change.on) == (kind, NOW.date() + timedelta(days=ahead))
    assert found.change.label


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "I went to the sea yesterday"),
        ("en", "let's go to the sea"),
        ("en", "tomorrow I work"),
        ("zh", "我昨天去了海边"),
    ],
)
def test_plans_stay_where_nobody_asked_to_change_them(language: Language, message: str) -> None:
    assert perform(ACTS["plan.change"], PlanInput(context=context(language), message=message)).change is None


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
