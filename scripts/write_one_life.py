"""Live the scripted case of thirty days with the storybook, and write it down: `python scripts/write_one_life.py`.

`one_life/{en,zh}.yaml` is what a person says; everything else in `docs/one-life.{en,zh}.md` is what Pawsona answered on
the day the page was written: notices, tiers, the protocol, the pet's replies and diary, what was kept.
"""

import asyncio
import tempfile
from collections.abc import AsyncIterator, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Turn
from pawsona.app.opening import open_home
from pawsona.app.time import CountedRng, SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.day import Day
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.message import Tier

ROOT = Path(__file__).parent.parent
CASES = Path(__file__).parent / "one_life"
BEGIN = date(2026, 10, 5)
PLACES: Mapping[Language, tuple[str, str]] = {"en": ("Europe/London", "GB"), "zh": ("Asia/Shanghai", "CN")}
PETS: Mapping[Language, PetForm] = {
    "en": PetForm(name="Teasel", species="rabbit", personality="careful"),
    "zh": PetForm(name="年糕", species="rabbit", personality="careful"),
}


@dataclass(frozen=True)
class Visit:
    """One session of the script."""

    day: int
    at: str
    note: str
    says: tuple[str, ...]

    def begins(self, companion: Companion) -> datetime:
        hour, minute = map(int, self.at.split(":"))
        on = BEGIN + timedelta(days=self.day - 1)
        local = companion.person.local(datetime(on.year, on.month, on.day, 12, tzinfo=UTC))
        return local.replace(day=on.day, month=on.month, hour=hour, minute=minute).astimezone(UTC)


@dataclass
class Told:
    """A session as it went."""

    visit: Visit
    greeting: str
    turns: list[tuple[str, Turn]] = field(default_factory=list)
    diary: Day | None = None


@cache
def case(language: Language) -> dict[str, Any]:
    """The script: person, words of the page, days."""
    return dict(yaml.safe_load((CASES / f"{language}.yaml").read_text("utf-8")))


def visits(language: Language) -> list[Visit]:
    """What the person says, in order."""
    return [Visit(row["day"], row["at"], row["note"], tuple(row["says"])) for row in case(language)["days"]]


async def live(language: Language, folder: Path, upto: int = 30) -> AsyncIterator[Told]:
    """Live the case in an empty home, a night between two days."""
    clock = SimulatedClock(datetime(BEGIN.year, BEGIN.month, BEGIN.day, 8, tzinfo=UTC))
    home = await open_home(load(home=folder), clock=clock, rng=CountedRng(20261005))
    zone, region = PLACES[language]
    person = PersonForm(
        name=case(language)["person"]["name"], language=language, time_zone=zone, region=region, age_band="adult"
    )
    owner, pet = await home.adopt(PETS[language], person)
    async with Companion(home, owner, pet, owns_home=True) as companion:
        today = 1
        for visit in (v for v in visits(language) if v.day <= upto):
            for day in range(today + 1, visit.day + 1):
                await _night(companion, clock, day)
            today = visit.day
            yield await _visit(companion, clock, visit)


async def _night(companion: Companion, clock: SimulatedClock, day: int) -> None:
    on = BEGIN + timedelta(days=day - 1)
    clock.moment = Visit(day, "04:30", "", ()).begins(companion)
    await companion.night(on)


async def _visit(companion: Companion, clock: SimulatedClock, visit: Visit) -> Told:
    clock.moment = visit.begins(companion)
    greeting = await companion.greet()
    told = Told(visit, f"{greeting.hello} {greeting.say}".strip(), diary=await companion.today())
    for text in visit.says:
        told.turns.append((text, await companion.say(text)))
        clock.moment += timedelta(minutes=2)
    return told


def page(language: Language, told: list[Told], memories: list[str]) -> str:
    """The transcript, for people to read."""
    words = case(language)["words"]
    alarms = sum(turn.tier > Tier.none for one in told for _, turn in one.turns)
    days, turns = len({one.visit.day for one in told}), sum(len(one.turns) for one in told)
    counts = words["counts"].format(days=days, turns=turns, alarms=alarms)
    lines = [words["title"], "", words["about"], "", counts]
    for one in told:
        lines += ["", *_session(language, one)]
    lines += ["", f"## {words['kept']}", "", *(f"- {text}" for text in memories), ""]
    return "\n".join(lines)


def _session(language: Language, one: Told) -> Iterator[str]:
    words, pet = case(language)["words"], PETS[language].name
    on = BEGIN + timedelta(days=one.visit.day - 1)
    yield f"## {words['day'].format(n=one.visit.day)} · {on:%Y-%m-%d} {one.visit.at}"
    yield ""
    yield f"*{one.visit.note}*"
    yield ""
    if one.diary:
        yield f"{words['diary'].format(pet=pet)} {one.diary.outline}"
        yield ""
    yield f"**{pet}**: {one.greeting}"
    for said, turn in one.turns:
        yield ""
        yield f"> {said}"
        yield ""
        yield from (f"*{notice}*\n" for notice in turn.notices)
        yield from _answer(language, turn)


def _answer(language: Language, turn: Turn) -> Iterator[str]:
    tier = case(language)["words"]["tier"].format(tier=turn.tier.name)
    if turn.strategy is None:
        yield f"**{case(language)['words']['protocol']}** ({tier})\n"
        yield from (f"    {line}" for line in turn.reply.splitlines())
    else:
        mark = f" ({tier})" if turn.tier > Tier.none else ""
        yield f"**{PETS[language].name}**{mark}: {turn.reply}"


async def written(language: Language) -> str:
    """Live it and tell it."""
    with tempfile.TemporaryDirectory() as folder:
        told = [one async for one in live(language, Path(folder))]
        async with await Companion.open(Path(folder)) as companion:
            memories = [memory.text for memory in await companion.home.store.memories.all(companion.pet.bond)]
    return page(language, told, memories)


def main() -> None:
    """Both pages."""
    for language in LANGUAGES:
        (ROOT / f"docs/one-life.{language}.md").write_text(asyncio.run(written(language)), "utf-8")


if __name__ == "__main__":
    main()
