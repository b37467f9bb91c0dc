"""Finds copies by their meaning: the nearest unit of a benchmark by an embedder's vectors, in blocks."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.ports import Embedder
from pawsona.errors import SetupError
from pawsona.train.data.leakage.fold import LONG, SHORT, tokens
from pawsona.train.data.leakage.sets import Text

THRESHOLD = 0.92
"""Cosine; measured by `benchmarks/train_data.py`."""
_BLOCK = 1024
_AT_ONCE = 256
Matrix = NDArray[np.float32]


@dataclass(frozen=True)
class Meaning:
    """Vectors of benchmark units, of unit length."""

    vectors: Matrix
    places: tuple[str, ...]

    def nearest(self, vectors: Matrix) -> tuple[NDArray[np.float32], list[str]]:
        """For each vector the highest cosine, and where that unit is."""
        best, where = np.full(len(vectors), -1, np.float32), np.zeros(len(vectors), np.int64)
        for start in range(0, len(self.vectors), _BLOCK * 8):
            alike = vectors @ self.vectors[start : start + _BLOCK * 8].T
            top = alike.argmax(axis=1)
            values = alike[np.arange(len(vectors)), top]
            better = values > best
            best[better], where[better] = values[better], top[better] + start
        return best, [self.places[at] if self.places else "" for at in where]


async def meaning_of(
    texts: Iterable[Text], embedder: Embedder, cache: Path, progress: Callable[[int], None]
) -> Meaning:
    """Of every text that is long enough to be told apart; vectors are kept in a file for the next time.

    Raises:
        SetupError: the embedder gives no vectors.
    """
    unique = {one.text.strip(): one.place for one in texts if SHORT <= len(tokens(one.text)) <= 2 * LONG}
    words = sorted(unique)
    digest = sha256("\0".join([embedder.name, *words]).encode()).hexdigest()[:16]
    path = cache / f"vectors-{digest}.npy"
    if path.exists():
        vectors = np.load(path)
    else:
        vectors = await embedded(words, embedder, progress)
        cache.mkdir(parents=True, exist_ok=True)
        np.save(path.with_suffix(".new.npy"), vectors)
        path.with_suffix(".new.npy").replace(path)
    return Meaning(vectors, tuple(unique[text] for text in words))


async def embedded(texts: Sequence[str], embedder: Embedder, progress: Callable[[int], None]) -> Matrix:
    """Unit vectors of texts, one row each; those of a length go together, because a pass is padded to its longest.

    Raises:
        SetupError: the embedder gives no vectors.
    """
    order = sorted(range(len(texts)), key=lambda at: len(texts[at]))
    rows: list[NDArray[np.float32] | None] = [None] * len(texts)
    for start in range(0, len(order), _AT_ONCE):
        some = order[start : start + _AT_ONCE]
        for at, vector in zip(some, await embedder.embed([texts[at] for at in some]), strict=True):
            if not vector:
                raise SetupError(f"The embedder {embedder.name!r} gives no vectors now: see that its server runs.")
            rows[at] = np.frombuffer(vector, dtype=np.float32)
        progress(len(some))
    matrix = np.stack([row for row in rows if row is not None]) if rows else np.zeros((0, 1), np.float32)
    return np.asarray(matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9), dtype=np.float32)
