"""Finds the few cues worth trying on a text, so that a thousand cues cost little more than a hundred."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Generic, TypeVar

from pawsona.care.cues import Cue, pieces
from pawsona.domain.language import Language

T = TypeVar("T")


class CueIndex(Generic[T]):
    """Cues, each with what it stands for, by the words that a text must hold before the cue can match.

    A cue has some gates, and each is a place in one long row of bits: all first gates of the cues, then all second
    ones, and so on. A word has the bits of the gates that it meets. What a text holds is put together by "or", and a
    cue is near whose bit is set in every part of the row: whole numbers do that for all cues at once.
    """

    def __init__(self, language: Language, cues: Sequence[tuple[Cue, T]]) -> None:
        self._language = language
        self.rows = tuple(cues)
        self._deep = max((len(cue.gates) for cue, _ in cues), default=0)
        self._lacking = sum(1 << self._bit(n, at) for n, (cue, _) in enumerate(cues)
                            for at in range(len(cue.gates), self._deep))  # fmt: skip
        """Gates that a cue doesn't have are always met."""
        words = self._words()
        whole = {word: met for (word, begins), met in words.items() if not begins}
        self._by = {word: met for word, met in whole.items() if pieces(word, language) == {word}}
        """Pieces of a text -> what they meet."""
        self._longer = self._by_rarest({word: met for word, met in whole.items() if word not in self._by})
        """By one of their pieces, words of several."""
        self._begun = [(word, met) for (word, begins), met in words.items() if begins]
        """Beginnings of words, which are no pieces."""

    def near(self, form: str) -> list[tuple[Cue, T]]:
        """The cues whose words the text holds, in their order."""
        keys, found = pieces(form, self._language), self._lacking
        for key in keys & self._by.keys():
            found |= self._by[key]
        for key in keys & self._longer.keys():
            for word, met in self._longer[key]:
                if word in form:
                    found |= met
        for word, met in self._begun:
            if word in form:
                found |= met
        return [self.rows[n] for n in _places(self._everywhere(found))]

    def only(self, wanted: Callable[[T], bool]) -> "CueIndex[T]":
        """Those of it that stand for what is wanted."""
        return CueIndex(self._language, [row for row in self.rows if wanted(row[1])])

    def _everywhere(self, found: int) -> int:
        size = len(self.rows)
        met = found & ((1 << size) - 1)
        for _ in range(1, self._deep):
            if not met:
                break
            found >>= size
            met &= found
        return met

    def _bit(self, cue: int, gate: int) -> int:
        return gate * len(self.rows) + cue

    def _words(self) -> Mapping[tuple[str, bool], int]:
        """Each word, and whether it only begins one -> what it meets. Many cues share a gate: these go together."""
        gates: dict[tuple[tuple[str, ...], frozenset[str]], int] = {}
        for n, (cue, _) in enumerate(self.rows):
            for at, gate in enumerate(cue.gates):
                key = gate, cue.prefixes.intersection(gate)
                gates[key] = gates.get(key, 0) | 1 << self._bit(n, at)
        words: dict[tuple[str, bool], int] = {}
        for (gate, begins), met in gates.items():
            for word in gate:
                words[word, word in begins] = words.get((word, word in begins), 0) | met
        return words

    def _by_rarest(self, words: Mapping[str, int]) -> Mapping[str, Sequence[tuple[str, int]]]:
        """Words of several pieces are looked for where the piece is found that the fewest of them have."""
        of = {word: sorted(pieces(word, self._language)) for word in words}
        many = Counter(piece for row in of.values() for piece in row)
        found: dict[str, list[tuple[str, int]]] = {}
        for word, met in words.items():
            found.setdefault(min(of[word], key=many.__getitem__), []).append((word, met))
        return found


def _places(bits: int) -> Iterator[int]:
    """Of the bits that are set, from the lowest."""
    while bits:
        lowest = bits & -bits
        yield lowest.bit_length() - 1
        bits ^= lowest
