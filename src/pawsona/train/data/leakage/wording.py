"""Finds near-copies by their wording: the rare pairs of near tokens that a unit of a benchmark shares with an entry.

Pairs are of tokens at most two places apart, in no order, so that swapped, inserted and left-out words cost little. A
pair weighs as much as it is rare among the units; an entry leaks a unit if it has enough of the unit's weight.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pawsona.train.data.leakage.fold import SHORT, tokens, units
from pawsona.train.data.leakage.sets import Text

THRESHOLD = 0.38
"""Share of a unit's weight; measured by `benchmarks/train_data.py` on planted near-copies and on clean text."""
_COMMON = 0.01
"""Of the units, the share above which a pair says nothing."""
_FEWEST = 6
"""Pairs that count which a unit must have, or it is too common to be compared."""
FEWEST_ALONE = 4
"""Tokens of a text that is compared as a whole."""
_LEAST = 3
"""Tokens of an entry's text."""
_AT_ONCE = 16
"""Texts: more would not stay in a processor's memory."""
_Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Found:
    """A unit that an entry has."""

    place: str
    share: float


@dataclass(frozen=True)
class Wording:
    """An index of benchmark units."""

    vocabulary: dict[str, int]
    keys: _Ints
    """Pairs, sorted."""
    starts: _Ints
    """Where a pair's units begin in `members`."""
    members: NDArray[np.int32]
    weights: NDArray[np.float32]
    """Of pairs."""
    whole: NDArray[np.float32]
    """Of units: the weight of all their pairs; endless where a unit can't be compared."""
    place_of: NDArray[np.int32]
    places: tuple[str, ...]
    short: Mapping[str, str] = field(default_factory=dict)
    """Texts too short for a unit, folded, and where each is."""

    @classmethod
    def of(cls, texts: Iterable[Text]) -> "Wording":
        """From all texts of the sets; a unit that comes several times is one."""
        vocabulary: dict[str, int] = {}
        places: dict[str, int] = {}
        rows: dict[tuple[int, ...], int] = {}
        short: dict[str, str] = {}
        for text in texts:
            if (few := tokens(text.text)) and FEWEST_ALONE <= len(few) < SHORT:
                short.setdefault(" ".join(few), text.place)
            for unit in units(text.text):
                ids = tuple(vocabulary.setdefault(token, len(vocabulary)) for token in unit)
                rows.setdefault(ids, places.setdefault(text.place, len(places)))
        size = len(vocabulary)
        pairs = [_pairs(np.array(ids, dtype=np.int64), size) for ids in rows]
        built = cls._built(vocabulary, pairs, np.array(list(rows.values()), dtype=np.int32), tuple(places))
        return replace(built, short=short)

    @classmethod
    def _built(
        cls, vocabulary: dict[str, int], pairs: list[_Ints], place_of: NDArray[np.int32], places: tuple[str, ...]
    ) -> "Wording":
        every = np.concatenate(pairs) if pairs else np.zeros(0, np.int64)
        unit = np.repeat(np.arange(len(pairs)), [len(one) for one in pairs])
        order = np.argsort(every, kind="stable")
        keys, starts, counts = np.unique(every[order], return_index=True, return_counts=True)
        common = counts > max(20.0, _COMMON * len(pairs))
        weights = np.where(common, 0.0, np.log((1 + len(pairs)) / counts)).astype(np.float32)
        members = unit[order].astype(np.int32)
        each = np.repeat(weights, counts)
        whole = np.bincount(members, each, len(pairs)).astype(np.float32)
        counting = np.bincount(members, each > 0, len(pairs))
        whole[counting < _FEWEST] = np.inf
        ends = np.append(starts, len(every)).astype(np.int64)
        return cls(vocabulary, keys, ends, members, weights, whole, place_of, places)

    @property
    def units(self) -> int:
        return len(self.whole)

    def leaked(self, texts: Sequence[str]) -> Found | None:
        """The unit of which some texts have too much, in any one of them."""
        return gravest(self.shared([tokens(text) for text in texts]))

    def shared(self, rows: Sequence[Sequence[str]]) -> list[Found | None]:
        """For each row of tokens the unit of which it has most; None where they share nothing rare."""
        blocks = (rows[start : start + _AT_ONCE] for start in range(0, len(rows), _AT_ONCE))
        return [one for block in blocks for one in self._shared(block)]

    def same(self, said: str) -> str | None:
        """Where a short message stands word for word; never a part of a longer one."""
        return self.short.get(" ".join(tokens(said))) if self.short else None

    def _shared(self, rows: Sequence[Sequence[str]]) -> list[Found | None]:
        """In one pass: calls of numpy cost more here than what they reckon."""
        found: list[Found | None] = [None] * len(rows)
        of, pairs = self._pairs_of(rows)
        begins = self.starts[pairs]
        lengths = self.starts[pairs + 1] - begins
        ends = np.concatenate(([0], np.cumsum(lengths)))
        members = self.members[np.arange(ends[-1]) + np.repeat(begins - ends[:-1], lengths)]
        weights = np.repeat(self.weights[pairs], lengths)
        parts = ends[np.searchsorted(of, np.arange(len(rows) + 1))].tolist()
        for row, (start, end) in enumerate(pairwise(parts)):
            if start < end:
                found[row] = self._most(members[start:end], weights[start:end])
        return found

    def _pairs_of(self, rows: Sequence[Sequence[str]]) -> tuple[_Ints, _Ints]:
        """Places of the known rare pairs of each row, and before them the row that each is of."""
        get, size = self.vocabulary.get, len(self.vocabulary)
        told = [row if len(row) >= _LEAST else () for row in rows]
        # Two unknown tokens after each row: no pair reaches over them.
        ids = np.fromiter((get(token, -1) for row in told for token in (*row, "", "")), np.int64)
        of = np.repeat(np.arange(len(rows)), [len(row) + 2 for row in told])
        pairs = _pairs(ids, size, of)
        if not len(self.keys):
            return pairs[:0], pairs[:0]
        of, wanted = np.divmod(pairs, size * size)
        at = np.minimum(np.searchsorted(self.keys, wanted), len(self.keys) - 1)
        rare = (self.keys[at] == wanted) & (self.weights[at] > 0)
        return of[rare], at[rare]

    def _most(self, members: NDArray[np.int32], weights: NDArray[np.float32]) -> Found:
        shares = np.bincount(members, weights)[members] / self.whole[members]
        top = members[shares == shares.max()].min()
        return Found(self.places[self.place_of[top]], float(shares.max()))


def gravest(found: Iterable[Found | None]) -> Found | None:
    """Of what several texts share with units the most, where it is too much."""
    most = max((one for one in found if one is not None), key=lambda one: one.share, default=None)
    return most if most is not None and most.share >= THRESHOLD else None


def _pairs(ids: _Ints, size: int, of: _Ints | None = None) -> _Ints:
    """Different pairs of known tokens one or two places apart, the smaller first, as one number each.

    Args:
        ids: tokens; those below 0 are not known.
        size: of the vocabulary.
        of: for each token a number that stands before all else in its pairs.
    """
    one, other = np.concatenate((ids[:-1], ids[:-2])), np.concatenate((ids[1:], ids[2:]))
    known = (one >= 0) & (other >= 0) & (one != other)
    one, other = one[known], other[known]
    pairs = np.minimum(one, other) * size + np.maximum(one, other)
    if of is not None:
        pairs += np.concatenate((of[:-1], of[:-2]))[known] * (size * size)
    pairs.sort()
    first = np.ones(len(pairs), dtype=bool)
    first[1:] = pairs[1:] != pairs[:-1]
    return np.asarray(pairs[first], dtype=np.int64)
