"""What was said minutes before is known in the same talk, and after the night: one companion, both languages."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.language import Language

pytestmark = pytest.mark.long

SUNDAY = datetime(2026, 11, 22, 10, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Evening:
    """What the pet answered last, by which line, before the night and after it; and what is kept."""

    reply: str
    line: str
    again: str
    kept: Sequence[str]


async def lived(language: Language, folder: Path, told: Sequence[str], asked: str) -> Evening:
    clock = FakeClock(SUNDAY)
    home = await open_home(load(home=folder), clock=clock, rng=CountingRng())
    person = PersonForm(name="Sam" if language == "en" else "小林", language=language, time_zone="Europe/London")
    owner, pet = await home.adopt(PetForm(name="Miso", species="cat", personality="sunny"), person)
    async with Companion(home, owner, pet, owns_home=True) as companion:
        for said in told:
            clock.moment += timedelta(minutes=2)
            await companion.say(said)
        clock.moment += timedelta(minutes=2)
        now = await companion.say(asked)
        clock.moment = SUNDAY + timedelta(hours=17)
        await companion.night()
        clock.moment = SUNDAY + timedelta(days=1)
        kept = [memory.text for memory in await companion.memories()]
        later = await companion.say(asked)
    return Evening(now.reply, now.message.trace.lines[0], later.reply, kept)


def evening(language: Language, folder: Path, told: Sequence[str], asked: str) -> Evening:
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("PAWSONA_EMBEDDER", "hashing")
        return asyncio.run(lived(language, folder, told, asked))


@pytest.mark.parametrize(
    ("language", "told", "asked", "words"),
    [
        ("en", "I take my tea with milk and no sugar", "How do I take my tea?", "with milk and no sugar"),
        ("en", "I take my tea with milk, no sugar.", "How do I take my tea?", "with milk, no sugar"),
        ("en", "I like my eggs runny", "do you remember how I like my eggs?", "runny"),
        ("zh", "我喝茶加牛奶不加糖", "我喝茶怎么喝？", "加牛奶不加糖"),
        ("zh", "我喝茶加牛奶不加糖", "我怎么喝茶的？", "加牛奶不加糖"),
    ],
)
def test_how_one_takes_a_thing_is_known_at_once(
    language: Language, told: str, asked: str, words: str, tmp_path: Path
) -> None:
    after = evening(language, tmp_path, [told, "hm" if language == "en" else "最近天气怪怪的"], asked)
    assert words in after.reply and words in after.again


@pytest.mark.parametrize(
    ("language", "told", "asked"),
    [
        ("en", "I take my tea with milk and no sugar", "How do I take my coffee?"),
        ("zh", "我喝茶加牛奶不加糖", "我喝咖啡怎么喝？"),
    ],
)
def test_how_one_takes_a_thing_is_not_guessed_from_another(
    language: Language, told: str, asked: str, tmp_path: Path
) -> None:
    assert evening(language, tmp_path, [told], asked).line.startswith("memory.unknown")


@pytest.mark.parametrize(
    ("language", "told", "asked", "words", "kept"),
    [
        (
            "en",
            ["I love olives", "ok", "actually I don't like olives any more"],
            "do I like olives?",
            "you don't like olives",
            ["Sam doesn't like olives"],
        ),
        (
            "zh",
            ["我喜欢吃橄榄", "嗯", "其实我现在不喜欢吃橄榄了"],
            "我喜欢吃橄榄吗",
            "你不喜欢橄榄",
            ["小林不喜欢橄榄"],
        ),
    ],
)
def test_a_taste_that_turned_is_known_as_it_is_now(
    language: Language, told: list[str], asked: str, words: str, kept: list[str], tmp_path: Path
) -> None:
    after = evening(language, tmp_path, told, asked)
    assert words in after.reply and words in after.again
    assert after.kept == kept


@pytest.mark.parametrize(
    ("language", "told", "asked", "day", "kept"),
    [
        (
            "en",
            ["My exam is on Saturday.", "yes", "no, Sunday"],
            "when is my exam?",
            "29 November",
            ["Sam's exam is on Sunday 29 November"],
        ),
        ("zh", ["我周六考试", "嗯", "不对，是周日"], "我什么时候考试", "11月29日", ["小林11月29日周日考试"]),
        ("zh", ["我周六考试", "改到周日了"], "我什么时候考试？", "11月29日", ["小林11月29日周日考试"]),
    ],
)
def test_a_day_that_was_put_right_is_the_day(
    language: Language, told: list[str], asked: str, day: str, kept: list[str], tmp_path: Path
) -> None:
    after = evening(language, tmp_path, told, asked)
    assert day in after.reply and day in after.again
    assert "28" not in after.reply + after.again
    assert after.kept == kept
