"""MoodBench on the data that is there: is a right answer worth its points, and how long does scoring take?

    python benchmarks/moodbench.py [DATA]     the released archive, a checkout, or a data folder; without it the archive
                                              of PAWSONA_SHARED (default ../shared)

Goals: an oracle 100.0 on every gold-scored dataset; a constant answer exactly its label's share; chance within the
interval of blind answerers (19 of 20); loading under 20 s and 1.5 GB; 18,000 stored answers (60 datasets of 300, made
from those that are there) read, scored and put through the tree with intervals under 60 s. Seconds are the processor's.
"""

import os
import resource
import sys
from dataclasses import replace
from itertools import cycle, islice
from pathlib import Path
from time import process_time

from pawsona.bench.core import Table
from pawsona.bench.moodbench.data import datasets
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.scoring import dataset_score, score
from pawsona.bench.moodbench.structure import profile
from pawsona.bench.moodbench.systems import SYSTEMS, blind, chance, constant, oracle

EACH = 300
BLIND = 20
"""Blind answerers, each with draws of its own."""
GIGABYTE = 1 << 20
"""In the kilobytes that the system counts."""
FORMS = ("{}", "Answer: {}", "The answer is {}.", "**{}**", "答案：{}", "选{}", "({})", "<think>Hm.</think>\n{}")


def where() -> Path:
    named = sys.argv[1] if len(sys.argv) > 1 else None
    found = Path(named or Path(os.environ.get("PAWSONA_SHARED", "../shared")) / "data/moodbench/moodbench-data.tar.xz")
    if not found.exists():
        print(f"skipped: there is no {found}; name the data, or set PAWSONA_SHARED")
        sys.exit(1 if named else 0)
    return found


def share_of_first(data: Loaded) -> float:
    first = [(item, item.labels.names[0]) for item in data.items]
    return 100 * sum((item.right == {at}) if item.several else (at in item.right) for item, at in first) / len(first)


def counted(data: Loaded) -> bool:
    return data.spec.metric.name in ("accuracy", "truth")


def answers(data: tuple[Loaded, ...]) -> tuple[Table, list[str]]:
    """Oracle, constant and blind answers of each dataset; what missed its goal."""
    table = Table("What answers are worth", ("dataset", "n", "oracle", "first", "its share", "blind", "chance"))
    missed: list[str] = []
    for one in data:
        if not one.items:
            table.add(one.spec.name, 0, "absent", None, None, None, None)
            continue
        said = {name: {item.id: system(item) for item in one.items} for name, system in SYSTEMS.items()}
        found = {name: dataset_score(one, replies, {}) for name, replies in said.items()}
        scores = {name: held.score for name, held in found.items()}
        share = share_of_first(one) if counted(one) else None
        expected = 100 * sum(map(chance, one.items)) / len(one.items) if counted(one) else None
        if scores["oracle"] is not None and scores["oracle"] != 100.0:
            missed.append(f"oracle on {one.spec.name}")
        if share is not None and abs((scores["constant"] or 0.0) - share) > 1e-9:
            missed.append(f"constant on {one.spec.name}")
        cells = (scores["oracle"], scores["constant"], share, scores["random"], expected)
        table.add(one.spec.name, len(one.items), *(None if cell is None else f"{cell:.1f}" for cell in cells))
    return table, missed


def guesses(data: tuple[Loaded, ...]) -> Table:
    """How often chance is outside a blind answerer's interval: one in twenty, where intervals are what they say."""
    table = Table(f"{BLIND} blind answerers, chance outside their 95%", ("datasets of", "outside", "of", "share"))
    for name, fits in (("100 questions or more", _large), ("5 questions", _small)):
        held = [one for one in data if one.items and counted(one) and fits(one)]
        outside = sum(guessed_wrong(one, seed) for one in held for seed in range(BLIND))
        table.add(name, outside, BLIND * len(held), f"{100 * outside / (BLIND * len(held)):.1f}%")
    return table


def _large(data: Loaded) -> bool:
    return len(data.items) >= 100


def _small(data: Loaded) -> bool:
    return len(data.items) == 5


def guessed_wrong(data: Loaded, seed: int) -> bool:
    answerer = blind(seed)
    found = dataset_score(data, {item.id: answerer(item) for item in data.items}, {}, rounds=500)
    low, high = found.interval or (0.0, 0.0)
    return not low <= 100 * sum(map(chance, data.items)) / len(data.items) <= high


def stored(data: tuple[Loaded, ...]) -> tuple[tuple[Loaded, ...], dict[str, str]]:
    """60 datasets of 300 answers in many forms; a dataset that has fewer, or is absent, repeats another's questions."""
    there = [one for one in data if one.items]
    filled: list[Loaded] = []
    for one, stand_in in zip(data, cycle(there), strict=False):
        held = one if one.items else replace(stand_in, spec=stand_in.spec.model_copy(update={"name": one.spec.name}))
        items = islice(cycle(held.items), EACH)
        filled.append(replace(held, items=tuple(renamed(item, one.spec.name, n) for n, item in enumerate(items))))
    replies = {}
    for one in filled:
        for n, item in enumerate(one.items):
            said = oracle(item) if n % 3 else SYSTEMS["random"](item) or constant(item)
            replies[item.id] = FORMS[n % len(FORMS)].format(said)
    return tuple(filled), replies


def renamed(item: Item, name: str, number: int) -> Item:
    return replace(item, id=f"{name}/{number}", cluster=f"{name}/{number}")


def main() -> None:
    begun = process_time()
    data = datasets(profile("paper"), where())
    loading, memory = process_time() - begun, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / GIGABYTE
    table, missed = answers(data)
    table.show()
    guesses(data).show()
    filled, replies = stored(data)
    begun = process_time()
    outcome = score(profile("paper"), filled, replies)
    scoring = process_time() - begun
    times = Table("Time and memory", ("", "figure", "goal"))
    times.add("loading, seconds of one core", f"{loading:.1f}", "20")
    times.add("memory, gigabytes", f"{memory:.2f}", "1.5")
    times.add(f"{len(replies):,} stored answers, seconds of one core", f"{scoring:.1f}", "60")
    statuses = [status for one in outcome.datasets.values() for status in one.statuses.items()]
    lost = sum(count for status, count in statuses if status != "answered")
    times.note = f"{lost} of them could not be told; missed goals: {', '.join(missed) or 'none'}"
    times.show()


if __name__ == "__main__":
    main()
