"""Long lists of ids in pieces: a database takes only so many parameters at once."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

T = TypeVar("T")
_SIZE = 500


def batches(items: Sequence[T]) -> Iterator[Sequence[T]]:
    """The items in order, at most 500 at a time."""
    for start in range(0, len(items), _SIZE):
        yield items[start : start + _SIZE]
