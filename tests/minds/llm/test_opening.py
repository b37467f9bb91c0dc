"""The opening of a reply: what is too short to be in a language passes, and a short Chinese sentence is none of these."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import aclosing

import pytest

from pawsona.domain.language import Language
from pawsona.minds.llm.opening import opened
from pawsona.minds.llm.tongue import LanguageError

LONG = "Bartholomew Featherstonehaugh"


def heard(text: str, language: Language, *names: str) -> str:
    async def pieces() -> AsyncGenerator[str]:
        for char in text:
            yield char

    async def all_of_it() -> str:
        async with aclosing(opened(pieces(), language, "Mikan", names=names)) as parts:
            return "".join([part async for part in parts])

    return asyncio.run(all_of_it())


@pytest.mark.parametrize(
    ("text", "language"), [("你好，我听见了。", "en"), ("我在这里呢。", "en"), ("I hear you.", "zh")]
)
def test_a_short_sentence_in_the_other_language_is_refused(text: str, language: Language) -> None:
    with pytest.raises(LanguageError):
        heard(text, language)


@pytest.mark.parametrize(
    ("text", "language"), [("欧阳娜娜!", "en"), ("OK!", "zh"), ("我在。", "zh"), ("Mm. 小梅?", "en")]
)
def test_a_name_may_stand_alone(text: str, language: Language) -> None:
    assert heard(text, language) == text


@pytest.mark.parametrize(
    ("text", "language"),
    [
        (f"{LONG}，早上好。", "zh"),
        (f"{LONG}!", "zh"),
        ("欧阳娜娜阿依古丽 is here!", "en"),
        (f"{LONG} and I are fine.", "en"),
    ],
)
def test_a_name_that_is_known_tells_nothing_of_the_language(text: str, language: Language) -> None:
    assert heard(text, language, LONG, "欧阳娜娜阿依古丽") == text


def test_whoever_says_a_name_may_still_be_refused() -> None:
    with pytest.raises(LanguageError):
        heard(f"{LONG}, good morning to you.", "zh", LONG)


@pytest.mark.parametrize("lead", ["Mikan: ", "Assistant: ", "assistant："])
def test_who_speaks_is_not_said(lead: str) -> None:
    assert heard(f"{lead}I watched the rain all day.", "en") == "I watched the rain all day."
    assert heard("Rain: I watched it all day.", "en") == "Rain: I watched it all day."
