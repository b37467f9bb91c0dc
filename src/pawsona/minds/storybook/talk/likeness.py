"""Which theme a message is about, by likeness to what was written of each: in spelling, and in meaning where it can be.

Meaning is the vector of a MiniLM that was taught by themes, in Chinese of the words' gloss in English. A message is
compared with all that was written of a theme at once, and with each message that says it outright: what people hint at,
only those share. The vectors, and what a likeness is worth, are written by scripts/write_themes.py (decision 0018). A
file that is older than the themes is not used, and a test says so.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from hashlib import blake2b
from pathlib import Path
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import Language
from pawsona.domain.ports import Vector
from pawsona.minds.storybook.talk.book import CONTENT, talk_book
from pawsona.minds.storybook.talk.entries import Theme
from pawsona.minds.storybook.talk.matching import Prototypes

Array = NDArray[np.float32]

SPELLING, NEAREST = 0.3, 0.4
"""What likeness in spelling, and to the nearest plain message, count beside likeness to all that was written."""
_GESTURE = re.compile(r"[(（][^)）]*[)）]")
_KEPT = 5
"""Themes of a message that are looked at: the first may have nothing left to say."""


class Reading(Protocol):
    """A model that reads what a message is about."""

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        """Vectors of length 1 of English texts; those of one theme lie together."""


class ThemesWanted(Exception):
    """A rung needs the vectors by which themes are found: half of what a reply takes, and many replies need none."""


@dataclass(frozen=True, slots=True)
class Match:
    """A theme that a message may be about, and how likely it is."""

    theme: str
    chance: float


@dataclass(frozen=True)
class Worth:
    """What likeness is worth: the chance that a theme is meant is the logistic of `bias + best * x + lead * y`.

    x is the theme's likeness, y how far it is ahead of the next.
    """

    bias: float
    best: float
    lead: float

    def chance(self, likeness: float, ahead: float) -> float:
        """Between 0 and 1."""
        return float(1 / (1 + np.exp(-(self.bias + self.best * likeness + self.lead * ahead))))


@dataclass(frozen=True)
class Learned:
    """What was written of one language's themes, as numbers."""

    vectors: Array
    """(themes, numbers of the embedder), of length 1."""
    plain: Array
    """Of the messages that say it outright, theme by theme, (messages, numbers), of length 1."""
    both: Worth
    alone: Worth
    """For spelling without meaning."""


def unit(rows: Array) -> Array:
    """Rows of length 1."""
    found: Array = rows / np.maximum(np.linalg.norm(rows, axis=-1, keepdims=True), 1e-9)
    return found


def nearest(scores: Array, counts: Sequence[int]) -> Array:
    """The greatest score of each theme, of scores that stand theme by theme; 0 for a theme that has none."""
    found, many = np.zeros(len(counts), np.float32), np.asarray(counts, np.intp)
    some = many > 0
    if some.any():
        found[some] = np.maximum.reduceat(scores, (np.cumsum(many) - many)[some])
    return found


def spelled(themes: Iterable[Theme], language: Language) -> Prototypes:
    """All that was written of each theme, as one text."""
    return Prototypes(((theme.name, " ".join(texts(theme))) for theme in themes), language)


def texts(theme: Theme) -> list[str]:
    """What was written of a theme, without what the pet does meanwhile."""
    return [
        *theme.plain,
        *theme.said,
        *(_GESTURE.sub("", line.text).strip() for line in (*theme.reply, *theme.more, *theme.ask)),
    ]


class Likeness:
    """Compares messages with all themes of a language. Stateless after it was made.

    Args:
        themes: those to be found.
        language: theirs.
        learned: None where nothing was learned of just these themes.
    """

    def __init__(self, themes: Iterable[Theme], language: Language, learned: Learned | None) -> None:
        rows = list(themes)
        self._names = [theme.name for theme in rows]
        self._counts = [len(theme.plain) for theme in rows]
        self._spelled = spelled(rows, language)
        self._learned = learned

    def matches(self, text: str, vector: Vector | None = None) -> tuple[Match, ...]:
        """The likeliest themes, the best first; none where nothing was learned."""
        if self._learned is None or len(self._names) <= _KEPT:
            return ()
        likeness, worth = self._spelled.scores(text), self._learned.alone
        if vector is not None:
            asked = np.frombuffer(vector, np.float32)
            meant = np.einsum("ij,j->i", self._learned.vectors, asked)
            meant += NEAREST * nearest(np.einsum("ij,j->i", self._learned.plain, asked), self._counts)
            likeness, worth = meant + SPELLING * likeness, self._learned.both
        return tuple(self._ranked(likeness, worth))

    def _ranked(self, likeness: NDArray[np.float64], worth: Worth) -> Iterator[Match]:
        best = np.argsort(-likeness, kind="stable")[: _KEPT + 1]
        for n, at in enumerate(best[:_KEPT]):
            other = likeness[best[0 if n else 1]]
            yield Match(self._names[at], worth.chance(float(likeness[at]), float(likeness[at] - other)))


def digest(themes: Iterable[Theme]) -> str:
    """What the themes say, in short: what was learned must carry the same."""
    body = "\n".join(f"{theme.name}\t{text}" for theme in themes for text in texts(theme))
    return blake2b(body.encode(), digest_size=16).hexdigest()


def file_of(language: Language) -> Path:
    """Where what was learned is kept."""
    return CONTENT / language / "talk" / "themes.npz"


def read(file: Path, themes: Iterable[Theme]) -> Learned | None:
    """What was learned of just these themes; None where it is missing or belongs to others."""
    if not file.is_file():
        return None
    with np.load(file, allow_pickle=False) as stored:
        if str(stored["digest"]) != digest(themes):
            return None
        both, alone = (Worth(*map(float, stored[name])) for name in ("both", "alone"))
        vectors, plain = (unit(stored[name].astype(np.float32)) for name in ("vectors", "plain"))
        return Learned(vectors, plain, both, alone)


@lru_cache(maxsize=2)
def likeness(language: Language) -> Likeness:
    """The shipped themes of a language."""
    themes = talk_book(language).themes.values()
    return Likeness(themes, language, read(file_of(language), themes))
