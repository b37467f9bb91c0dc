"""Which theme a message is about, by likeness to what people said of each: in spelling, and in meaning where it can be.

Meaning is MiniLM's vector of the words, in Chinese of their gloss in English, turned by a matrix that was taught to
bring messages of one theme together. Matrix, turned messages and how the voices are weighed are written by
scripts/write_themes.py (decision 0018). A file that is older than the messages is not used, and a test says so.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import Language
from pawsona.domain.ports import Vector
from pawsona.minds.storybook.talk.book import CONTENT, talk_book
from pawsona.minds.storybook.talk.entries import Theme
from pawsona.minds.storybook.talk.matching import Prototypes

Array = NDArray[np.float32]

_KEPT = 5
"""Themes of a message that are looked at: the first may have nothing left to say."""


@dataclass(frozen=True, slots=True)
class Match:
    """A theme that a message may be about, and how likely it is."""

    theme: str
    chance: float


@dataclass(frozen=True)
class Mix:
    """How the voices are weighed, and what their sum is worth.

    A row's likeness is `cosine + spelling * likeness in spelling`; the chance that a theme is meant is the logistic of
    `bias + best * its likeness + lead * how far it is ahead of the next`.
    """

    spelling: float
    bias: float
    best: float
    lead: float


@dataclass(frozen=True)
class Taught:
    """What was learned from the messages of one language."""

    matrix: Array
    """(numbers of the embedder, numbers that are compared)."""
    said: Array
    """(messages, numbers that are compared), of length 1."""
    both: Mix
    alone: Mix
    """For spelling without meaning."""

    def turned(self, vectors: Array) -> Array:
        """Vectors of the embedder, (texts, numbers), as they are compared."""
        return unit(vectors @ self.matrix)


def unit(rows: Array) -> Array:
    """Rows of length 1."""
    found: Array = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)
    return found


class Likeness:
    """Compares messages with those of all themes of a language. Stateless after it was made.

    Args:
        themes: those to be found.
        language: theirs.
        taught: None where nothing was learned from just these messages.
    """

    def __init__(self, themes: Iterable[Theme], language: Language, taught: Taught | None) -> None:
        rows = list(themes)
        self._names = [theme.name for theme in rows]
        self._first = np.cumsum([0, *(len(theme.said) for theme in rows[:-1])])
        self._spelled = Prototypes(((theme.name, text) for theme in rows for text in theme.said), language)
        self._taught = taught

    def matches(self, text: str, vector: Vector | None = None) -> tuple[Match, ...]:
        """The likeliest themes, the best first; none where nothing was learned."""
        if self._taught is None or not self._names:
            return ()
        likeness = self._spelled.scores(text)
        mix = self._taught.alone
        if vector is not None:
            mix = self._taught.both
            meant = self._taught.turned(np.frombuffer(vector, np.float32)[None])[0]
            likeness = np.einsum("ij,j->i", self._taught.said, meant) + mix.spelling * likeness
        return tuple(self._ranked(np.maximum.reduceat(likeness, self._first), mix))

    def _ranked(self, likeness: NDArray[np.float64], mix: Mix) -> Iterator[Match]:
        best = np.argsort(-likeness, kind="stable")[: _KEPT + 1]
        for n, at in enumerate(best[:_KEPT]):
            other = likeness[best[0]] if n else likeness[best[1]] if len(best) > 1 else 0.0
            logit = mix.bias + mix.best * likeness[at] + mix.lead * (likeness[at] - other)
            yield Match(self._names[at], float(1 / (1 + np.exp(-logit))))


def digest(themes: Iterable[Theme]) -> str:
    """What the messages are, in short: what was learned must carry the same."""
    body = "\n".join(f"{theme.name}\t{text}" for theme in themes for text in theme.said)
    return blake2b(body.encode(), digest_size=16).hexdigest()


def file_of(language: Language) -> Path:
    """Where what was learned is kept."""
    return CONTENT / language / "talk" / "themes.npz"


def read(file: Path, themes: Mapping[str, Theme]) -> Taught | None:
    """What was learned from just these themes' messages; None where it is missing or belongs to others."""
    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as stored:
        if str(stored["digest"]) != digest(themes.values()):
            return None
        said = unit(stored["said"].astype(np.float32))
        both, alone = (Mix(*map(float, stored[name])) for name in ("both", "alone"))
        return Taught(stored["matrix"].astype(np.float32), said, both, alone)


@lru_cache(maxsize=2)
def likeness(language: Language) -> Likeness:
    """The shipped themes of a language."""
    themes = talk_book(language).themes
    return Likeness(themes.values(), language, read(file_of(language), themes))
