"""A bond's vectors as one matrix in memory, the least used going first when they get too many.

A matrix grows in place while rows are only added, because a turn adds one row and reading 20,000 again takes longer
than the whole turn may.
"""

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Hit, Kind, Vector
from pawsona.storage.connection import Row

Floats = NDArray[np.float32]
_SPARE = 1.25
"""Room for a quarter more rows, so that few additions copy the matrix."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a matrix is kept under; vectors of another length are another matrix."""

    bond: Bond
    embedder: str
    size: int
    """Bytes of one vector."""


@dataclass(slots=True)
class Matrix:
    """Vectors as rows, and whose they are."""

    width: int
    revision: int = 0
    count: int = 0
    kinds: list[Kind] = field(default_factory=list)
    refs: list[str] = field(default_factory=list)
    values: Floats = field(default_factory=lambda: np.empty((0, 0), np.float32))

    def extend(self, rows: Sequence[Row], revision: int) -> None:
        """Add rows of kind, ref and vector."""
        if rows:
            self._make_room(self.count + len(rows))
            joined = b"".join(row["vector"] for row in rows)
            added = np.frombuffer(joined, dtype="<f4").reshape(len(rows), self.width)
            self.values[self.count : self.count + len(rows)] = added
            self.kinds.extend(row["kind"] for row in rows)
            self.refs.extend(row["ref"] for row in rows)
            self.count += len(rows)
        self.revision = revision

    def nearest(self, vector: Vector, kinds: Sequence[Kind], limit: int) -> list[Hit]:
        """The rows of these kinds with the highest cosine (vectors have unit length), best first."""
        if not self.count:
            return []
        # Not `@`: its threads wait for each other when the machine is busy (7 ms for 20,000 rows against 3).
        scores = np.einsum("ij,j->i", self.values[: self.count], np.frombuffer(vector, dtype="<f4"))
        wanted = set(kinds)
        if not wanted.issuperset(self.kinds):
            scores[[kind not in wanted for kind in self.kinds]] = -np.inf
        best = np.argpartition(-scores, limit)[:limit] if limit < self.count else np.arange(self.count)
        ordered = best[np.argsort(-scores[best], kind="stable")]
        hits = (Hit(self.kinds[n], self.refs[n], float(scores[n])) for n in ordered)
        return [hit for hit in hits if hit.score > -np.inf]

    def _make_room(self, count: int) -> None:
        if count <= len(self.values):
            return
        rows = count if not self.count else int(count * _SPARE)
        grown = np.empty((rows, self.width), np.float32)
        grown[: self.count] = self.values[: self.count] if self.count else 0
        self.values = grown


class Matrices:
    """The matrices used last, up to a number of bytes."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self._kept: OrderedDict[Place, Matrix] = OrderedDict()

    def get(self, place: Place) -> Matrix | None:
        """The matrix of a place, if it is here; the caller compares its revision."""
        matrix = self._kept.get(place)
        if matrix is not None:
            self._kept.move_to_end(place)
        return matrix

    def keep(self, place: Place, matrix: Matrix) -> None:
        """Keep a matrix, and let go of the least used ones beyond the limit."""
        self._kept[place] = matrix
        self._kept.move_to_end(place)
        while self._kept and self.held_bytes() > self._limit:
            self._kept.popitem(last=False)

    def clear(self) -> None:
        """Keep none."""
        self._kept.clear()

    def held_bytes(self) -> int:
        """How much memory the vectors take."""
        return sum(matrix.values.nbytes for matrix in self._kept.values())
