"""What a bond's index holds, as columns: recall looks at all of it for every question."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ids import Bond

Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]
Octets = NDArray[np.int8]
Flags = NDArray[np.bool_]
Terms = NDArray[np.uint32]
"""Words as 32-bit numbers."""


class Rows(Protocol):
    """Where entries stand."""

    def get(self, key: tuple[str, str]) -> int | None:
        """The row of a kind and ref."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """All entries of one bond, one row each, in the order in which they were written. To be read only."""

    kinds: NDArray[np.int8]
    """Places in `ports.KINDS`."""
    refs: Sequence[str]
    rows: Rows
    """Rows that came after this sheet was taken may stand there, too."""
    at: Numbers
    """When it was said, in seconds since 1970; 0 where that is not known."""
    sessions: Numbers
    """Numbers from 0 on; -1 for an entry of no session."""
    speakers: Numbers
    """Places in `names`."""
    names: Sequence[str]
    """Who speaks; the first is "", the person of the bond."""
    asks: Flags
    """Whether it ends with a question."""
    terms: Terms
    """The words of all rows, one row after the other."""
    owners: Numbers
    """The row of each word."""
    lengths: Numbers
    """Words per row."""
    vectors: Octets
    """Those that there are of this embedder, in eight bits: in memory, too, they are most of what there is."""
    norms: Floats
    """What their numbers have to be divided by to be of unit length."""
    embedded: Numbers
    """The row of each vector."""

    def __len__(self) -> int:
        return len(self.at)

    def row(self, kind: str, ref: str | None) -> int | None:
        """Where an entry stands, if it does."""
        row = self.rows.get((kind, ref)) if ref is not None else None
        return row if row is not None and row < len(self) else None


ONE_BY_ONE = 256
"""Entries that need no shelf: to read so many takes no longer than to ask what they say."""


class Shelf(Protocol):
    """A bond's sheet in one piece beside its rows, because a thousand rows take ten times as long to read."""

    async def scattered(self, bond: Bond, embedder: str, least: int = ONE_BY_ONE) -> bool:
        """Whether more entries than the least would be read one by one, or what lies there holds what is gone."""

    async def lay_by(self, bond: Bond, embedder: str) -> bool:
        """Lay by the sheet as it is now; not done where something of it is deleted meanwhile.

        Nor without a vector of the embedder: then only what lies there goes.
        """
