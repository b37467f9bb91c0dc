"""A year on the simulated clock: 365 nights, and a person who talks on most days, in English and in Chinese.

Per month: how long a reply takes, how much the database grew, what was told again too early, days without an arc. Over
the whole: memories gone on another day than theirs, texts that speak of a body the pet has not.

Usage: python benchmarks/year.py [--days 365]
"""

import argparse
import asyncio
import tempfile
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from statistics import median
from time import perf_counter
from zoneinfo import ZoneInfo

from furnish import FixedRng
from rich.console import Console
from rich.progress import Progress

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.day import Day
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import Species
from pawsona.memory.retain import MONTHS, add_months
from pawsona.minds.storybook.bodies import body_of

BEGIN = datetime(2026, 3, 9, 12, tzinfo=UTC)
ZONES: Mapping[Language, str] = {"en": "Europe/Berlin", "zh": "America/Los_Angeles"}
"""Places whose clocks change, on different days."""
SILENT = 7
"""One day in so many the person says nothing."""
TOLD: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "I've got a cold.", "I bought a blue bicycle.", "My name is Robin.", "I live in Freiburg.",
        "I'm allergic to hazelnuts.", "My sister is called Marta.", "I work as a gardener.", "I love rhubarb cake.",
        "I have an exam on Friday.", "I'm learning the cello.", "I'm going to Lisbon next week.",
        "My best friend is Paolo.",
    ),
    "zh": (
        "我感冒了。", "我买了一辆蓝色自行车。", "我叫小林。", "我住在苏州。", "我对芒果过敏。", "我妹妹叫小满。",
        "我是护士。", "我最爱吃小笼包。", "我周五有考试。", "我在学大提琴。", "我下周要去青岛。",
        "我最好的朋友叫阿哲。",
    ),
}  # fmt: skip
"""What soon runs out comes first."""
CHAT: Mapping[Language, tuple[str, ...]] = {
    "en": (
        "hi there", "what did you do today?", "I slept badly", "the neighbours were loud again", "pat pat",
        "my boss shouted at me", "do you remember where I live?", "I cooked soup and it was good", "are you hungry?",
        "nothing happened today", "I miss my old flat", "guess what, I passed!", "why did you do that?", "haha ok",
        "do you like rain?", "I'm tired", "tell me more", "who's your best friend?", "it rained on my laundry", "bye",
    ),
    "zh": (
        "在吗", "你今天干嘛了？", "昨晚没睡好", "邻居又吵了", "摸摸头", "老板又骂我了", "你还记得我住哪儿吗？",
        "我煮了汤，还挺好喝", "你饿不饿", "今天没啥事", "想以前那个房子了", "我考过了！", "你为什么那样做呀",
        "哈哈好吧",
        "你喜欢下雨吗", "好累", "然后呢", "你最好的朋友是谁", "衣服又被雨淋了", "拜拜",
    ),
}  # fmt: skip


@dataclass
class Month:
    """What is counted in one calendar month."""

    replies: list[float] = field(default_factory=list)
    starved: int = 0
    quiet: int = 0
    days: int = 0
    size: int = 0

    def line(self, before: int) -> str:
        """Everything in one row."""
        return (
            f"{len(self.replies):>5} replies  p50 {1000 * median(self.replies or [0]):6.1f} ms  "
            f"+{(self.size - before) / 1024:7.0f} KiB  starved {self.starved:>3}  "
            f"without an arc {self.quiet:>2}/{self.days}"
        )


@dataclass
class Year:
    """The whole of it."""

    months: dict[str, Month] = field(default_factory=dict)
    wrong_expiries: list[str] = field(default_factory=list)
    strange_bodies: list[str] = field(default_factory=list)
    expired: int = 0
    texts: int = 0
    rungs: Counter[str] = field(default_factory=Counter)

    def month(self, on: date) -> Month:
        return self.months.setdefault(f"{on:%Y-%m}", Month())


async def live(language: Language, days: int, species: Species = "bird", progress: Progress | None = None) -> Year:
    """Live so many days in a home of their own, and count."""
    year = Year()
    task = progress.add_task(f"{language}: {days} days", total=days) if progress else None
    with tempfile.TemporaryDirectory() as folder:
        clock = SimulatedClock(BEGIN)
        home = await open_home(load(home=Path(folder)), clock=clock, rng=FixedRng(20260309))
        form = PetForm(name="Mikan" if language == "en" else "团团", species=species, personality="cheeky")
        person = PersonForm(name="Robin" if language == "en" else "小林", language=language, time_zone=ZONES[language])
        owner, pet = await home.adopt(form, person)
        async with Companion(home, owner, pet, owns_home=True) as companion:
            for n in range(days):
                await _one_day(companion, clock, n, year)
                year.month(companion.present).size = sum(
                    f.stat().st_size for f in Path(folder).rglob("*") if f.is_file()
                )
                if progress and task is not None:
                    progress.advance(task)
    return year


async def _one_day(companion: Companion, clock: SimulatedClock, number: int, year: Year) -> None:
    zone = ZoneInfo(companion.person.time_zone)
    on = BEGIN.astimezone(zone).date() + timedelta(days=number)
    clock.moment = datetime(on.year, on.month, on.day, 4, 30, tzinfo=zone).astimezone(UTC)
    before = {memory.id: memory for memory in await companion.home.store.memories.all(companion.pet.bond)}
    day = await companion.night(on)
    await _check_expiry(companion, on, set(before), year)
    month = year.month(on)
    month.days += 1
    month.quiet += "day=quiet" in day.trace.lines
    month.starved += sum("starved" in item.trace.state for item in day.items)
    _check_bodies([day.outline, *(item.detail or "" for item in day.items)], companion, year)
    if number % SILENT != SILENT - 1:
        await _talk(companion, clock, on, number, year)
        await _feedback(companion, day, number)


async def _talk(companion: Companion, clock: SimulatedClock, on: date, number: int, year: Year) -> None:
    language, zone = companion.person.language, ZoneInfo(companion.person.time_zone)
    chat, told = CHAT[language], TOLD[language]
    said = [chat[(number * 5 + n * 3) % len(chat)] for n in range(3)]
    said += [told[number // 3 % len(told)]] if number % 3 == 0 else []
    for n, text in enumerate(said):
        clock.moment = datetime(on.year, on.month, on.day, 18, 5 + n, tzinfo=zone).astimezone(UTC)
        begun = perf_counter()
        turn = await companion.say(text)
        year.month(on).replies.append(perf_counter() - begun)
        year.rungs[turn.message.trace.state.get("rung", "care")] += 1
        _check_bodies([turn.reply], companion, year)


async def _feedback(companion: Companion, day: Day, number: int) -> None:
    if number % 5 == 0:
        await companion.react(day.on, number % len(day.items), ("funny", "dislike", "pat")[number // 5 % 3])


async def _check_expiry(companion: Companion, on: date, before: set[str], year: Year) -> None:
    """A memory must be there until the day before its own, and gone on it."""
    left = {memory.id: memory for memory in await companion.home.store.memories.all(companion.pet.bond)}
    for memory in left.values():
        months = MONTHS[memory.retention]
        renewed = memory.renewed_at.astimezone(ZoneInfo(companion.person.time_zone)).date()
        due = add_months(renewed, months) if months is not None and not memory.pinned else None
        if memory.expires_on != due:
            year.wrong_expiries.append(f"{memory.id} says {memory.expires_on}, not {due}")
        if due is not None and due <= on:
            year.wrong_expiries.append(f"{memory.id} is still there on {on}, {due} was its day")
    year.expired += len(before - set(left))


def _check_bodies(texts: list[str], companion: Companion, year: Year) -> None:
    """The persona's body is the one thing about it that every text must agree on."""
    for text in texts:
        year.texts += 1
        body = body_of(text, companion.person.language)
        if body is not None and companion.pet.species not in body:
            year.strange_bodies.append(text)


def report(language: Language, year: Year) -> None:
    """Print a language's year."""
    print(f"\n{language}: {sum(month.days for month in year.months.values())} days in {ZONES[language]}")
    size = 0
    for name, month in year.months.items():
        print(f"  {name}  {month.line(size)}")
        size = month.size
    print(f"  memories gone: {year.expired}, on a wrong day: {len(year.wrong_expiries)}")
    print(f"  texts: {year.texts}, of a body that the pet has not: {len(year.strange_bodies)}")
    for text in year.strange_bodies[:5]:
        print(f"    {text}")
    print("  replies by rung: " + ", ".join(f"{rung} {count}" for rung, count in year.rungs.most_common()))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--days", type=int, default=365)
    days = parser.parse_args().days
    for language in LANGUAGES:
        with Progress(console=Console(stderr=True)) as progress:
            year = asyncio.run(live(language, days, progress=progress))
        report(language, year)


if __name__ == "__main__":
    main()
