"""Finds near-copies by their wording: the rare pairs of near tokens that a unit of a benchmark shares with an entry.

Pairs are of tokens at most two places apart, in no order, so that swapped, inserted and left-out words cost little. A
pair weighs as much as it is rare among the units; an entry leaks a unit if it has enough of the unit's weight.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

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
    members: _Ints
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
        members = unit[order]
        each = np.repeat(weights, counts)
        whole = np.bincount(members, each, len(pairs)).astype(np.float32)
        counting = np.bincount(members, each > 0, len(pairs))
        whole[counting < _FEWEST] = np.inf
        ends = np.append(starts, len(every)).astype(np.int64)
        return cls(vocabulary, keys, ends, members, weights, whole, place_of, places)

    @property
    def units(self) -> int:
        return len(self.whole)

    def best(self, texts: Sequence[str]) -> Found | None:
        """The unit of which some texts have most, in any one of them; None where they share nothing rare."""
        found = [one for text in texts if (one := self._best(text)) is not None]
        return max(found, key=lambda one: one.share, default=None)

    def leaked(self, texts: Sequence[str]) -> Found | None:
        """The same, where it is too much."""
        found = self.best(texts)
        return found if found is not None and found.share >= THRESHOLD else None

    def same(self, said: str) -> str | None:
        """Where a short message stands word for word; never a part of a longer one."""
        return self.short.get(" ".join(tokens(said))) if self.short else None

    def _best(self, text: str) -> Found | None:
        ids = np.array([self.vocabulary.get(token, -1) for token in tokens(text)], dtype=np.int64)
        if len(ids) < _LEAST or not len(self.keys):
            return None
        pairs = _pairs(ids, len(self.vocabulary))
        at = np.minimum(np.searchsorted(self.keys, pairs), len(self.keys) - 1)
        at = at[(self.keys[at] == pairs) & (self.weights[at] > 0)]
        lengths = self.starts[at + 1] - self.starts[at]
        if not len(at):
            return None
        ends = np.cumsum(lengths)
        rows = np.arange(ends[-1]) + np.repeat(self.starts[at] - (ends - lengths), lengths)
        shares = np.bincount(self.members[rows], np.repeat(self.weights[at], lengths), len(self.whole)) / self.whole
        top = int(np.argmax(shares))
        return Found(self.places[self.place_of[top]], float(shares[top]))


def _pairs(ids: _Ints, size: int) -> _Ints:
    """Different pairs of known tokens one or two places apart, the smaller first, as one number each."""
    near = [(ids[:-gap], ids[gap:]) for gap in (1, 2)]
    one, other = (np.concatenate([pair[side] for pair in near]) for side in (0, 1))
    known = (one >= 0) & (other >= 0) & (one != other)
    return np.unique(np.minimum(one, other)[known] * size + np.maximum(one, other)[known])
