"""Hashed n-grams: similarity of words and spelling in English and Chinese, with no model at all."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from math import log

import numpy as np

from pawsona.domain.ports import Vector

_RUNS = re.compile(r"[㐀-䶿一-鿿豈-﫿]+|[^\W_㐀-䶿一-鿿豈-﫿]+(?:'[^\W_]+)?")
_EMPTY_ENGLISH = frozenset(
    "a an the and or but of to in on at for with from by as is are was were be been am do does did have has had i me "
    "my mine you your yours he him his she her hers it its we us our they them their this that these those what which "
    "who whom whose when where why how not no so if then than there here can could will would shall should may might "
    "just about really very i'm it's don't didn't".split()
)
_EMPTY_CHINESE = frozenset("的了是我你您他她它在吗呢吧啊呀哦嗯么这那就都也还和与跟对把被给有没不会要")
_SINGLE = 0.35
"""Weight of a lone Chinese character: it rarely is a word, but one-character words exist (猫, 茶)."""


class Hashing:
    """Signed feature hashing (Weinberger et al. 2009) of n-grams, sublinear in their counts.

    Args:
        width: numbers per vector.
    """

    languages = frozenset({"en", "zh"})
    understands: frozenset[str] = frozenset()
    near = True
    """It runs in this process: what it is given goes nowhere."""

    def __init__(self, width: int = 512) -> None:
        self._width = width

    @property
    def name(self) -> str:
        return f"hashing-{self._width}-v1"

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """One vector per text; a text without letters or digits gets the vector of its own bytes."""
        return [self._vector(text) for text in texts]

    def _vector(self, text: str) -> Vector:
        sums = [0.0] * self._width  # plain numbers: numpy takes one at a time ten times slower
        counts: Counter[str] = Counter()
        weights: dict[str, float] = {}
        for gram, weight in _grams(text):
            counts[gram] += 1
            weights[gram] = weight
        for gram, count in counts.items():
            value = int.from_bytes(blake2b(gram.encode(), digest_size=8).digest(), "little")
            sign = 1.0 if value >> 63 else -1.0
            sums[value % self._width] += sign * weights[gram] * (1.0 + log(count))
        vector = np.array(sums)
        size = float(np.linalg.norm(vector))
        if size == 0.0:  # two grams that cancel, or no gram: still a unit vector, so that cosines stay defined
            vector[len(text.encode()) % self._width] = size = 1.0
        return Vector((vector / size).astype("<f4").tobytes())


def _grams(text: str) -> Iterator[tuple[str, float]]:
    """The n-grams of a text with their weights; empty words are left out unless there is nothing else."""
    runs = _RUNS.findall(unicodedata.normalize("NFKC", text).casefold().replace("’", "'"))
    grams = [found for run in runs for found in (_chinese(run) if run[0] >= "㐀" else _english(run))]
    if grams:
        yield from grams
    else:
        yield from ((run, 1.0) for run in runs or [text])


def _chinese(run: str) -> Iterator[tuple[str, float]]:
    for size in (1, 2, 3):
        for at in range(len(run) - size + 1):
            gram = run[at : at + size]
            if not _EMPTY_CHINESE.issuperset(gram):
                yield gram, _SINGLE if size == 1 else 1.0


def _english(run: str) -> Iterator[tuple[str, float]]:
    """The word, and its 3- to 5-grams, which together weigh as much: spelling variants stay close."""
    run = run.removesuffix("'s")
    if run in _EMPTY_ENGLISH:
        return
    yield run, 1.0
    padded = f"<{run}>"
    grams = [padded[at : at + size] for size in (3, 4, 5) for at in range(len(padded) - size + 1)]
    yield from ((gram, 1.0 / len(grams) ** 0.5) for gram in grams)
