"""What the storybook keeps, and what it must not: guards, slots, corrections."""

import asyncio
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from pawsona.domain.ids import MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language, length
from pawsona.domain.memory import TOPICS, Memory, Topic
from pawsona.domain.message import Message, Role, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.minds.storybook.mind import Storybook
from pawsona.minds.storybook.topics import topics_of
from pawsona.minds.storybook.wording import of_them, to_them
from pawsona.skills import ACTS, IPET, SKILLS
from pawsona.skills.acts import ReconcileInput, Verdict
from pawsona.skills.context import Context
from pawsona.skills.memory import Draft, Rewrite, RewriteInput, SummariseInput, Summary

NOW = datetime(2026, 4, 12, 17, 30, tzinfo=ZoneInfo("Europe/Berlin"))
MIND = Storybook()


def context(language: Language = "en") -> Context:
    name = "Lin" if language == "en" else "小林"
    person = Person(id=PersonId("u"), name=name, language=language, time_zone="Europe/Berlin", created_at=NOW)
    pet = Pet(id=PetId("p"), person=person.id, name="Miso", species="cat", personality="quiet", seed=3, adopted_at=NOW)
    return Context(pet=pet, person=person, now=NOW)


def said(text: str, role: Role = "person", tier: Tier = Tier.none, n: int = 1) -> Message:
    ident = MessageId(f"{role}{n}")
    return Message(id=ident, bond=context().pet.bond, session=SessionId("s"), role=role, text=text, at=NOW, tier=tier)


def kept(*dialogue: Message, language: Language = "en") -> tuple[Draft, ...]:
    given = SummariseInput(context=context(language), dialogue=dialogue)
    summary = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET))
    SKILLS["memory.summarise"].validate(given, summary, IPET)
    assert isinstance(summary, Summary)
    return summary.drafts


def sure(text: str, language: Language = "en") -> list[Draft]:
    return [d for d in kept(said(text), language=language) if d.confident]


@pytest.mark.parametrize(
    ("text", "topic", "you"),
    [
        ("I'm a vegetarian now", "food", "you're vegetarian"),
        ("My sister's name is Ann.", "relatives_and_friends", "your sister is called Ann"),
        ("I'm 27, turning 28 in May", "age", "you're 27"),
        ("I live in Lisbon with two flatmates", "location", "you live in Lisbon"),
        ("I work as a night nurse", "occupation", "you work as a night nurse"),
        ("I'm allergic to peanuts, sadly", "health_status", "you're allergic to peanuts"),
        ("I play the cello", "hobbies", "you play the cello"),
        ("I've got a cat called Pepper", "relatives_and_friends", "you have a cat called Pepper"),
        ("I have an exam on Friday", "academic", "you have an exam on Friday 17 April"),
        ("My birthday is on 3 May", "birthday", "your birthday is 3 May"),
        ("I just got promoted!", "work", "you got promoted"),
        ("My grandmother died last week", "relatives_and_friends", "your grandmother died"),
    ],
)
def test_what_is_worth_keeping_is_kept_and_can_be_said_back(text: str, topic: Topic, you: str) -> None:
    found = [(d.topic, d.slots["you"]) for d in sure(text)]
    assert (topic, you) in found
    assert all(d.text.startswith("Lin") or "Lin" in d.text for d in sure(text))


@pytest.mark.parametrize(
    "text",
    [
        "Are you a vegetarian?",
        "If I lived in Lisbon I'd swim every day",
        "I wish I had a cat called Pepper",
        "My boss said I'm a vegetarian",
        "In my dream I lived in Lisbon",
        "I'm a vegetarian, just kidding",
        "My brother is a vegetarian",
        "She's allergic to peanuts",
        "Maybe I'm moving to Lisbon",
        "I would like to play the cello",
        "I used to live in Rome",
        "what's it like to live in Lisbon?",
        "I'm so hungry I could eat a horse, I'm the king of soup",
        "My character is a nurse and I work as a nurse in the game",
        "I like to sit",
        "It looks like rain",
        "I'm going to cry",
        "I'm going to see him",
        "I'm 20 minutes late",
    ],
)
def test_traps_make_no_fact(text: str) -> None:
    assert sure(text) == []


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("我吃素", "food"),
        ("我养了一只猫叫花生", "relatives_and_friends"),
        ("我对花生过敏", "health_status"),
        ("我在上海工作", None),
    ],
)
def test_chinese_facts_are_kept(text: str, topic: Topic | None) -> None:
    found = sure(text, "zh")
    assert found
    assert topic is None or topic in {d.topic for d in found}
    assert all(d.slots["you"] for d in found)


@pytest.mark.parametrize(
    "text", ["你吃素吗？", "要是我住在上海就好了", "我妈说我吃素", "我梦见我养了一只猫", "我朋友对花生过敏"]
)
def test_chinese_traps_make_no_fact(text: str) -> None:
    assert sure(text, "zh") == []


@pytest.mark.parametrize(
    ("text", "topic", "you"),
    [
        ("ok so weve been building a harpsichord in the shed for two years", "hobbies", "you've been building"),
        ("my gran had her hip op in march, still on crutches bless her", "relatives_and_friends", "your gran had"),
        ("been on antidepressants since my second year, they help mostly", "health_status", "you've been on"),
        ("our landlord is selling so im moving to leeds in october", "location", "you're moving"),
        ("handed in my dissertation on the 4th of may, no sleep since", "academic", "you handed in your dissertation"),
    ],
)
def test_facts_in_passing_are_kept_and_turned_to_the_person(text: str, topic: Topic, you: str) -> None:
    (draft,) = sure(text)
    assert you in draft.slots["you"]
    assert topic == draft.topic or topic in topics_of("en").found(text)
    assert draft.text.startswith("Lin")


@pytest.mark.parametrize(
    ("text", "topic"),
    [
        ("我学陶艺快三年了 上个月刚办了个小展", "hobbies"),
        ("我闺女明年六月中学毕业 我姥姥从东北过来看她", "relatives_and_friends"),
        ("我每天凌晨三点才睡着 已经半年了", "sleep_habits"),
        ("我在苏州租的房子十月到期 打算搬去无锡", "location"),
    ],
)
def test_chinese_facts_in_passing_are_kept(text: str, topic: Topic) -> None:
    (draft,) = sure(text, "zh")
    assert draft.topic == topic
    assert draft.slots["you"].startswith("你")
    assert draft.text.startswith("小林")


@pytest.mark.parametrize(
    "text",
    [
        "the bus was late again and some man sat on my umbrella",
        "i dreamt that i moved to leeds and worked as a baker for ten years",
        "do you think my sister should study medicine in october?",
        "maybe i'll take up the cello again one day, who knows",
        "you are the best little cat in the whole wide world",
        "my colleague thinks her landlord is a spy and moves every year",
        "ok that song is really stuck in my head now, help",
    ],
)
def test_what_only_passes_makes_no_fact(text: str) -> None:
    assert sure(text) == []


@pytest.mark.parametrize(
    "text", ["外面又下雨了 我的袜子全湿了", "我昨晚梦见自己在苏州开了十年面包店", "你说我妹该不该十月去学医？"]
)
def test_what_only_passes_makes_no_fact_in_chinese(text: str) -> None:
    assert sure(text, "zh") == []


def test_of_neighbours_the_weightiest_is_kept() -> None:
    facts = [
        said("my tea went cold at breakfast today", n=1),
        said("my brother and i bought the old bakery in october, six years of saving", n=2),
    ]
    assert [d.sources for d in kept(*facts) if d.confident] == [("person2",)]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_what_is_kept_fits_into_a_line_of_talk(language: Language) -> None:
    long = {
        "en": "i have worked nights at the same hospital for eleven years now and every single morning i come home and "
        "feed the birds and my husband makes coffee and the kids go to school and i sleep until three",
        "zh": "我在医院上了十一年夜班 每天早上回家先喂鸟 我老公煮咖啡 孩子上学 我一觉睡到下午三点 周末还要去看我妈 她腰不好",
    }[language]
    (draft,) = sure(long, language)
    assert length(draft.slots["you"], language) <= {"en": 24, "zh": 36}[language]


def test_who_was_left_out_is_not_taken_for_the_person() -> None:
    assert to_them("moved out in october", "en") == "you moved out in october"
    assert to_them("moved out in october", "en", own=False) == "it went like this: moved out in october"
    assert of_them("called me at three", "en", "Lin") == "Lin said: called me at three"


@pytest.mark.parametrize(
    ("asked", "answer", "you"),
    [
        ("So what should I call you?", "just call me bo", "you're called bo"),
        ("How old are you?", "41 lol", ""),
        ("How old are you?", "im 41", "you're 41"),
        ("When is your birthday?", "the 9th of june", "your birthday is 9th of june"),
        ("What do you do for a living?", "a piano tuner", "you work as a piano tuner"),
        ("Who's Dora?", "my cousin", "you spoke of your cousin"),
    ],
)
def test_questions_of_the_pet_know_where_their_answer_goes(asked: str, answer: str, you: str) -> None:
    drafts = kept(said(asked, role="pet"), said(answer, n=2))
    assert [d.slots["you"] for d in drafts] == ([you] if you else [])


def test_chinese_questions_of_the_pet_know_where_their_answer_goes() -> None:
    drafts = kept(said("我该怎么称呼你呀？", role="pet"), said("叫我阿满就行", n=2), language="zh")
    assert [d.slots["you"] for d in drafts] == ["你叫阿满"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_topic_has_its_words(language: Language) -> None:
    named = {topic for found in topics_of(language).topics_of.values() for topic, _ in found}
    assert named == set(TOPICS)


def test_a_long_plain_clause_is_kept_as_said_but_not_as_a_fact() -> None:
    (draft,) = kept(said("I carried my red chair up to the attic on my own"))
    assert (draft.confident, draft.importance, draft.topic) == (False, 1, "other_events")
    assert draft.text == 'Lin said: "I carried my red chair up to the attic on my own"'


def test_small_talk_leaves_nothing() -> None:
    assert kept(said("hi"), said("ok thanks", n=2), said("good night", n=3)) == ()


def test_a_crisis_turn_makes_no_memory() -> None:
    assert kept(said("I live in Lisbon", tier=Tier.high)) == ()


def test_what_the_pet_says_is_no_fact_about_the_person() -> None:
    assert kept(said("I live in Lisbon", role="pet")) == ()


def test_an_answer_to_the_pets_question_finds_its_slot() -> None:
    drafts = kept(said("I adopted a kitten"), said("Oh! What's its name?", role="pet", n=2), said("Pepper", n=3))
    assert any(d.slots.get("you") == "your pet is called Pepper" for d in drafts)
    assert kept(said("Pepper")) == ()


def test_a_later_value_replaces_an_earlier_one_of_the_same_session() -> None:
    drafts = kept(said("I live in Rome"), said("I mean, I live in Lisbon", n=2))
    assert [d.slots["value"] for d in drafts if d.topic == "location"] == ["Lisbon"]


def memory(draft: Draft, ident: str = "m1") -> Memory:
    return Memory(
        id=MemoryId(ident), bond=context().pet.bond, text=draft.text, topic=draft.topic, importance=draft.importance,
        retention="long_term", origin="said", sources=draft.sources, created_at=NOW - timedelta(days=9),
        renewed_at=NOW - timedelta(days=9), expires_on=None, slots=draft.slots,
    )  # fmt: skip


def verdict(draft: Draft, *near: Memory) -> Verdict:
    given = ReconcileInput(context=context(), draft=draft, near=near)
    found = asyncio.run(MIND.perform(ACTS["memory.reconcile"], given, IPET))
    return ACTS["memory.reconcile"].validate(given, found, IPET)  # type: ignore[no-any-return]


def test_a_move_replaces_the_old_home_and_repetition_renews_it() -> None:
    rome, lisbon = sure("I live in Rome")[0], sure("I live in Lisbon")[0]
    cello = sure("I play the cello")[0]
    assert verdict(lisbon, memory(cello, "m0"), memory(rome)) == Verdict(kind="replaces", index=1)
    assert verdict(rome, memory(rome)) == Verdict(kind="same", index=0)
    assert verdict(cello, memory(rome)) == Verdict(kind="new")


def test_two_sisters_do_not_replace_each_other() -> None:
    ann, bea = sure("My little sister is called Ann")[0], sure("My big sister is called Bea")[0]
    assert verdict(bea, memory(ann)).kind == "new"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_pet_says_memories_in_its_own_voice_and_adds_nothing(language: Language) -> None:
    texts = {"en": ["I play the cello", "I live in Lisbon"], "zh": ["我吃素", "我养了一只猫叫花生"]}[language]
    memories = tuple(memory(sure(text, language)[0], f"m{n}") for n, text in enumerate(texts))
    given = RewriteInput(context=context(language), memories=memories)
    found = asyncio.run(MIND.perform(SKILLS["memory.rewrite"], given, IPET))
    SKILLS["memory.rewrite"].validate(given, found, IPET)
    assert isinstance(found, Rewrite)
    for text, kept_one in zip(found.texts, memories, strict=True):
        assert kept_one.text.rstrip(".。") in text
