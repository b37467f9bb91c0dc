"""A vector on disk: eight bits a number.

Recall of somebody who is not in memory has to read all their vectors, and most of its time went into moving them. A
cosine is off by some 0.0004 then, which changes nothing that `bench recall` can see. Vectors of before have 32 bits
until a night lays the bond's sheet by.
"""

from collections.abc import Sequence

import numpy as np

from pawsona.domain.ports import Vector
from pawsona.domain.sheet import Octets

_BITS = b"\x08"
"""Before the numbers, so that no length means both: those of before are multiples of four, as widths are."""
_MOST = 127


def lengths(width: int) -> tuple[int, int]:
    """The bytes that a vector of so many numbers may have: one kept now, one of before."""
    return len(_BITS) + width, 4 * width


def width_of(found: bytes) -> int:
    """How many numbers a vector has that was kept."""
    return len(found) - len(_BITS) if len(found) % 4 else len(found) // 4


def kept(vector: Vector) -> bytes:
    """What is kept of a vector: its direction."""
    numbers = np.frombuffer(vector, "<f4")
    most = float(np.abs(numbers).max(initial=0.0)) or 1.0
    return _BITS + np.rint(numbers * (_MOST / most)).astype(np.int8).tobytes()


def octets(found: Sequence[bytes], width: int) -> Octets:
    """Vectors that were kept, one row each; to be read only."""
    length, _ = lengths(width)
    if not all(len(one) == length for one in found):
        found = [one if len(one) == length else kept(Vector(one)) for one in found]
    return np.frombuffer(b"".join(found), np.int8).reshape(-1, length)[:, len(_BITS) :]
