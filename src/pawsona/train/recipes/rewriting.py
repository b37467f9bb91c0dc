"""Data for `memory.rewrite`: memories with all that must not be lost, and how a pet notes them for itself.

Pet-Bench leaves open what makes models better at this task, in which they lose the order of things and add what nobody
said. So every pair here holds something that is easily lost - a date, a number, who said it, what came first - and
every rewriting holds all of it; what the pet adds is about itself. The texts were written by hand, in each language
apart.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import yaml

from pawsona.bench.open.given import given_of
from pawsona.bench.open.instance import Instance
from pawsona.domain.language import LANGUAGES, Language, length
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.minds.llm.prompts import Prompts
from pawsona.skills import IPET, PROFILES, SKILLS
from pawsona.skills.memory import Rewrite
from pawsona.train.data.bank import Bank, Slots, bank
from pawsona.train.data.entry import Entry, Turn
from pawsona.train.data.lines import write
from pawsona.train.data.told import asked
from pawsona.train.data.written import written

SKILL = "memory.rewrite"
TALKS, RECIPE, SHEET = "talks.jsonl", "recipe.yaml", "datasheet.md"
COUNT = 2000
_MOST = 5
"""Memories of one entry."""
_HEAVY, _TAKEN, _ASIDE = 0.15, 0.7, 0.12
_LONGEST = 50
"""Words, in Chinese characters: the papers' limit."""
_HELD_OUT = 20
"""One entry in so many is kept for looking at."""
_BEGIN = date(2026, 1, 5)


@dataclass(frozen=True)
class Pair:
    """A memory, and ways to write it."""

    told: str
    cores: Sequence[str]
    takes: Sequence[str]
    heavy: bool


def make(folder: Path, count: int = COUNT, seed: int = 1) -> Path:
    """Write data, recipe and datasheet into a folder; the data."""
    rows = list(entries(count, seed))
    write(folder / TALKS, rows)
    (folder / RECIPE).write_text((files(__package__) / "rewrite.yaml").read_text("utf-8"), "utf-8")
    (folder / SHEET).write_text(_sheet(rows, seed), "utf-8")
    return folder / TALKS


def entries(count: int, seed: int) -> Iterator[Entry]:
    """So many, both languages in turn; the same for the same seed."""
    prompts = Prompts()
    return (_entry(number, LANGUAGES[number % len(LANGUAGES)], seed, prompts) for number in range(count))


def _entry(number: int, language: Language, seed: int, prompts: Prompts) -> Entry:
    id_ = f"rewrite.{language}.{seed}.{number:05}"
    chance, own = Random(id_), bank(language)
    person, personality = chance.choice(own.people["persons"]), chance.choice(PERSONALITIES)
    told, texts = _rewritten(language, personality, str(person["name"]), own, chance)
    companion = {
        "name": chance.choice(own.people["pets"]), "kind": chance.choice(SPECIES),
        "personality": chance.choice(own.people["personalities"][personality]),
    }  # fmt: skip
    instance = Instance(
        id=id_, skill=SKILL, language=language, companion=companion, person={"name": person["name"], "about": ""},
        now=datetime(2026, 11, 1, 21, tzinfo=UTC), input={"memories": told},
    )  # fmt: skip
    given, answer = given_of(instance), Rewrite(texts=tuple(texts))
    for limits in (IPET, PROFILES["open"]):
        SKILLS[SKILL].validate(given, answer, limits)
    found = asked(SKILL, language, given, prompts)
    turns = [Turn("system" if row["role"] == "system" else "user", row["content"]) for row in found.chat]
    return Entry(
        id=id_, messages=(*turns, Turn("assistant", written(answer, given))), language=language, skill=SKILL,
        category=SKILL, split="" if number % _HELD_OUT else "test",
        provenance={"recipe": SKILL, "by": "hand", "prompt": found.version},
    )  # fmt: skip


def _rewritten(
    language: Language, personality: str, name: str, own: Bank, chance: Random
) -> tuple[list[str], list[str]]:
    """Memories and their rewritings, of different pairs."""
    light, heavy, asides = _pairs(language)
    many = chance.randint(1, _MOST)
    chosen = [*chance.sample(light, many - 1), chance.choice(heavy if chance.random() < _HEAVY * many else light)]
    chance.shuffle(chosen)
    told: list[str] = []
    texts: list[str] = []
    gap = " " if language == "en" else ""
    for pair in dict.fromkeys(chosen):
        slots = _slots(language, name, own, chance)
        core, take, aside = chance.choice(pair.cores), chance.choice(pair.takes), chance.choice(asides[personality])
        parts = [core, take] if chance.random() < _TAKEN else [core]
        if not pair.heavy and chance.random() < _ASIDE and not any(text.startswith(aside) for text in texts):
            parts.insert(0, aside)
        text = gap.join(parts).format_map(slots)
        told.append(pair.told.format_map(slots))
        texts.append(text if length(text, language) <= _LONGEST else core.format_map(slots))
    return told, texts


def _slots(language: Language, name: str, own: Bank, chance: Random) -> Slots:
    few, more = chance.randint(2, 5), chance.randint(6, 12)
    some, much = 10 * chance.randint(3, 19), 100 * chance.randint(2, 9)
    on = _BEGIN + timedelta(days=chance.randrange(300))
    words = {key: str(chance.choice(values)) for key, values in _read(language)["slots"].items()}
    return {
        **own.slots(chance, ""), **words, "name": name, "count": str(few), "count2": str(more), "km": str(more),
        "age": str(few * 9), "money": str(some), "money2": str(much), "date": _date(on, language),
    }  # fmt: skip


def _date(on: date, language: Language) -> str:
    return f"{on.year}年{on.month}月{on.day}日" if language == "zh" else f"{on.day} {on:%B} {on.year}"


@cache
def _pairs(language: Language) -> tuple[list[Pair], list[Pair], Mapping[str, Sequence[str]]]:
    row = _read(language)
    found = [
        [Pair(one["told"], tuple(one["cores"]), tuple(one["takes"]), kind == "heavy") for one in row[kind]]
        for kind in ("pairs", "heavy")
    ]
    return found[0], found[1], row["asides"]


@cache
def _read(language: Language) -> Any:
    return yaml.safe_load((files(__package__) / f"rewrite_{language}.yaml").read_text("utf-8"))


def _sheet(rows: Sequence[Entry], seed: int) -> str:
    languages = ", ".join(f"{sum(row.language == one for row in rows)} {one}" for one in LANGUAGES)
    pairs = ", ".join(f"{len(_pairs(one)[0]) + len(_pairs(one)[1])} {one}" for one in LANGUAGES)
    return (
        f"{len(rows)} entries ({languages}) for `{SKILL}`, put together with seed {seed} from {pairs} pairs of a\n"
        "memory and its rewritings that were written by hand for Pawsona, with names, dates and numbers drawn by\n"
        f"chance. No person's data, no model's text. One in {_HELD_OUT} is marked `test` and not learned from.\n"
        "Licence: Apache-2.0, like Pawsona's.\n"
    )
