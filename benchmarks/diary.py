"""Thirty days of twelve pets in each language: what contradicts, what comes again, what shows who lives them.

A frame is the shape of a detail's first sentence: function words and punctuation kept, all else blank. Species and
personality are told from ten days of a diary by the nearest centre of weighed words, trained on other pets.
"""

import argparse
import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import track

from pawsona.domain.day import Day
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pet import PERSONALITIES, SPECIES
from pawsona.minds.storybook.figures import quiet, starved
from pawsona.minds.storybook.life import Life
from pawsona.world.check import day_problems

DAYS, LONG = 30, 90
PETS = 12
PLAIN = frozenset(
    "a an the and or but so if when while until as than then that this these those it its he she they them his her "
    "their is are was were be been has have had does do did not no of in on at to for from with by into over under "
    "through up down out off about after before again still only just too very there here what which who how why one "
    "two all both each every some any nothing everything somebody nobody because would could can will may might must"
    " shall".split()
)
PLAIN_ZH = frozenset("的了着过在是有不没把给和跟就也都还又才再很太只从到往上下里外去来这那它他她什么怎么一两几个自己")


def life(language: Language, number: int) -> Life:
    """The pets in turn: all species, all personalities, begun in different seasons."""
    return Life(
        language=language,
        species=SPECIES[number % 6],
        personality=PERSONALITIES[(number * 3 + number // 8) % 8],
        name="Mikan" if language == "en" else "团团",
        seed=1000 + number,
        start=date(2026, 1 + number * 5 % 12, 1 + number % 20),
    )


def details(days: Sequence[Day]) -> list[str]:
    return [item.detail for day in days for item in day.items if item.detail]


def frame(detail: str, language: Language) -> str:
    """The shape of a detail's first sentence."""
    first = re.split(r"(?<=[.!?。！？])", detail, maxsplit=1)[0]
    if language == "zh":
        return re.sub(r"_+", "_", "".join(c if c in PLAIN_ZH or not c.isalnum() else "_" for c in first))
    words = re.findall(r"[A-Za-z'-]+|[,.;:!?]", first)
    return " ".join(word.lower() if word.lower() in PLAIN or not word[0].isalpha() else "_" for word in words)


def problems(days: Sequence[Day]) -> Iterator[str]:
    """Everything that the day checker finds, each day against all before."""
    for n, day in enumerate(days):
        yield from day_problems(day, days[max(0, n - DAYS) : n][::-1])


def repeated(days: Sequence[Day], language: Language) -> int:
    """Sentences of details that come again within thirty days."""
    stop = r"(?<=[.!?])[\"”)]?\s+" if language == "en" else r"(?<=[。！？])[”）]?"
    last: dict[str, int] = {}
    again = 0
    for n, day in enumerate(days):
        for detail in details([day]):
            for sentence in filter(None, map(str.strip, re.split(stop, detail))):
                again += n - last.get(sentence, -DAYS) < DAYS and len(sentence) > 12
                last[sentence] = n
    return again


def told_apart(lives: Sequence[tuple[Life, list[Day]]], of: Callable[[Life], str], language: Language) -> float:
    """Share of ten-day stretches of one pet's diary from which `of` is told, trained on the other pets."""
    rows = [
        (of(life), n, _bag(days[i : i + 10], language)) for n, (life, days) in enumerate(lives) for i in (0, 10, 20)
    ]
    weighed = _weighed([bag for *_, bag in rows])
    right = 0
    for (name, n, _), vector in zip(rows, weighed, strict=True):
        known: defaultdict[str, list[NDArray[np.float64]]] = defaultdict(list)
        for (other, m, _), row in zip(rows, weighed, strict=True):
            if m != n:
                known[other].append(row)
        centres = {other: np.mean(found, axis=0) for other, found in known.items()}
        right += max(centres, key=lambda other: vector @ centres[other] / np.linalg.norm(centres[other])) == name
    return right / len(rows)


def _bag(days: Sequence[Day], language: Language) -> Counter[str]:
    text = " ".join(details(days)).casefold()
    if language == "en":
        return Counter(re.findall(r"[a-z']+", text))
    han = re.findall(r"[㐀-鿿]", text)
    return Counter([*han, *(a + b for a, b in pairwise(han))])


def _weighed(bags: Sequence[Counter[str]]) -> NDArray[np.float64]:
    """Log counts by inverse document frequency, length 1; words of fewer than three stretches say nothing."""
    spread = Counter(word for bag in bags for word in bag)
    index = {word: n for n, word in enumerate(sorted(word for word, count in spread.items() if count >= 3))}
    found = np.zeros((len(bags), len(index)))
    for row, bag in enumerate(bags):
        for word, count in bag.items():
            if word in index:
                found[row, index[word]] = math.log1p(count) * math.log(len(bags) / spread[word])
    lengths: NDArray[np.float64] = np.linalg.norm(found, axis=1, keepdims=True)
    return np.divide(found, lengths)


def report(language: Language, pets: int, console: Console) -> None:
    """Print a language's figures."""
    chosen = [life(language, n) for n in range(PETS)]
    long = [row.days(LONG) for row in track(chosen, f"{language}: {PETS} pets, {LONG} days", console=console)]
    month = [days[:DAYS] for days in long]
    found = [problem for days in month for problem in problems(days)]
    texts = [text for days in month for text in details(days)]
    frames = [len({frame(text, language) for text in texts[i : i + 100]}) for i in range(0, len(texts) - 99, 100)]
    print(f"\n{language}: {PETS} pets, {DAYS} days, {len(texts)} details")
    print(f"  day checker: {len(found)} findings" + "".join(f"\n    {problem}" for problem in found[:10]))
    print(f"  sentences again within 30 days: {sum(repeated(days, language) for days in month)}")
    for days, lives in ((DAYS, month), (LONG, long)):
        lacking = sum((starved(row) for row in lives), Counter[str]())
        told, still = sum(len(details(row)) for row in lives), sum(map(quiet, lives)) / PETS
        print(
            f"  {days} days: starved {lacking.total()} of {told} {dict(lacking.most_common(6))},"
            f" {still:.1f} days without an arc"
        )
    print(f"  distinct frames per 100 details: {min(frames)} to {max(frames)}")
    many = [_cross(language, n) for n in range(pets)]
    lived = [(row, row.days(DAYS)) for row in track(many, f"{language}: {pets} pets", console=console)]
    for name, of, chance in (("species", _species, 1 / 6), ("personality", _personality, 1 / 8)):
        print(f"  {name} told from ten days: {told_apart(lived, of, language):.0%}, by chance {chance:.0%}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pets", type=int, default=48, help="pets for telling who is who; 48 have all pairs once")
    pets = parser.parse_args().pets
    for language in LANGUAGES:
        report(language, pets, Console(stderr=True))


def _cross(language: Language, number: int) -> Life:
    species, personality = SPECIES[number % 6], PERSONALITIES[number // 6 % 8]
    return replace(life(language, number), species=species, personality=personality)


def _species(life: Life) -> str:
    return life.species


def _personality(life: Life) -> str:
    return life.personality


if __name__ == "__main__":
    main()
