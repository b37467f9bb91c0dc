"""Small cells: a figure about fewer than ten of many persons could point to one of them, so it isn't shown."""

from collections.abc import Sequence

LEAST = 10
"""Persons that a figure must be about, where more than one lives here."""


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
