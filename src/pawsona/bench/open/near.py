"""How like each instance is to the one nearest to it: whether a set of 800 is 800 situations or a few told often."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

import numpy as np

from pawsona.bench.core.tables import Table
from pawsona.bench.open.instance import Instance
from pawsona.bench.open.lint import texts, words
from pawsona.domain.language import Language
from pawsona.domain.ports import Embedder

SHOWN = 5


@dataclass(frozen=True)
class Nearest:
    """Of all instances of a language, how near the nearest others are."""

    language: Language
    how: str
    values: np.ndarray
    """One cosine per instance, to its nearest."""
    pairs: tuple[tuple[str, str, float], ...]
    """The most alike."""

    def add_to(self, table: Table) -> None:
        """One row."""
        middle, high, most = (float(np.percentile(self.values, at)) for at in (50, 95, 100))
        pair = f"{self.pairs[0][0]}, {self.pairs[0][1]}"
        table.add(self.language, self.how, len(self.values), round(middle, 3), round(high, 3), round(most, 3), pair)


def table_of(found: Sequence[Nearest]) -> Table:
    """For people."""
    table = Table("Nearest neighbours", ("", "by", "n", "median", "p95", "most", "the most alike"))
    for one in found:
        one.add_to(table)
    return table


def by_words(instances: Sequence[Instance], language: Language) -> Nearest:
    """Cosine of TF-IDF over words, or over pairs of characters in Chinese."""
    counts = [Counter(_terms(one, language)) for one in instances]
    seen = Counter(term for count in counts for term in count)
    place = {term: at for at, term in enumerate(seen)}
    matrix = np.zeros((len(counts), len(place)), dtype=np.float32)
    for row, count in enumerate(counts):
        for term, times in count.items():
            matrix[row, place[term]] = (1 + log(times)) * log(len(counts) / seen[term])
    return _nearest(instances, language, "words" if language == "en" else "pairs of characters", matrix)


async def by_meaning(instances: Sequence[Instance], language: Language, embedder: Embedder) -> Nearest:
    """Cosine of an embedder's vectors of the inputs."""
    vectors = await embedder.embed([" ".join(texts(one))[:2000] for one in instances])
    matrix = np.stack([np.frombuffer(vector, dtype=np.float32) for vector in vectors])
    return _nearest(instances, language, embedder.name, matrix)


def _terms(one: Instance, language: Language) -> list[str]:
    found = [word for text in texts(one) for word in words(text, language)]
    return found if language == "en" else ["".join(pair) for pair in pairwise(found)]


def _nearest(instances: Sequence[Instance], language: Language, how: str, matrix: np.ndarray) -> Nearest:
    unit = matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-9)
    alike = unit @ unit.T
    np.fill_diagonal(alike, -1)
    order = np.argsort(alike.max(axis=1))[::-1]
    pairs: dict[frozenset[str], tuple[str, str, float]] = {}
    for at in order:
        one, other = instances[at].id, instances[int(alike[at].argmax())].id
        pairs.setdefault(frozenset((one, other)), (one, other, float(alike[at].max())))
    return Nearest(language, how, alike.max(axis=1), tuple(list(pairs.values())[:SHOWN]))
