"""Persons by what they said and what is kept of it, as in figure 5 of the iPET paper, and how far they come.

The paper prints its figure as a picture without its ranges; these are ours.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.census import Group, Steps
from pawsona.lab import cells

LOWEST = (0, 1, 2, 5, 10, 20, 50, 100, 200, 500)
"""The lowest number of each range, of turns as of entries."""
STEPS = ("adopted", "talked", "next_day", "second_week", "lasting")
_Counts = NDArray[np.int64]
Figure = tuple[str, str, str, float | int | None]
"""Table, row, column, value; None where it is hidden or not known."""


@dataclass(frozen=True)
class Users:
    """Persons by ranges; None where so few are in one that it is hidden."""

    persons: int
    turns: tuple[int | None, ...]
    entries: tuple[int | None, ...]
    together: float | None
    """Rank correlation (Spearman, over the ranges) of turns and entries; None where it can't be told."""
    steps: tuple[int | None, ...]
    fewest: int = 0
    """Persons that a figure must be about here."""

    def figures(self) -> Iterator[Figure]:
        """For JSON and CSV."""
        yield "persons", "all", "persons", self.persons
        yield from (("turns", name, "persons", n) for name, n in zip(ranges(), self.turns, strict=True))
        yield from (("entries", name, "persons", n) for name, n in zip(ranges(), self.entries, strict=True))
        yield "together", "spearman", "value", self.together
        yield from (("steps", name, "persons", n) for name, n in zip(STEPS, self.steps, strict=True))


def users(groups: Sequence[Group], steps: Steps, *, others: bool = False) -> Users:
    """Put the database's groups together; what is small is hidden here, once, for everything that shows it.

    Args:
        groups: persons by ranges.
        steps: how far they came.
        others: more live here than these, so who is alone among them does not look at themselves.
    """
    table = np.zeros((len(LOWEST), len(LOWEST)), dtype=np.int64)
    for group in groups:
        table[group.turns, group.memories] += group.persons
    persons = int(table.sum())
    fewest = cells.LEAST if others else cells.least(persons)
    counts = [getattr(steps, name) for name in STEPS]
    return Users(
        persons=persons,
        turns=cells.parted(table.sum(axis=1).tolist(), fewest),
        entries=cells.parted(table.sum(axis=0).tolist(), fewest),
        together=_together(table) if persons >= cells.LEAST else None,
        steps=tuple(cells.shown(count, fewest) for count in counts),
        fewest=fewest,
    )


def ranges() -> list[str]:
    """What the ranges are called: 0, 1, 2–4, ..., 500+."""
    ends = [*(low - 1 for low in LOWEST[1:]), None]
    named = zip(LOWEST, ends, strict=True)
    return [f"{low}+" if end is None else f"{low}–{end}" if end > low else f"{low}" for low, end in named]


def _together(table: _Counts) -> float | None:
    """Spearman's rank correlation of a table of counts: everybody in a range has its middle rank."""
    rows, columns = (_ranks(table.sum(axis=axis)) for axis in (1, 0))
    whole = table.sum()
    rows, columns = rows - rows @ table.sum(axis=1) / whole, columns - columns @ table.sum(axis=0) / whole
    spread = (rows**2 @ table.sum(axis=1)) * (columns**2 @ table.sum(axis=0))
    return float(rows @ table @ columns / np.sqrt(spread)) if spread > 0 else None


def _ranks(counts: _Counts) -> NDArray[np.float64]:
    ends = np.cumsum(counts)
    return (ends - counts + ends + 1) / 2
