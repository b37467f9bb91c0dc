"""What the benchmark consists of: the paper's table 1, its ratios and its languages, counted from our own files."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from pawsona.bench.core import Table
from pawsona.bench.moodbench.aggregate import effective
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.spec import specs
from pawsona.bench.moodbench.structure import Structure

PRINTED = {"zh": 35.0, "en": 58.3, "both": 6.7}
"""The paper's shares of languages, percent: 21, 35 and 4 of 60."""
UNSEEN = (
    "The loaders of {} follow the form in which these sets are documented; they were never run on the sets' own files. "
    "What such a file has that they don't know is named, and left out."
)
LANGUAGES = (
    "The paper prints 35% Chinese, 58.3% English and 6.7% bilingual (21, 35 and 4 of 60) and no list. These shares "
    "come out if LogiQA and PersonaFeedback are counted as Chinese; that reading is ours."
)


def counts(structure: Structure) -> Table:
    """The paper's table 1."""
    table = Table(
        "MoodBench 1.0: tasks, datasets and methods", ("", "sub-ability", "tasks", "datasets", "self-built", "methods")
    )
    for ability, sub in structure.sub_abilities:
        tasks = [task for task in structure.tasks if task[:2] == (ability, sub)]
        names = {place.dataset for place in structure.places() if (place.ability, place.sub_ability) == (ability, sub)}
        own = sum(name.startswith("MoodBench") for name in names)
        table.add(ability, sub, len(tasks), len(names), own, len(names))
    whole = structure.datasets
    own = sum(name.startswith("MoodBench") for name in whole)
    table.add("total", "", len(structure.tasks), len(whole), own, len(whole))
    return table


def tables(structure: Structure) -> list[Table]:
    """Table 1, the three ratios, and the shares of languages beside those that the paper prints."""
    shares = Table("Languages, percent of datasets", ("", "ours", "the paper's"), note=LANGUAGES)
    for language, share in languages(structure).items():
        shares.add(language, f"{share:.1f}", f"{PRINTED[language]:.1f}")
    held = Table("Ratios", ("", "here", "aimed at"))
    for (name, ratio), aim in zip(ratios(structure).items(), (3, 2, 1), strict=True):
        held.add(name, f"{ratio:.2f}", aim)
    return [counts(structure), held, shares]


def ratios(structure: Structure) -> dict[str, float]:
    """Each count by the one above it: the paper aims at 3, 2 and 1."""
    subs, tasks, datasets = len(structure.sub_abilities), len(structure.tasks), len(structure.datasets)
    return {"tasks per sub-ability": tasks / subs, "datasets per task": datasets / tasks, "methods per dataset": 1.0}


def languages(structure: Structure) -> dict[str, float]:
    """Shares of languages, percent."""
    found = Counter[str](specs()[name].language for name in structure.datasets)
    return {language: 100 * found[language] / len(structure.datasets) for language in PRINTED}


def listing(structure: Structure, data: Sequence[Loaded] = ()) -> Table:
    """Every dataset with its weight in the total, and how many of its rows can be asked."""
    columns = ("dataset", "language", "adapter", "metric", "weight", "rows", "usable", "asked", "dropped")
    untested: list[str] = []
    table = Table(f"Datasets of the profile {structure.name}", columns)
    weights, there = effective(structure), {one.spec.name: one for one in data}
    for name in structure.datasets:
        spec, held = specs()[name], there.get(name)
        figures = (held.rows, held.usable, len(held.items), sum(held.dropped.values())) if held else (None,) * 4
        untested += [] if spec.source.seen else [name]
        table.add(name, spec.language, spec.adapter, spec.metric.name, f"{weights[name]:.3f}", *figures)
    table.note = UNSEEN.format(", ".join(untested)) if untested else ""
    return table


def plain(structure: Structure, data: Sequence[Loaded] = ()) -> dict[str, Any]:
    """As JSON."""
    return {
        "profile": structure.name,
        "source": structure.source,
        "table1": counts(structure).plain(),
        "ratios": ratios(structure),
        "languages": languages(structure),
        "languages_printed": PRINTED,
        "note": LANGUAGES,
        "weights": effective(structure),
        "datasets": [_dataset(name) for name in structure.datasets],
        "data": [
            {
                "dataset": one.spec.name, "rows": one.rows, "usable": one.usable, "asked": len(one.items),
                "dropped": dict(one.dropped), "problems": list(one.problems), "absent": one.absent,
            }
            for one in data
        ],
    }  # fmt: skip


def _dataset(name: str) -> dict[str, Any]:
    spec = specs()[name]
    return {
        "name": name, "title": spec.title, "language": spec.language, "licence": spec.licence, "split": spec.split,
        "source": spec.source.model_dump(), "adapter": spec.adapter, "metric": spec.metric.model_dump(),
        "sample": spec.sample, "seed": spec.seed, "confirmed": list(spec.confirm), "remark": spec.remark,
    }  # fmt: skip
