"""A place is a place: who moves to Linux, to another desk or to a new phone lives where they did."""

import asyncio

import pytest
from tests.minds.test_storybook_memory import MIND, context, kept, memory, said, sure

from pawsona.domain.language import Language
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import SummariseInput

HOME: dict[Language, tuple[str, str]] = {"en": ("I live in Bath", "Bath"), "zh": ("我住在上海", "上海")}
NOWHERE: list[tuple[Language, str]] = [
    ("en", "i moved to gmail"),
    ("en", "I moved to Linux"),
    ("en", "I moved from Windows to Linux Mint last week"),
    ("en", "we moved to Slack at work"),
    ("en", "I've just moved to Notion for my notes"),
    ("en", "i moved to react native"),
    ("en", "I moved to a new laptop"),
    ("en", "I moved to the standing desk"),
    ("en", "I moved to a new bank"),
    ("zh", "我搬到新电脑了"),
    ("zh", "我搬到谷歌邮箱了"),
    ("zh", "我们搬到飞书了"),
    ("zh", "我搬到Linux了"),
    ("zh", "我搬到Notion了"),
    ("zh", "我搬到新的办公室了"),
    ("zh", "我搬到沙发上了"),
]
SOMEWHERE: list[tuple[Language, str, str]] = [
    ("en", "i moved to leeds", "leeds"),
    ("en", "I moved to Nice", "Nice"),
    ("en", "I moved to Reading last year", "Reading"),
    ("en", "I moved to Swift Current", "Swift Current"),
    ("en", "I moved to Signal Hill", "Signal Hill"),
    ("en", "we just moved to New York", "New York"),
    ("en", "I live in South Bank", "South Bank"),
    ("en", "i live in south bank", "south bank"),
    ("en", "I live near Left Bank", "Left Bank"),
    ("en", "I live in Peace River", "Peace River"),
    ("en", "I live in Hope", "Hope"),
    ("zh", "我住在同里", "同里"),
    ("zh", "我搬到那曲了", "那曲"),
    ("zh", "我搬到新加坡了", "新加坡"),
    ("zh", "我搬到新疆了", "新疆"),
    ("zh", "我上周搬到重庆了", "重庆"),
    ("zh", "我搬到望京了", "望京"),
    ("zh", "我住在London", "London"),
    ("zh", "我搬到NYC了", "NYC"),
]


def homes(language: Language, *texts: str) -> list[str]:
    drafts = kept(*(said(text, n=n) for n, text in enumerate(texts)), language=language)
    return [draft.slots["value"] for draft in drafts if draft.slots.get("attribute") == "home"]


@pytest.mark.parametrize(("language", "text"), NOWHERE)
def test_what_is_no_place_is_no_home_and_takes_the_place_of_none(language: Language, text: str) -> None:
    told, home = HOME[language]
    assert homes(language, text) == []
    assert homes(language, told, text) == [home]
    known = memory(sure(told, language)[0])
    given = SummariseInput(context=context(language), dialogue=(said(text),), known=(known,))
    drafts = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    assert [draft.about for draft in drafts if draft.about] == []


@pytest.mark.parametrize(("language", "text", "home"), SOMEWHERE)
def test_a_place_still_is_one_and_takes_the_place_of_the_one_before(language: Language, text: str, home: str) -> None:
    told, _ = HOME[language]
    assert homes(language, told, text) == [home]
    known = memory(sure(told, language)[0])
    given = SummariseInput(context=context(language), dialogue=(said(text),), known=(known,))
    [draft] = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    assert draft.about is not None and draft.about.kind == "replaces"


@pytest.mark.parametrize(("text", "home"), [("My sister moved to Spotify", []), ("My sister moved to York", ["York"])])
def test_the_same_of_ones_own_people(text: str, home: list[str]) -> None:
    drafts = kept(said(text))
    assert [draft.slots["value"] for draft in drafts if draft.slots.get("attribute") == "relative_home"] == home


@pytest.mark.parametrize("text", ["I live in peace", "I live in hope", "i live in peace and quiet"])
def test_how_one_lives_is_no_home(text: str) -> None:
    assert homes("en", text) == []
