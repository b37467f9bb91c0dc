"""What others have, are or can't stand is never told as one's own; what one's own people have is still found."""

import asyncio
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES, Language
from pawsona.minds.storybook.talk.book import talk_book

TOLD: Mapping[Language, Sequence[str]] = {
    "en": (
        "My mum is allergic to cats.", "My best friend Tom has a dog called Rex.",
        "My friend Tom has a daughter called Ivy.", "My sister's rabbit is called Nori.",
    ),
    "zh": ("我妈对猫过敏。", "我最好的朋友小王养了一只狗。", "我朋友小王有个女儿叫朵朵。", "我姐姐的兔子叫年糕。"),
}  # fmt: skip
OF_ONESELF: Mapping[Language, Sequence[str]] = {
    "en": (
        "Am I allergic to cats?", "Do I have a dog?", "What is my dog called?", "Do I have a daughter?",
        "What is my daughter called?", "Do I have a rabbit?", "What's my rabbit called?",
    ),
    "zh": ("我对猫过敏吗？", "我养狗吗？", "我有狗吗？", "我的狗叫什么？", "我有女儿吗？", "我女儿叫什么？", "我有兔子吗？"),
}  # fmt: skip
OTHERS: Mapping[Language, Sequence[str]] = {
    "en": ("allergic", "Rex", "Ivy", "Nori"),
    "zh": ("过敏", "小王", "朵朵", "年糕"),
}
OWN: Mapping[Language, Sequence[tuple[str, str, str]]] = {
    "en": (
        ("My daughter Wren is six.", "Do I have a daughter?", "Wren"),
        ("My dog is called Bo.", "Do I have a dog?", "Bo"),
        ("My brother Karl plays the cello.", "What does my brother play?", "cello"),
    ),
    "zh": (
        ("我女儿豆豆今年六岁。", "我有女儿吗？", "豆豆"),
        ("我养了一只狗叫旺财。", "我养狗吗？", "旺财"),
        ("我弟弟阿凯拉大提琴。", "我弟弟会什么乐器？", "大提琴"),
    ),
}


async def talked(said: Sequence[str], language: Language, home: Path) -> list[str]:
    clock = FakeClock(datetime(2026, 11, 22, 10, tzinfo=UTC))
    opened = await open_home(load(home=home), clock=clock, rng=CountingRng())
    form = PersonForm(name="Lin", language=language, time_zone="UTC")
    person, pet = await opened.adopt(PetForm(name="Miso", species="cat", personality="sunny"), form)
    async with Companion(opened, person, pet, owns_home=True) as companion:
        return [(await companion.say(one)).reply for one in said]


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_others_have_is_not_told_as_ones_own(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    replies = asyncio.run(talked((*TOLD[language], *OF_ONESELF[language]), language, tmp_path))
    for asked, reply in zip(OF_ONESELF[language], replies[len(TOLD[language]) :], strict=True):
        assert not [word for word in OTHERS[language] if word in reply], (asked, reply)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_ones_own_people_have_is_found_beside_it(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    told = [*TOLD[language], *(said for said, _, _ in OWN[language])]
    replies = asyncio.run(talked((*told, *(asked for _, asked, _ in OWN[language])), language, tmp_path))
    for (_, asked, wanted), reply in zip(OWN[language], replies[len(told) :], strict=True):
        assert wanted in reply, (asked, reply)


SAID: Mapping[Language, Sequence[tuple[str, str, str]]] = {
    "en": (
        ("I don't eat meat.", "Do I eat meat?", "don't eat meat"),
        ("My husband is a plumber.", "What does my husband do?", "plumber"),
        ("My daughter Rain is six.", "How old is my daughter?", "six"),
    ),
    "zh": (
        ("我不吃肉。", "我吃肉吗？", "不吃肉"),
        ("我老公是水管工。", "我老公做什么的？", "水管工"),
        ("我女儿今年六岁。", "我女儿几岁？", "六岁"),
    ),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_was_said_a_moment_ago_is_given_back_in_its_words(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    talk = [line for said, asked, _ in SAID[language] for line in (said, asked)]
    replies = asyncio.run(talked(talk, language, tmp_path))
    for (_, asked, wanted), reply in zip(SAID[language], replies[1::2], strict=True):
        assert wanted in reply, (asked, reply)


COUNTED: Mapping[Language, Sequence[str]] = {
    "en": ("How many cats do I have?", "How many cups have I got?"),
    "zh": ("我有几只猫？", "我家有多少个杯子？"),
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_how_many_one_has_is_no_question_to_the_pet(
    language: Language, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    unknown = {line.text for line in talk_book(language).bank("memory", "unknown")}
    replies = asyncio.run(talked(COUNTED[language], language, tmp_path))
    for asked, reply in zip(COUNTED[language], replies, strict=True):
        assert any(line in reply for line in unknown), (asked, reply)
