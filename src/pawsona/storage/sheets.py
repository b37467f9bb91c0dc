"""A bond's index in memory, the least used going first when they get too many.

A sheet grows in place while entries are only added, because a turn adds one and reading 20,000 again takes longer
than the whole turn may.
"""

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ids import Bond
from pawsona.domain.ports import KINDS
from pawsona.domain.sheet import Floats, Sheet

Columns = Mapping[str, Sequence[Any]]
"""Rows of a table by column."""
_SPARE = 1.25
"""Room for a quarter more, so that few additions copy a column."""


@dataclass(frozen=True, slots=True)
class Place:
    """What a sheet is kept under; vectors of another length are another sheet."""

    bond: Bond
    embedder: str
    width: int
    """Numbers of one vector."""


class Column:
    """An array that grows at its end."""

    def __init__(self, kind: Any, width: int | None = None) -> None:
        self._held: NDArray[Any] = np.empty(0 if width is None else (0, width), kind)
        self.count = 0

    @property
    def held(self) -> NDArray[Any]:
        return self._held[: self.count]

    @property
    def nbytes(self) -> int:
        return self._held.nbytes

    def extend(self, values: NDArray[Any]) -> None:
        """Add values; whoever holds a view of the old ones keeps them."""
        count = self.count + len(values)
        if count > len(self._held):
            grown = np.empty((int(count * _SPARE) if self.count else count, *self._held.shape[1:]), self._held.dtype)
            grown[: self.count] = self.held
            self._held = grown
        self._held[self.count : count] = values
        self.count = count


class Names:
    """Numbers for names, in the order in which they come."""

    def __init__(self, *first: str) -> None:
        self.numbers = {name: number for number, name in enumerate(first)}

    def number(self, name: str) -> int:
        return self.numbers.setdefault(name, len(self.numbers))


@dataclass
class Growing:
    """A sheet that is being filled."""

    width: int
    revision: int = 0
    refs: list[str] = field(default_factory=list)
    rows: dict[tuple[str, str], int] = field(default_factory=dict)
    places: dict[int, int] = field(default_factory=dict)
    """Where the vectors of rows are."""
    sessions: Names = field(default_factory=Names)
    speakers: Names = field(default_factory=lambda: Names(""))

    def __post_init__(self) -> None:
        kinds = {"kinds": np.int8, "at": np.int64, "sessions": np.int64, "speakers": np.int64, "asks": np.bool_}
        more = {"terms": np.uint32, "owners": np.int64, "lengths": np.int64, "embedded": np.int64}
        self.columns = {name: Column(kind) for name, kind in (kinds | more).items()}
        self.columns["vectors"] = Column(np.float32, self.width)

    def extend(self, entries: Columns, vectors: Columns, revision: int) -> None:
        """Add rows of the tables `entries` and `vectors`; a vector may be one of an entry that is here already."""
        first, refs = len(self.refs), entries["ref"]
        self.rows.update(zip(zip(entries["kind"], refs, strict=True), range(first, first + len(refs)), strict=True))
        self.refs += refs
        if refs:
            self._add(entries, first)
        rows = map(self.rows.get, zip(vectors["kind"], vectors["ref"], strict=True))
        self._embed({row: vector for row, vector in zip(rows, vectors["vector"], strict=True) if row is not None})
        self.revision = revision

    def _embed(self, given: Mapping[int, bytes]) -> None:
        """Give rows their vectors; where one had another, it is replaced."""
        known = [row for row in given if row in self.places]
        fresh = [row for row in given if row not in self.places]
        if known:
            self.columns["vectors"].held[[self.places[row] for row in known]] = self._numbers(given, known)
        if fresh:
            self.places |= {row: len(self.places) + n for n, row in enumerate(fresh)}
            self.columns["vectors"].extend(self._numbers(given, fresh))
            self.columns["embedded"].extend(np.asarray(fresh))

    def _numbers(self, given: Mapping[int, bytes], rows: Sequence[int]) -> Floats:
        return np.frombuffer(b"".join(given[row] for row in rows), "<f4").reshape(len(rows), self.width)

    def _add(self, entries: Columns, first: int) -> None:
        terms = entries["terms"]
        lengths = np.fromiter(map(len, terms), np.int64, len(terms)) // 4
        places = {kind: number for number, kind in enumerate(KINDS)}
        added: dict[str, Any] = {
            "kinds": [places[kind] for kind in entries["kind"]],
            "at": entries["said_at"],
            "sessions": [self.sessions.number(name) if name else -1 for name in entries["session_id"]],
            "speakers": [self.speakers.number(name) for name in entries["speaker"]],
            "asks": entries["asks"],
            "terms": np.frombuffer(b"".join(terms), "<u4"),
            "owners": np.repeat(np.arange(first, first + len(terms)), lengths),
            "lengths": lengths,
        }
        for name, values in added.items():
            self.columns[name].extend(np.asarray(values))

    def sheet(self) -> Sheet:
        """As it is now; what is added later does not show."""
        held = {name: column.held for name, column in self.columns.items()}
        return Sheet(refs=self.refs, rows=self.rows, names=tuple(self.speakers.numbers), **held)

    @property
    def nbytes(self) -> int:
        """How much memory it takes, about: a ref and its key are some 200 bytes."""
        return sum(column.nbytes for column in self.columns.values()) + 200 * len(self.refs)


class Sheets:
    """The sheets used last, up to a number of bytes."""

    def __init__(self, limit_bytes: int) -> None:
        self._limit = limit_bytes
        self._kept: OrderedDict[Place, Growing] = OrderedDict()
        self._bytes: dict[Place, int] = {}
        self._held = 0

    def get(self, place: Place) -> Growing | None:
        """The sheet of a place, if it is here; the caller compares its revision."""
        found = self._kept.get(place)
        if found is not None:
            self._kept.move_to_end(place)
        return found

    def keep(self, place: Place, sheet: Growing) -> None:
        """Keep a sheet, and let go of the least used ones beyond the limit."""
        self._kept[place] = sheet
        self._kept.move_to_end(place)
        self._held += sheet.nbytes - self._bytes.get(place, 0)
        self._bytes[place] = sheet.nbytes
        while self._kept and self._held > self._limit:
            gone, _ = self._kept.popitem(last=False)
            self._held -= self._bytes.pop(gone)

    def latest(self, bond: Bond) -> Place:
        """Where the bond's words are at hand, whatever vectors stand beside them; else with those that others have."""
        last = next(reversed(self._kept), Place(bond, "", 0))
        return next((place for place in reversed(self._kept) if place.bond == bond), replace(last, bond=bond))

    def clear(self) -> None:
        """Let go of all of them."""
        self._kept.clear()
        self._bytes.clear()
        self._held = 0
