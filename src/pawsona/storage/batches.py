"""Long lists of ids in pieces: a database takes only so many parameters at once.

Pairs go by their first half: SQLite uses the whole key for `a = ? AND b IN (...)`, but not for `(a, b) IN (...)`.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_SIZE = 500
First = TypeVar("First")


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items in order, at most 500 at a time."""
    for start in range(0, len(items), _SIZE):
        yield items[start : start + _SIZE]


def batches_by_first(pairs: Iterable[tuple[First, T]]) -> Iterator[tuple[First, Sequence[T]]]:
    """Each first half with its second halves, at most 500 at a time."""
    grouped: dict[First, list[T]] = {}
    for first, second in pairs:
        grouped.setdefault(first, []).append(second)
    for first, seconds in grouped.items():
        for some in batches(seconds):
            yield first, some
