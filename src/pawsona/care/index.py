"""Finds the few cues worth trying on a text, so that a thousand cues cost little more than a hundred."""

from collections.abc import Sequence
from typing import Generic, TypeVar

from pawsona.care.cues import Cue
from pawsona.domain.language import Language

T = TypeVar("T")


class CueIndex(Generic[T]):
    """Cues, each with what it stands for, by a word that a text must hold before the cue can match."""

    def __init__(self, language: Language, cues: Sequence[tuple[Cue, T]]) -> None:
        self._language = language
        self._cues = tuple(cues)
        self._always: list[int] = []
        self._by: dict[str, list[tuple[str, int]]] = {}
        for n, (cue, _) in enumerate(cues):
            self._add(n, cue)

    def near(self, form: str) -> list[tuple[Cue, T]]:
        """The cues whose words the text holds, in their order."""
        keys = form.split() if self._language == "en" else form
        found = set(self._always)
        for key in set(keys):
            for word, n in self._by.get(key, ()):
                if n not in found and word in form:
                    found.add(n)
        return [self._cues[n] for n in sorted(found) if self._cues[n][0].may_match(form)]

    def _add(self, n: int, cue: Cue) -> None:
        gate = min(cue.gates, key=_commonness)
        if self._language == "en" and any(word in cue.prefixes for word in gate):
            self._always.append(n)
            return
        for word in gate:
            key = word.split()[0] if self._language == "en" else word[0]
            self._by.setdefault(key, []).append((word, n))


def _commonness(gate: Sequence[str]) -> float:
    """A guess at how often a gate is met: many and short words are met often."""
    return sum(1 / len(word) ** 2 for word in gate)
