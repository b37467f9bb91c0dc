"""iPET's offline evaluation as a suite: each sample once for every method, with and without memories."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Any, get_args

import yaml

from pawsona.bench.core.records import Score
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.suite import Dataset, Item, Suite, Task
from pawsona.bench.core.tables import Table
from pawsona.bench.core.tree import Node, leaf, node
from pawsona.bench.ipet.checks import CHECKS, worth
from pawsona.bench.ipet.day import METHODS, SKILL, readable, written
from pawsona.bench.open.instance import Json
from pawsona.domain.day import Method, Mode
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import InputError

EACH = 25
"""Samples in one language; 50 in all, as in the paper."""
DIMENSIONS = ("realism", "consistency", "richness", "attraction")
MODES: tuple[Mode, ...] = get_args(Mode)
TITLES: Mapping[Method, str] = {
    "basic": "Basic Information", "direct": "Direct Generation", "world": "World Simulation",
    "no_outline": "without outline",
}  # fmt: skip
CALLS: Mapping[Method, int] = {"basic": 0, "direct": 1, "world": 8, "no_outline": 7}
"""What a day takes of six hours, one call for each detail; repairs come on top."""
RUBRIC = "ipet-1"
HIGHEST = 5


def task_of(method: Method, mode: Mode) -> str:
    """A cell of table 1: `world_memory`."""
    return f"{method}_{mode}"


@cache
def load(path: Path | None = None) -> Dataset:
    """Every sample by every method in both modes, the languages in turn.

    Raises:
        InputError: a path is named, and there is nothing that could be elsewhere.
    """
    if path is not None:
        raise InputError("ipet has samples of its own: leave --data out.")
    pairs = zip(*(samples(language) for language in LANGUAGES), strict=True)
    mixed = [(language, row) for pair in pairs for language, row in zip(LANGUAGES, pair, strict=True)]
    items = [_item(row, language, method, mode) for mode in MODES for method in METHODS for language, row in mixed]
    return Dataset(tuple(items))


@cache
def samples(language: Language) -> tuple[Json, ...]:
    """Personas, their people and what is remembered of them."""
    rows = yaml.safe_load(_content(f"personas_{language}.yaml"))
    return tuple(rows)


def _item(row: Json, language: Language, method: Method, mode: Mode) -> Item:
    """The cluster is the persona: methods and modes are compared on the same ones."""
    instance = _instance(row, language, method, mode)
    return Item(
        id=f"{row['id']}:{method}:{mode}", task=task_of(method, mode), language=language, cluster=row["id"],
        given={
            "instance": instance, "rubric": _rubric(instance), "about": "\n".join(_told(instance).values()),
            "kind": "day", "calls": CALLS[method],
        },
    )  # fmt: skip


def _instance(row: Json, language: Language, method: Method, mode: Mode) -> dict[str, Any]:
    hobbies = row["hobbies"]
    return {
        "id": f"{row['id']}:{mode}", "skill": f"{SKILL}{method}", "language": language, "tags": {},
        "companion": {"name": row["name"], "kind": row["species"], "personality": row["personality"]},
        "person": row["person"], "now": f"{row['date']}T07:00", "hobbies": hobbies,
        "input": {
            "hobbies": ", ".join(hobbies), "friends": row["friends"], "weather": row["weather"],
            "memories": row["memories"] if mode == "memory" else [],
        },
    }  # fmt: skip


def _rubric(instance: Json) -> Rubric:
    safe = {name: text.replace("{", "{{").replace("}", "}}") for name, text in _told(instance).items()}
    prompt = Template(_content(f"judge_{instance['language']}.txt")).substitute(safe)
    return Rubric(name=RUBRIC, prompt=prompt, scale=dict.fromkeys(DIMENSIONS, (0, HIGHEST)), mark="")


def _told(instance: Json) -> dict[str, str]:
    """Who the pet is and what it remembers, for judges and raters."""
    language: Language = instance["language"]
    given = instance["input"]
    told = {
        "name": instance["companion"]["name"], "species": instance["companion"]["kind"],
        "personality": instance["companion"]["personality"], "hobbies": given["hobbies"],
        "friends": "; ".join(f"{one['name']}: {one['about']}" for one in given["friends"]),
        "person": f"{instance['person']['name']}. {instance['person']['about']}", "weather": given["weather"],
    }  # fmt: skip
    words = _words()[language]
    memories = "".join(f"\n- {memory}" for memory in given["memories"])
    return {
        "pet": "\n".join(f"{words[key]}: {text}" for key, text in told.items()),
        "memories": f"\n{words['memories']}:{memories}\n" if memories else "",
    }


def tree(scores: Sequence[Score]) -> Node | None:
    """Per cell the mean of the four dimensions; without a judge, of the checks."""
    return node("total", [_cell(task_of(method, mode), scores) for mode in MODES for method in METHODS])


def _cell(task: str, scores: Sequence[Score]) -> Node | None:
    mine = [score for score in scores if score.category == task]
    there = [one for one in (leaf(metric, mine, metric) for metric in (*DIMENSIONS, *CHECKS)) if one is not None]
    judged = any(one.name in DIMENSIONS for one in there)
    return node(task, there, [float((one.name in DIMENSIONS) == judged) for one in there])


def _tables(scores: Sequence[Score]) -> Sequence[Table]:
    from pawsona.bench.ipet import report  # which names this module's tasks

    return report.tables(scores)


def _signatures() -> Signatures:
    return {name: signed(name, by="day-checker") for name in CHECKS}


@cache
def _words() -> Mapping[str, Mapping[str, str]]:
    found: Mapping[str, Mapping[str, str]] = yaml.safe_load(_content("words.yaml"))
    return found


def _content(name: str) -> str:
    return (files(__package__) / "content" / name).read_text("utf-8")


def _tasks() -> Iterator[Task]:
    for mode in MODES:
        for method in METHODS:
            yield Task(
                name=task_of(method, mode), title=f"{TITLES[method]}, {mode} mode", n=EACH * len(LANGUAGES),
                skill="", group=mode, metrics=(*DIMENSIONS, *CHECKS),
            )  # fmt: skip


SUITE = Suite(
    name="ipet",
    title="iPET, offline",
    paper="iPET: An Interactive Emotional Companion Dialogue System, table 1 (samples of ours)",
    tasks=tuple(_tasks()),
    profile="ipet",
    languages=LANGUAGES,
    source="part of Pawsona",
    licence="CC BY 4.0",
    load=load,
    written=written,
    readable=readable,
    worth=worth,
    signatures=_signatures,
    tree=tree,
    tables=_tables,
)
