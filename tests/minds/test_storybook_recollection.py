"""What was said is found again: the same day from the conversation, later from memory, with days that stay true."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from tests.minds.talking import talk

from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message, Role
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.bringing import choose
from pawsona.minds.storybook.lasting import lasting
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput, Reply
from pawsona.skills.context import Context
from pawsona.skills.memory import MemoryGreetInput, SummariseInput, Summary

TUESDAY = datetime(2026, 4, 14, 18, 0, tzinfo=ZoneInfo("Asia/Shanghai"))
MIND = Storybook()


def context(language: Language, now: datetime = TUESDAY) -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Asia/Shanghai", created_at=TUESDAY)
    pet = Pet(
        id=PetId("p"), person=person.id, name="Miso", species="cat", personality="sunny", seed=5, adopted_at=TUESDAY
    )  # fmt: skip
    return Context(pet=pet, person=person, now=now)


def message(text: str, n: int, role: Role = "person") -> Message:
    at = TUESDAY + timedelta(minutes=n)
    bond: Bond = context("en").pet.bond
    return Message(id=MessageId(f"{n:03}"), bond=bond, session=SessionId("s"), role=role, text=text, at=at)


def asked(question: str, said: list[str], language: Language) -> Reply:
    history = tuple(message(text, n) for n, text in enumerate(said))
    given = ChatInput(context=context(language, TUESDAY + timedelta(minutes=9)), message=question, history=history)
    reply = asyncio.run(MIND.perform(SKILLS["chat.general"], given, IPET))
    assert isinstance(reply, Reply)
    return reply


def kept(*said: str, language: Language) -> Summary:
    dialogue = tuple(message(text, n) for n, text in enumerate(said))
    given = SummariseInput(context=context(language), dialogue=dialogue)
    found = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET))
    assert isinstance(found, Summary)
    return found


def remembered(text: str, **slots: str) -> Memory:
    return Memory(
        id=MemoryId("m"), bond=context("en").pet.bond, text=text, topic="academic", importance=1,
        retention="long_term", origin="said", sources=(MessageId("s"),), created_at=TUESDAY - timedelta(days=30),
        renewed_at=TUESDAY, expires_on=None, slots=slots,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("language", "said", "question", "wanted"),
    [
        ("en", "My sister Mei is visiting on Sunday.", "what did I tell you about Mei?", "Sunday 19 April"),
        ("en", "My sister Mei is visiting on Sunday.", "do you remember my sister?", "Mei"),
        ("en", "my colleague Jonas brought cake", "what did I tell you about Jonas?", "brought cake"),
        ("zh", "我妹妹小美周五来看我", "我妹妹叫什么", "小美"),
        ("zh", "我妹妹小美周五来看我", "我妹妹什么时候来", "4月17日"),
        ("zh", "我家猫叫年糕", "我的猫叫什么名字？", "年糕"),
        ("zh", "我搬家了，现在住在苏州。", "我住在哪儿", "苏州"),
        ("en", "I'm allergic to peanuts", "am I allergic to anything?", "peanuts"),
        ("zh", "我对花生过敏", "我对什么过敏？", "花生"),
        ("zh", "我的工作是护士", "我是做什么工作的？", "护士"),
        ("zh", "我住在成都", "你知道我些什么？", "成都"),
    ],
)
def test_what_was_said_today_is_known_today(language: Language, said: str, question: str, wanted: str) -> None:
    assert wanted in asked(question, ["hi", said, "ok"], language).text


@pytest.mark.parametrize(("language", "question"), [("en", "what's my name?"), ("zh", "你还记得我叫什么吗")])
def test_it_knows_whom_it_talks_to(language: Language, question: str) -> None:
    assert context(language).person.name in asked(question, [], language).text


def test_it_does_not_answer_about_the_cat_with_the_mother() -> None:
    assert "哭" not in asked("我妈的猫叫什么", ["我妈在电话里哭"], "zh").text


def test_a_jest_is_not_believed_even_when_it_is_taken_back_later() -> None:
    assert "doctor" not in asked("what do you know about me?", ["I'm a doctor, just kidding"], "en").text
    for said in (["I'm a doctor, just kidding"], ["I'm a doctor", "just kidding"]):
        assert kept(*said, language="en").drafts == ()
    assert kept("我是医生，骗你的", language="zh").drafts == ()


@pytest.mark.parametrize(
    ("language", "said", "wanted"),
    [
        ("en", "My sister Mei is visiting on Sunday.", "Lin's sister Mei is visiting on Sunday 19 April"),
        ("zh", "我妹妹小美周五来看我", "小林的妹妹小美4月17日周五来看小林"),
        ("zh", "我搬家了，现在住在苏州。", "小林住在苏州"),
        ("zh", "周四我要做个汇报", "4月16日周四小林要做个汇报"),
    ],
)
def test_a_visit_is_remembered_with_its_date(language: Language, said: str, wanted: str) -> None:
    assert wanted in [draft.text for draft in kept(said, language=language).drafts]


@pytest.mark.parametrize(
    ("language", "said"),
    [("en", "remind me to call the plumber tomorrow at 5"), ("en", "ok I'm off to bed now"), ("zh", "提醒我明天下午五点给水管工打电话")],
)  # fmt: skip
def test_a_request_or_a_good_night_is_no_memory(language: Language, said: str) -> None:
    assert kept(said, language=language).drafts == ()


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "coming tomorrow evening", "coming on Wednesday 15 April, in the evening"),
        ("en", "every Sunday", "every Sunday"),
        ("en", "starting next week", "starting in the week of 20 April"),
        ("zh", "明早来", "4月15日周三早上来"),
        ("zh", "每周五打球", "每周五打球"),
    ],
)
def test_days_are_made_to_last(language: Language, text: str, wanted: str) -> None:
    assert lasting(text, TUESDAY, language)[0] == wanted


def test_a_greeting_brings_up_what_is_near_and_asks_when_it_is_over() -> None:
    exam = remembered(
        "Lin has an exam", you="you have an exam", ask="How did it go?", on="2026-04-16", attribute="exam"
    )
    banks = []
    for days in (0, 1, 2, 3, 9):
        found = choose([exam], context("en", TUESDAY + timedelta(days=days)), 12.0)
        banks.append(found[1] if found else "")
    assert banks == ["", "coming", "today", "after", ""]
    late = choose([exam], context("en", TUESDAY + timedelta(days=9)), 8 * 24.0)
    assert late is not None and late[1] == "after"


def test_a_bare_fact_is_brought_up_seldom() -> None:
    fact = remembered("Lin's sister is called Mei", you="your sister is called Mei", attribute="name")
    days = [context("en", TUESDAY + timedelta(days=n)) for n in range(60)]
    times = sum(choose([fact], day, 12.0) is not None for day in days)
    assert 2 <= times <= 20


def test_a_mood_is_not_the_first_thing_in_the_morning() -> None:
    mood = replace(remembered("小林那天有点难过", you="你那天有点难过", attribute="mood"), topic="mood")
    given = MemoryGreetInput(context=context("zh"), memories=(mood,), away_hours=12.0)
    said = asyncio.run(MIND.perform(SKILLS["memory.greet"], given, IPET))
    assert isinstance(said, Reply) and "难过" not in said.text


def test_what_the_question_recalled_counts_too() -> None:
    turn = Recalled("I play the cello", 0.9, TUESDAY - timedelta(days=1), message=MessageId("x"))
    given = ChatInput(context=context("en"), message="what do I play?", memories=(turn,))
    reply = asyncio.run(MIND.perform(SKILLS["chat.general"], given, IPET))
    assert isinstance(reply, Reply) and "cello" in reply.text


def test_a_past_that_never_was_is_denied_however_often_it_is_claimed() -> None:
    first, again = talk(["we went to Paris together, remember?", "no, we really did go to Paris together"])
    for reply in (first, again):
        assert reply.trace.state.get("act") == "false_together"
        assert "Paris" not in reply.text


@pytest.mark.parametrize(
    ("written", "question", "language", "said"),
    [
        ("I love papaya", "what do I love?", "en", "you love papaya"),
        ("我喜欢木瓜", "我喜欢什么水果？", "zh", "你喜欢木瓜"),
    ],
)
def test_a_memory_that_the_person_wrote_of_themselves_is_said_to_them(
    written: str, question: str, language: Language, said: str
) -> None:
    memory = remembered(written)
    found = Recalled(memory.text, 1.0, TUESDAY, memory=memory)
    given = ChatInput(context=context(language), message=question, memories=(found,))
    reply = asyncio.run(MIND.perform(SKILLS["chat.general"], given, IPET))
    assert isinstance(reply, Reply)
    assert said in reply.text.replace("You love", "you love")
    assert written not in reply.text


def test_what_two_rules_understand_is_one_memory() -> None:
    [only] = kept("I love mango ice cream.", language="en").drafts
    assert only.slots["attribute"] == "likes_food"


def test_what_is_the_persons_own_is_said_back_as_theirs() -> None:
    assert "你的车是红色的" in asked("我的车是红色的小轿车", ["你好"], "zh").text
    assert "你的窗台上" in asked("我的窗台上有三盆花", ["你好"], "zh").text
