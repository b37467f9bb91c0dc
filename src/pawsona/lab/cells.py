"""Small cells: a figure about fewer than ten of many persons could point to one of them, so it isn't shown."""

from collections.abc import Sequence
from dataclasses import dataclass

LEAST = 10
"""Persons that a figure must be about, where more than one lives here."""


@dataclass(frozen=True)
class Behind:
    """The persons that a figure of one arm is about."""

    persons: int
    hits: int | None
    """Of a share: those who did it."""

    def __add__(self, more: "Behind") -> "Behind":
        hits = None if self.hits is None or more.hits is None else self.hits + more.hits
        return Behind(self.persons + more.persons, hits)

    @property
    def few(self) -> bool:
        """One of them could be picked out: by being there, by having done it, or by not having done it."""
        return any(0 < count < LEAST for count in self._counts)

    def apart(self, before: "Behind") -> bool:
        """Who is new since another figure is nobody, or enough that the two don't tell of one by what is between."""
        moved = (abs(a - b) for a, b in zip(self._counts, before._counts, strict=True))
        return all(not by or by >= LEAST for by in moved)

    @property
    def _counts(self) -> tuple[int, ...]:
        return (self.persons,) if self.hits is None else (self.persons, self.hits, self.persons - self.hits)


def least(persons: int) -> int:
    """How many a figure must be about here: somebody who is alone looks at themselves."""
    return LEAST if persons > 1 else 0


def shown(count: int, fewest: int) -> int | None:
    """The count; None where it is hidden. Nobody is a figure that points to nobody."""
    return count if count == 0 or count >= fewest else None


def parted(counts: Sequence[int], fewest: int) -> tuple[int | None, ...]:
    """The parts of a sum that is known: what is hidden must not come out by taking the others from it."""
    hidden = {at for at, count in enumerate(counts) if 0 < count < fewest}
    while hidden and (len(hidden) < 2 or sum(counts[at] for at in hidden) < fewest):
        left = [at for at, count in enumerate(counts) if count and at not in hidden]
        if not left:
            break
        hidden.add(min(left, key=lambda at: counts[at]))
    return tuple(None if at in hidden else count for at, count in enumerate(counts))
