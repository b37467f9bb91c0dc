"""How near two texts are in meaning: the cosine of their vectors. Whose vectors is part of the figure's signature."""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from operator import add

import numpy as np

from pawsona.domain.ports import Embedder
from pawsona.errors import SetupError

_AT_ONCE = 64


async def similarities(pairs: Sequence[tuple[str, str]], embedder: Embedder) -> list[float]:
    """One number per pair of text and reference, 0 where either is empty.

    Raises:
        SetupError: the embedder gave no vector, because its server is away.
    """
    texts = sorted({text for pair in pairs for text in pair if text.strip()})
    vectors: dict[str, np.ndarray] = {}
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        for text, vector in zip(some, await embedder.embed(some), strict=True):
            if not vector:
                raise SetupError(f"The embedder {embedder.name!r} gives no vectors now: see that its server runs.")
            vectors[text] = np.frombuffer(vector, dtype=np.float32).astype(np.float64)
    return [_cosine(vectors.get(one), vectors.get(other)) for one, other in pairs]


def _cosine(one: np.ndarray | None, other: np.ndarray | None) -> float:
    if one is None or other is None:
        return 0.0
    return float(one.dot(other) / np.sqrt(one.dot(one) * other.dot(other)))


def likeness(one: str, other: str) -> float:
    """A stand-in that needs no model: the cosine of how often each pair of characters is there, capitals aside."""
    mine, theirs = _pairs(one), _pairs(other)
    shared = sum(count * theirs[pair] for pair, count in mine.items() if pair in theirs)
    sizes = sum(count * count for count in mine.values()) * sum(count * count for count in theirs.values())
    return shared / sqrt(sizes) if sizes else 0.0


@lru_cache(maxsize=1 << 15)
def _pairs(text: str) -> Counter[str]:
    plain = " ".join(text.casefold().split())
    return Counter(map(add, plain, plain[1:])) or Counter(plain)
