"""A bond's index in memory, the least used going first when they get too many.

A sheet grows in place while entries are only added, because a turn adds one and reading 20,000 again takes longer
than the whole turn may.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ids import Bond
from pawsona.domain.ports import KINDS
from pawsona.domain.sheet import Octets, Sheet
from pawsona.memory.cosine import norms
from pawsona.storage.rows.vector import octets

Columns = Mapping[str, Sequence[Any]]
"""Rows of a table by column."""
_FEW = 16
"""Entries that are looked for among all before a dictionary of them is made."""
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
        self.kind = kind
        self._held: NDArray[Any] = np.empty(0 if width is None else (0, width), kind)
        self.count = 0

    def replace(self, places: Sequence[int], values: NDArray[Any]) -> None:
        """Put others in their places; whoever holds a view may see them."""
        if not self._held.flags.writeable:
            self._held = self._held.copy()
        self._held[places] = values

    @property
    def held(self) -> NDArray[Any]:
        return self._held[: self.count]

    @property
    def nbytes(self) -> int:
        return self._held.nbytes

    def extend(self, values: NDArray[Any]) -> None:
        """Add values; whoever holds a view of the old ones keeps them."""
        if not self.count:
            self._held, self.count = values, len(values)  # mostly all that there are: they need no copy
            return
        count = self.count + len(values)
        if count > len(self._held):
            grown = np.empty((int(count * _SPARE), *self._held.shape[1:]), self._held.dtype)
            grown[: self.count] = self.held
            self._held = grown
        self._held[self.count : count] = values
        self.count = count


class Names:
    """Numbers for names, in the order in which they come; the one of no name is given."""

    def __init__(self, nameless: int) -> None:
        self.numbers = {"": nameless}

    def resume(self, names: Sequence[str]) -> None:
        """Go on after names that were numbered before; the first of them is no name."""
        self.numbers = dict(zip(names, range(self.numbers[""], self.numbers[""] + len(names)), strict=True))

    def number(self, names: Sequence[str]) -> list[int]:
        for name in dict.fromkeys(names):
            self.numbers.setdefault(name, self.numbers[""] + len(self.numbers))
        return [*map(self.numbers.__getitem__, names)]


class Rows:
    """Kind and ref -> row. Made into a dictionary by whoever asks for many: a stranger's recall asks for a dozen."""

    def __init__(self, kinds: Column, refs: Sequence[str]) -> None:
        self._kinds, self._refs = kinds, refs
        self._known: dict[tuple[str, str], int] = {}
        self._asked = 0
        self._alone = threading.Lock()  # it is asked on the event loop, and in threads

    def get(self, key: tuple[str, str]) -> int | None:
        """The row, if there is one."""
        with self._alone:
            self._asked += 1
            return self._sought(*key) if self._asked <= _FEW else self._all().get(key)

    def of(self, keys: Iterable[tuple[str, str]]) -> list[int | None]:
        """The same for many."""
        with self._alone:
            self._asked = _FEW
            return [*map(self._all().get, keys)]

    def _sought(self, kind: str, ref: str) -> int | None:
        wanted, row = KINDS.index(kind), -1
        try:
            while True:
                row = self._refs.index(ref, row + 1)
                if self._kinds.held[row] == wanted:
                    return row
        except ValueError:
            return None

    def _all(self) -> dict[tuple[str, str], int]:
        begin = len(self._known)
        if begin < len(self._refs):
            refs = self._refs[begin:]  # a thread that extends the sheet adds kinds first, so these have theirs
            kinds = map(KINDS.__getitem__, self._kinds.held[begin : begin + len(refs)].tolist())
            self._known.update((key, begin + n) for n, key in enumerate(zip(kinds, refs, strict=True)))
        return self._known


@dataclass
class Growing:
    """A sheet that is being filled."""

    width: int
    revision: int = 0
    refs: list[str] = field(default_factory=list)
    _places: dict[int, int] = field(default_factory=dict)
    sessions: Names = field(default_factory=lambda: Names(-1))
    speakers: Names = field(default_factory=lambda: Names(0))

    def __post_init__(self) -> None:
        kinds = {"kinds": np.int8, "at": np.int64, "sessions": np.int64, "speakers": np.int64, "asks": np.bool_}
        more = {"terms": np.uint32, "owners": np.int64, "lengths": np.int64, "embedded": np.int64}
        self.columns = {name: Column(kind) for name, kind in (kinds | more).items()}
        self.columns |= {"vectors": Column(np.int8, self.width), "norms": Column(np.float32)}
        self.rows = Rows(self.columns["kinds"], self.refs)

    def extend(self, entries: Columns, vectors: Columns, revision: int) -> None:
        """Add rows of the tables `entries` and `vectors`; a vector may be one of an entry that is here already."""
        refs, found = entries["ref"], vectors["vector"]
        if refs:
            self._add(entries, len(self.refs))
            self.refs += refs
        rows = self.rows.of(zip(vectors["kind"], vectors["ref"], strict=True)) if found else []
        if None in rows:  # of a text that went meanwhile
            found = [vector for row, vector in zip(rows, found, strict=True) if row is not None]
        if found:
            self._embed([row for row in rows if row is not None], octets(found, self.width))
        self.revision = revision

    def _embed(self, rows: Sequence[int], given: Octets) -> None:
        """Give rows their vectors; where one had another, it is replaced."""
        there = self._there()
        if again := [place for place, row in enumerate(rows) if row in there] if there else []:
            places = [there[rows[place]] for place in again]
            self.columns["vectors"].replace(places, given[again])
            self.columns["norms"].replace(places, norms(given[again]))
            rows, given = [row for row in rows if row not in there], np.delete(given, again, axis=0)
        self.columns["vectors"].extend(given)
        self.columns["norms"].extend(norms(given))
        self.columns["embedded"].extend(np.asarray(rows, np.int64))

    def _there(self) -> dict[int, int]:
        """Where the vectors of rows are; made when it is first asked for, which a stranger's one recall never does."""
        embedded = self.columns["embedded"].held
        begun = len(self._places)
        if begun < len(embedded):
            self._places.update(zip(embedded[begun:].tolist(), range(begun, len(embedded)), strict=True))
        return self._places

    def _add(self, entries: Columns, first: int) -> None:
        terms = entries["terms"]
        lengths = np.fromiter(map(len, terms), np.int64, len(terms)) // 4
        places = {kind: number for number, kind in enumerate(KINDS)}
        added: dict[str, Any] = {
            "kinds": [*map(places.__getitem__, entries["kind"])],
            "at": entries["said_at"],
            "sessions": self.sessions.number(entries["session_id"]),
            "speakers": self.speakers.number(entries["speaker"]),
            "asks": entries["asks"],
            "terms": np.frombuffer(b"".join(terms), "<u4"),
            "owners": np.repeat(np.arange(first, first + len(terms)), lengths),
            "lengths": lengths,
        }
        for name, values in added.items():
            column = self.columns[name]
            column.extend(np.asarray(values, column.kind))

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
        self._alone = threading.Lock()  # readers in several threads would count wrongly

    def get(self, place: Place) -> Growing | None:
        """The sheet of a place, if it is here; the caller compares its revision."""
        with self._alone:
            found = self._kept.get(place)
            if found is not None:
                self._kept.move_to_end(place)
            return found

    def keep(self, place: Place, sheet: Growing) -> None:
        """Keep a sheet, and let go of the least used ones beyond the limit."""
        with self._alone:
            self._kept[place] = sheet
            self._kept.move_to_end(place)
            self._held += sheet.nbytes - self._bytes.get(place, 0)
            self._bytes[place] = sheet.nbytes
            while self._kept and self._held > self._limit:
                gone, _ = self._kept.popitem(last=False)
                self._held -= self._bytes.pop(gone)

    def latest(self, bond: Bond) -> Place:
        """Where the bond's words are at hand, whatever vectors stand beside them; else with those that others have."""
        with self._alone:
            last = next(reversed(self._kept), Place(bond, "", 0))
            return next((place for place in reversed(self._kept) if place.bond == bond), replace(last, bond=bond))

    def clear(self) -> None:
        """Let go of all of them."""
        with self._alone:
            self._kept.clear()
            self._bytes.clear()
            self._held = 0
