"""Entries that say what another says already: the same in folded form, or near it in meaning on both sides."""

from collections.abc import Iterable, Iterator, Sequence
from hashlib import blake2s

import numpy as np

from pawsona.train.data.candidate import Candidate
from pawsona.train.data.leakage.fold import tokens
from pawsona.train.data.leakage.meaning import Matrix

THRESHOLD = 0.95
"""Cosine that both the material and the answer must reach: one answer may serve many questions."""
_BLOCK = 1024


def print_of(one: Candidate) -> bytes:
    """The same for entries that differ in case, punctuation, spaces or script alone."""
    said = "\0".join(" ".join(row) for row in (tokens(one.entry.skill), *one.folded))
    return blake2s(said.encode()).digest()


def firsts(prints: Iterable[bytes]) -> Iterator[bool]:
    """Whether each is the first of its kind."""
    seen: set[bytes] = set()
    for one in prints:
        yield one not in seen
        seen.add(one)


def near(material: Matrix, answers: Matrix, threshold: float = THRESHOLD) -> Sequence[int | None]:
    """For each row the earlier one that it repeats and that is kept; in blocks, so that thousands fit in memory."""
    of: list[int | None] = [None] * len(material)
    kept = np.ones(len(material), dtype=bool)
    for start in range(0, len(material), _BLOCK):
        end = min(start + _BLOCK, len(material))
        alike = np.minimum(material[start:end] @ material[:end].T, answers[start:end] @ answers[:end].T)
        close = alike >= threshold
        for row in np.flatnonzero(close.sum(axis=1) > 1):  # itself is one
            at = start + int(row)
            earlier = np.flatnonzero(close[row, :at] & kept[:at])
            if len(earlier):
                of[at], kept[at] = int(earlier[0]), False
    return of
