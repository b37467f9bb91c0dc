"""Two brothers have two names; a place in lower case is a place; a question about oneself is no question about others."""

import asyncio

import pytest
from tests.minds.talking import talk
from tests.minds.test_storybook_memory import MIND, context, kept, memory, said, sure, verdict

from pawsona.domain.language import Language
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import SummariseInput

NAMES = [
    ("en", ("My brother is called Tom", "My brother Ben is a baker"), {"Tom", "Ben"}),
    ("en", ("My brother is called Tom", "My brother is called Ben"), {"Tom", "Ben"}),
    ("en", ("My brother is called Tom", "no, my brother is called Ben"), {"Ben"}),
    ("en", ("My brother is called Tom", "my brother is called Ben, not Tom"), {"Ben"}),
    ("en", ("My wife is called Ann", "My wife is called Eve"), {"Eve"}),
    ("zh", ("我弟弟叫大明", "我弟弟叫二明"), {"大明", "二明"}),
    ("zh", ("我弟弟叫大明", "不对，我弟弟叫二明"), {"二明"}),
    ("zh", ("我老婆叫小芳", "我老婆叫小丽"), {"小丽"}),
]


@pytest.mark.parametrize(("language", "told", "names"), NAMES)
def test_a_second_name_is_of_a_second_one_where_one_may_have_two(
    language: Language, told: tuple[str, ...], names: set[str]
) -> None:
    drafts = kept(*(said(text, n=n) for n, text in enumerate(told)), language=language)
    assert {d.slots["value"] for d in drafts if d.slots.get("attribute") == "name"} == names


@pytest.mark.parametrize(
    ("then", "fate"), [("My brother Ben is a baker", "new"), ("no, my brother is called Ben", "replaces")]
)
def test_the_name_of_an_earlier_day_stays_beside_a_second_one(then: str, fate: str) -> None:
    [named] = sure("My brother is called Tom")
    known = (memory(named),)
    given = SummariseInput(context=context(), dialogue=(said(then),), known=known)
    drafts = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    [ben] = [draft for draft in drafts if draft.slots.get("attribute") == "name"]
    assert (ben.about.kind if ben.about else "new") == fate
    assert verdict(ben, *known).kind == fate


def test_either_of_two_brothers_is_known_by_name() -> None:
    told = ["my brother is called Tom", "my brother is called Ben"]
    for name in ("Tom", "Ben"):
        assert talk([*told, f"is my brother called {name}?"])[-1].trace.lines[0].startswith("memory.yes")
    assert talk([*told, "is my brother called Karl?"])[-1].trace.lines[0].startswith("memory.no")


@pytest.mark.parametrize(
    ("text", "home"),
    [
        ("i moved to leeds", "leeds"),
        ("we just moved to new york last week", "new york"),
        ("I moved from York to Leeds", "Leeds"),
        ("i moved from york to leeds", "leeds"),
        ("i moved to a bigger flat", ""),
        ("i moved to marketing", ""),
        ("i moved to night shifts", ""),
        ("i moved to linux", ""),
        ("i moved to tears", ""),
        ("i moved to the sofa", ""),
    ],
)
def test_where_one_moved_is_ones_home_in_lower_case_too(text: str, home: str) -> None:
    homes = [d.slots["value"] for d in kept(said("I live in Bath"), said(text, n=2)) if d.slots["attribute"] == "home"]
    assert homes == [home or "Bath"]


@pytest.mark.parametrize(
    ("language", "told", "asked", "whose"),
    [
        ("en", "my doctor's phone number is 555-0199", "what is my phone number?", False),
        ("en", "my doctor's phone number is 555-0199", "what is my doctor's phone number?", True),
        ("en", "my landlord's phone number is 555-0199", "what's my phone number?", False),
        ("en", "my phone number is 555-0199", "what is my phone number?", True),
        ("zh", "我医生的电话是555-0199", "我的电话是多少", False),
        ("zh", "我的电话是555-0199", "我的电话是多少", True),
    ],
)
def test_what_is_a_doctors_is_not_given_for_ones_own(language: Language, told: str, asked: str, whose: bool) -> None:
    assert ("555-0199" in talk([told, asked], language)[1].text) == whose
