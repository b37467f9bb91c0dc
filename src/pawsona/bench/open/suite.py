"""The open set as a suite: one task for each of the 16 skills, both languages in turn."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import chain, zip_longest
from pathlib import Path

from pawsona.bench.core.records import Score
from pawsona.bench.core.suite import Dataset, Item, Suite, Task
from pawsona.bench.core.tree import Node, leaf, node
from pawsona.bench.open.asking import chat_of, rubric_of
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.open.worth import FORM, metrics_of, signatures, worth
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError
from pawsona.skills import SKILLS

EACH = 25
"""Instances of a skill in one language."""
BESIDE = (FORM, "judge", "statements", "ss", "ss_standin")
"""Shown with each task, and no part of its score."""


def task_of(skill: str) -> str:
    """A skill's task: `chat_general`."""
    return skill.replace(".", "_")


def instances(folder: Path | None = None) -> Iterator[Instance]:
    """All of them, by language and skill.

    Args:
        folder: with `en/` and `zh/`; None is what Pawsona ships.

    Raises:
        ContentError: a line can't be read.
    """
    root: Traversable = folder or files(__package__) / "content"
    for language in LANGUAGES:
        for skill in SKILLS:
            path = root / language / f"{skill}.jsonl"
            if path.is_file():
                yield from _read(path, language)


@cache
def load(folder: Path | None = None) -> Dataset:
    """As items: of each skill in turn an English and a Chinese one, so that a few of them are of both.

    Raises:
        ContentError: a line can't be read.
    """
    by_task: dict[str, dict[Language, list[Item]]] = {task_of(s): {one: [] for one in LANGUAGES} for s in SKILLS}
    for one in instances(folder):
        by_task[task_of(one.skill)][one.language].append(item_of(one))
    items = [
        item for found in by_task.values() for item in chain(*zip_longest(*found.values())) if item is not None
    ]  # fmt: skip
    absent = [name for name, found in by_task.items() if not any(found.values())]
    return Dataset(tuple(items), tuple(f"{name}: no instances are here" for name in absent))


def item_of(instance: Instance) -> Item:
    """An instance as an item; the cluster is who talks."""
    (_, told), (_, material) = chat = chat_of(instance)
    return Item(
        id=instance.id, task=task_of(instance.skill), reference=form_of(instance.skill).write(instance.reference),
        prompt=f"{told}\n\n{material}", language=instance.language,
        cluster=f"{instance.companion['name']}/{instance.person['name']}",
        given={"chat": chat, "instance": instance.plain(), "rubric": rubric_of(instance)},
    )  # fmt: skip


def tree(scores: Sequence[Score]) -> Node | None:
    """The mean of the tasks' scores, each the mean of its metrics."""
    return node("total", [_task_node(skill, scores) for skill in SKILLS])


def _task_node(skill: str, scores: Sequence[Score]) -> Node | None:
    mine = [score for score in scores if score.category == task_of(skill)]
    counted = metrics_of(skill)
    there = [one for one in (leaf(metric, mine, metric) for metric in (*counted, *BESIDE)) if one is not None]
    return node(task_of(skill), there, [float(one.name in counted) for one in there])


def _read(path: Traversable, language: Language) -> Iterator[Instance]:
    for number, line in enumerate(path.read_text("utf-8").splitlines(), 1):
        try:
            yield Instance.of(json.loads(line), language)
        except (ValueError, KeyError, TypeError) as error:
            raise ContentError(f"{path.name}, line {number} is no instance ({type(error).__name__} {error}).") from None


SUITE = Suite(
    name="open",
    title="The open set",
    paper="ours (docs/open-set.md)",
    tasks=tuple(
        Task(name=task_of(skill), title=skill, n=EACH * len(LANGUAGES), skill=skill, group=skill.partition(".")[0],
             metrics=metrics_of(skill))
        for skill in SKILLS
    ),
    profile="open",
    languages=LANGUAGES,
    source="part of Pawsona",
    licence="CC BY 4.0, as far as it isn't Apache-2.0 with the rest",
    load=load,
    worth=worth,
    signatures=signatures,
    tree=tree,
)  # fmt: skip
