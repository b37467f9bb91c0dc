"""Finds the few cues worth trying on a text, so that a thousand cues cost little more than a hundred."""

from collections.abc import Callable, Sequence
from typing import Generic, TypeVar

from pawsona.care.cues import Cue, pieces
from pawsona.domain.language import Language

T = TypeVar("T")


class CueIndex(Generic[T]):
    """Cues, each with what it stands for, by a word that a text must hold before the cue can match."""

    def __init__(self, language: Language, cues: Sequence[tuple[Cue, T]]) -> None:
        self._language = language
        self.rows = tuple(cues)
        self._always: list[int] = []
        self._by: dict[str, list[int]] = {}
        self._longer: dict[str, list[tuple[str, int]]] = {}
        self._met: list[int | None] = []
        """Of each cue, the gate that is met where the cue is found by it."""
        for n, (cue, _) in enumerate(cues):
            self._add(n, cue)

    def near(self, form: str) -> list[tuple[Cue, T]]:
        """The cues whose words the text holds, in their order."""
        keys = pieces(form, self._language)
        found = set(self._always)
        for key in keys & self._by.keys():
            found.update(self._by[key])
        for key in keys & self._longer.keys():
            found.update([n for word, n in self._longer[key] if word in form])
        return [self.rows[n] for n in sorted(found) if self.rows[n][0].may_match(form, keys, self._met[n])]

    def only(self, wanted: Callable[[T], bool]) -> "CueIndex[T]":
        """Those of it that stand for what is wanted."""
        return CueIndex(self._language, [row for row in self.rows if wanted(row[1])])

    def _add(self, n: int, cue: Cue) -> None:
        gate = min(cue.gates, key=_commonness)
        always = self._language == "en" and any(word in cue.prefixes for word in gate)
        self._met.append(None if always else cue.gates.index(gate))
        if always:
            self._always.append(n)
            return
        for word in gate:
            key = word.split()[0] if self._language == "en" else word[0]
            if word == key:
                self._by.setdefault(key, []).append(n)
            else:
                self._longer.setdefault(key, []).append((word, n))


def _commonness(gate: Sequence[str]) -> float:
    """A guess at how often a gate is met: many and short words are met often."""
    return sum(1 / len(word) ** 2 for word in gate)
