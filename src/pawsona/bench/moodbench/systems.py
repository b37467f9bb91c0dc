"""Systems that need no model: what a perfect, a stubborn and a blind answerer get shows what a figure is worth."""

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

from pawsona.bench.moodbench.item import Item

Answerer = Callable[[Item], Any]
SEED = 20261122


def oracle(item: Item) -> str:
    """The right answer; of a questionnaire the highest mark; the first option where nothing is right."""
    if item.marks:
        return max(item.marks, key=lambda label: item.marks[label])
    if item.references:
        return item.references[0]
    if item.several:
        return ", ".join(sorted(item.right, key=item.labels.names.index)) or "none"
    return min(item.right, key=item.labels.names.index) if item.right else item.labels.names[0]


def constant(item: Item) -> str:
    """Always the first option; of a text nothing."""
    return item.labels.names[0] if item.labels.names else ""


def blind(seed: int) -> Answerer:
    """One that takes any option, the same in every run."""

    def answer(item: Item) -> str:
        return Random(f"{seed}/{item.id}").choice(item.labels.names) if item.labels.names else ""

    return answer


SYSTEMS: Mapping[str, Answerer] = {"oracle": oracle, "constant": constant, "random": blind(SEED)}


def chance(item: Item) -> float:
    """How likely one option drawn at random is right."""
    if item.several:
        return 1 / len(item.labels.names) if len(item.right) == 1 else 0.0
    return len(item.right) / len(item.labels.names) if item.labels.names else 0.0
