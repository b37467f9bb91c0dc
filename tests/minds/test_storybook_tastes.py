"""A taste that turns within one talk is one taste, the last; what only sounds like it turns nothing."""

import asyncio

import pytest
from tests.minds.test_storybook_memory import MIND, context, kept, memory, said, sure

from pawsona.domain.language import Language
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import SummariseInput

TURNED: list[tuple[Language, tuple[str, ...], str]] = [
    ("en", ("I love olives", "ok", "actually I don't like olives any more"), "Lin doesn't like olives"),
    ("en", ("I love olives", "I've gone off olives"), "Lin doesn't like olives"),
    ("en", ("I love olives", "hm", "actually I don't like them any more"), "Lin doesn't like olives"),
    ("en", ("I love hiking", "I'm not into hiking any more"), "Lin doesn't like hiking"),
    ("en", ("I hate olives", "actually I do like olives"), "Lin likes olives"),
    ("en", ("I love olives", "I hate olives", "I like olives again"), "Lin likes olives"),
    ("zh", ("我喜欢吃橄榄", "嗯", "其实我现在不喜欢吃橄榄了"), "小林不喜欢橄榄"),
    ("zh", ("我爱吃橄榄", "其实现在不爱吃了"), "小林不喜欢橄榄"),
    ("zh", ("我讨厌香菜", "我现在喜欢香菜了"), "小林喜欢香菜"),
    ("zh", ("我喜欢爬山", "我不喜欢爬山了"), "小林不喜欢爬山了"),
]
BESIDE: list[tuple[Language, tuple[str, ...], str]] = [
    ("en", ("I love tea", "I hate green tea"), "Lin likes tea"),
    ("en", ("I love olives", "my sister hates olives"), "Lin loves olives"),
    ("en", ("I love olives", "sometimes I hate olives"), "Lin loves olives"),
    ("en", ("I love olives", "I don't like it when people shout"), "Lin loves olives"),
    ("en", ("I love olives", "I don't like that"), "Lin loves olives"),
    ("zh", ("我喜欢喝茶", "我不喜欢喝绿茶"), "小林爱喝茶"),
    ("zh", ("我喜欢橄榄", "我妹妹不喜欢橄榄"), "小林喜欢橄榄"),
]


def told(language: Language, texts: tuple[str, ...]) -> list[str]:
    return [draft.text for draft in kept(*(said(text, n=n) for n, text in enumerate(texts)), language=language)]


@pytest.mark.parametrize(("language", "texts", "last"), TURNED)
def test_only_the_last_of_a_taste_stands(language: Language, texts: tuple[str, ...], last: str) -> None:
    assert told(language, texts) == [last]


@pytest.mark.parametrize(("language", "texts", "stays"), BESIDE)
def test_what_is_said_of_something_else_turns_nothing(language: Language, texts: tuple[str, ...], stays: str) -> None:
    assert stays in told(language, texts)


@pytest.mark.parametrize(
    ("language", "known", "now"),
    [("en", "I love olives", "I hate olives"), ("zh", "我喜欢吃橄榄", "我不喜欢橄榄")],
)
def test_the_opposite_of_what_is_known_takes_its_place(language: Language, known: str, now: str) -> None:
    given = SummariseInput(context=context(language), dialogue=(said(now),), known=(memory(sure(known, language)[0]),))
    [draft] = asyncio.run(MIND.perform(SKILLS["memory.summarise"], given, IPET)).drafts
    assert draft.about is not None and draft.about.kind == "replaces"
