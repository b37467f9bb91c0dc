"""Data for `memory.rewrite`: memories with all that must not be lost, and how a pet notes them for itself.

Pet-Bench leaves open what makes models better at this task, in which they lose the order of things and add what nobody
said. So every pair here holds something that is easily lost - a date, a number, who said it, what came first - and
every rewriting holds all of it; what the pet adds is about itself. The texts were written by hand, in each language
apart.
"""

import itertools
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import cache
from hashlib import sha256
from importlib.resources import files
from itertools import islice
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
from pawsona.train.data.leakage import sets
from pawsona.train.data.leakage.wording import Wording
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
"""One entry in so many is kept aside, made of pairs that no other entry has: so nothing of it was learned by heart."""
_PAIRS = 7
"""Of the pairs of a language, one in so many is for those."""
_TOLD = re.compile("«(.+?)»")
"""A memory, as the prompt shows it."""
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
    index = Wording.of(sets.texts(sets.own()))
    unlike = (entry for entry in entries(seed) if index.leaked(_texts(entry)) is None)
    rows = list(islice(unlike, count))
    write(folder / TALKS, rows)
    (folder / RECIPE).write_text((files(__package__) / "rewrite.yaml").read_text("utf-8"), "utf-8")
    (folder / SHEET).write_text(_sheet(rows, seed), "utf-8")
    return folder / TALKS


def entries(seed: int) -> Iterator[Entry]:
    """Without end, both languages in turn; the same for the same seed."""
    prompts = Prompts()
    return (_entry(number, LANGUAGES[number % len(LANGUAGES)], seed, prompts) for number in itertools.count())


def _texts(entry: Entry) -> list[str]:
    """What could be a benchmark's: the memories, and what became of each."""
    rewritten: list[str] = json.loads(entry.answer)["texts"]
    return [*_TOLD.findall(entry.messages[-2].content), *rewritten, "\n".join(rewritten)]


def _entry(number: int, language: Language, seed: int, prompts: Prompts) -> Entry:
    id_ = f"rewrite.{language}.{seed}.{number:05}"
    chance, own = Random(id_), bank(language)
    person, personality = chance.choice(own.people["persons"]), chance.choice(PERSONALITIES)
    aside = number // len(LANGUAGES) % _HELD_OUT == 0
    told, texts = _rewritten(language, personality, str(person["name"]), own, chance, aside=aside)
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
        category=SKILL, split="test" if aside else "",
        provenance={"recipe": SKILL, "by": "hand", "prompt": found.version},
    )  # fmt: skip


def _rewritten(
    language: Language, personality: str, name: str, own: Bank, chance: Random, *, aside: bool
) -> tuple[list[str], list[str]]:
    """Memories and their rewritings, of different pairs."""
    (light, heavy), asides = _kept(language, aside=aside), _read(language)["asides"]
    many = chance.randint(1, min(_MOST, len(light)))
    chosen = [*chance.sample(light, many - 1), chance.choice(heavy if chance.random() < _HEAVY * many else light)]
    chance.shuffle(chosen)
    told: list[str] = []
    texts: list[str] = []
    gap = " " if language == "en" else ""
    for pair in dict.fromkeys(chosen):
        slots = _slots(language, name, own, chance)
        core, take, own_day = chance.choice(pair.cores), chance.choice(pair.takes), chance.choice(asides[personality])
        parts = [core, take] if chance.random() < _TAKEN else [core]
        if not pair.heavy and chance.random() < _ASIDE and not any(text.startswith(own_day) for text in texts):
            parts.insert(0, own_day)
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
def _kept(language: Language, *, aside: bool) -> tuple[list[Pair], list[Pair]]:
    """Light and heavy pairs, either those that are kept aside or the others: by hash, so that nobody chose them."""
    found = []
    for pairs in _pairs(language):
        ranked = sorted(pairs, key=lambda pair: sha256(pair.told.encode()).digest())
        many = max(1, len(ranked) // _PAIRS)
        found.append(ranked[:many] if aside else ranked[many:])
    return found[0], found[1]


@cache
def _pairs(language: Language) -> tuple[list[Pair], list[Pair]]:
    row = _read(language)
    found = [
        [Pair(one["told"], tuple(one["cores"]), tuple(one["takes"]), kind == "heavy") for one in row[kind]]
        for kind in ("pairs", "heavy")
    ]
    return found[0], found[1]


@cache
def _read(language: Language) -> Any:
    return yaml.safe_load((files(__package__) / f"rewrite_{language}.yaml").read_text("utf-8"))


def _sheet(rows: Sequence[Entry], seed: int) -> str:
    languages = ", ".join(f"{sum(row.language == one for row in rows)} {one}" for one in LANGUAGES)
    pairs = ", ".join(f"{sum(map(len, _pairs(one)))} {one}" for one in LANGUAGES)
    aside = ", ".join(f"{sum(map(len, _kept(one, aside=True)))} {one}" for one in LANGUAGES)
    return (
        f"{len(rows)} entries ({languages}) for `{SKILL}`, put together with seed {seed} from {pairs} pairs of a\n"
        "memory and its rewritings that were written by hand for Pawsona, with names, dates and numbers drawn by\n"
        f"chance. No person's data, no model's text. {sum(row.split == 'test' for row in rows)} are marked `test` and "
        f"not learned from: they are made of pairs that no other entry has ({aside}).\n"
        "None has a near-copy of Pawsona's own benchmark sets by wording.\n"
        "Licence: Apache-2.0, like Pawsona's.\n"
    )
