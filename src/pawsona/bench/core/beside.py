"""Answers that no system gave, reported beside every table: what a figure has to be seen against."""

from collections import Counter
from collections.abc import Mapping, Sequence

from pawsona.bench.core.suite import Item

ECHOED = 100
"""Words of a prompt's end that the echo repeats, characters in Chinese."""


def beside(items: Sequence[Item], whole: Sequence[Item] = ()) -> dict[str, dict[str, str]]:
    """By name, an answer to each item; no echo where a release has no prompts.

    Args:
        items: what was asked.
        whole: the set they are a part of, by which a task's most frequent reference is known.
    """
    counts = _counts(whole or items)
    found = {
        "the reference itself": {item.id: item.reference for item in items},
        "nothing": {item.id: "" for item in items},
        "the task's most frequent reference": {item.id: _usual(item, counts) for item in items},
    }
    if all(item.prompt for item in items):
        found["the prompt's end again"] = {item.id: _end(item) for item in items}
    return found


def _end(item: Item) -> str:
    return item.prompt[-ECHOED:] if item.language == "zh" else " ".join(item.prompt.split()[-ECHOED:])


def _counts(items: Sequence[Item]) -> Mapping[str, Counter[str]]:
    """How often each task has each reference."""
    counts: dict[str, Counter[str]] = {}
    for item in items:
        if item.reference:
            counts.setdefault(item.task, Counter())[item.reference] += 1
    return counts


def _usual(item: Item, counts: Mapping[str, Counter[str]]) -> str:
    """The task's most frequent reference, the first of equals; never one that is this item's alone."""
    found = counts.get(item.task, Counter()).most_common(2)
    return next((text for text, n in found if n > 1 or text != item.reference), "")
