"""Likeness by meaning, where an embedder for English is at hand: prototypes embedded beforehand, one product a turn.

The vectors ship with the content (`prototypes.npz`, written by scripts/write_prototypes.py): embedding a thousand
sentences at start would take seconds. A file that is older than the sentences is not used, and a test says so.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.care.gloss import glossed, has_han
from pawsona.domain.ports import Vector
from pawsona.minds.storybook import source
from pawsona.minds.storybook.talk.book import CONTENT, talk_book
from pawsona.minds.storybook.talk.gist import likes

FILE = CONTENT / "en" / "talk" / "prototypes.npz"
MODEL = "all-minilm-l6-v2"
_HAN = re.compile(r"[㐀-䶿一-鿿豈-﫿]+")


def prototypes() -> Iterator[tuple[str, str]]:
    """Every English sentence that stands for an entry: `situation:<name>`, `act:`, `opinion:`, `hook:<name>`."""
    book = talk_book("en")
    for situation in book.situations.values():
        yield from ((f"situation:{situation.name}", text) for text in situation.prototypes)
    alike = source.read(CONTENT / "en" / "talk" / "likeness.yaml", CONTENT)
    for target, texts in alike.items():
        yield from ((str(target), str(text)) for text in texts)
    for event, texts in likes().items():
        yield from ((f"event:{event}", text) for text in texts)
    for hook in book.hooks:
        yield f"hook:{hook.name}", ", ".join(hook.words[:6])


def in_english(text: str) -> str:
    """What the embedder is given of a text: Chinese by its gloss; empty where nothing of it can be compared."""
    found = _HAN.sub(" ", glossed(text)) if has_han(text) else text
    return " ".join(found.split()) if any(map(str.isalpha, found)) else ""


def digest() -> str:
    """What the sentences are, in short: the file of vectors must carry the same."""
    body = "\n".join(f"{name}\t{text}" for name, text in prototypes())
    return blake2b(body.encode(), digest_size=16).hexdigest()


@dataclass(frozen=True)
class Meanings:
    """Named vectors of length 1."""

    names: tuple[str, ...]
    vectors: NDArray[np.float32]

    def scores(self, vector: Vector) -> NDArray[np.float32]:
        """The cosine of every sentence."""
        scores: NDArray[np.float32] = np.einsum("ij,j->i", self.vectors, np.frombuffer(vector, np.float32))
        return scores

    def best(self, kind: str, scores: NDArray[np.float32]) -> tuple[str, float]:
        """The entry of a kind whose sentence is nearest, without the kind, and the cosine."""
        for n in np.argsort(-scores):
            found, _, name = self.names[n].partition(":")
            if found == kind:
                return name, float(scores[n])
        return "", 0.0

    def near(self, target: str, scores: NDArray[np.float32]) -> float:
        """How near the sentences of one entry come, at best."""
        rows = self._rows.get(target)
        return float(scores[rows].max()) if rows else 0.0

    @cached_property
    def _rows(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for n, name in enumerate(self.names):
            found.setdefault(name, []).append(n)
        return found


@lru_cache(maxsize=1)
def meanings(file: Path = FILE) -> Meanings | None:
    """The shipped vectors; None where they are missing or belong to other sentences."""
    if not file.is_file():
        return None
    with np.load(file) as stored:
        if str(stored["digest"]) != digest():
            return None
        return Meanings(tuple(map(str, stored["names"])), stored["vectors"].astype(np.float32))
