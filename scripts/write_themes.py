"""Embed the storybook's themes and weigh likeness: python scripts/write_themes.py (a test fails when a file is old)."""

import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed.minilm import MiniLM
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.entries import Theme
from pawsona.minds.storybook.talk.likeness import SPELLING, Worth, digest, file_of, spelled, texts, unit
from pawsona.minds.storybook.talk.meaning import in_english

Array = NDArray[np.float32]
LINES, ASK, NAME = 1.0, 0.3, 0.4
"""What a theme's lines, questions and name count beside the mean of its messages."""
FOLDS = 7
_STEPS = 60


def vectors(rows: Sequence[str], model: MiniLM) -> Array:
    """One row a text."""
    found = model.vectors([in_english(row) or "." for row in rows])
    return np.stack([np.frombuffer(vector, np.float32) for vector in found])


class Embedded:
    """The vectors of all that was written of some themes.

    Args:
        themes: each with `FOLDS` messages at most; of those with fewer the first stand twice.
        model: embeds.
    """

    def __init__(self, themes: Sequence[Theme], model: MiniLM) -> None:
        self.themes = list(themes)
        self.said = np.stack([vectors([t.said[n % len(t.said)] for n in range(FOLDS)], model) for t in themes])
        parts = [(len(t.said), len(t.reply) + len(t.more), len(t.ask)) for t in themes]
        rows = vectors([text for theme in themes for text in texts(theme)], model)
        names = vectors([theme.name.replace(".", " ").replace("-", " ") for theme in themes], model)
        self.rest = np.zeros_like(names)
        at = 0
        for n, (said, lines, asks) in enumerate(parts):
            own, at = rows[at : at + said + lines + asks], at + said + lines + asks
            self.rest[n] = LINES * own[said : said + lines].mean(0) + NAME * names[n]
            if asks:
                self.rest[n] += ASK * own[said + lines]

    def prototypes(self, without: int = -1) -> Array:
        """One vector a theme, (themes, numbers); `without` leaves that message of each out."""
        kept = [n for n in range(FOLDS) if n != without]
        return unit(self.said[:, kept].mean(1) + self.rest)


def held_out(embedded: Embedded, language: Language, *, meaning: bool = True) -> Iterator[tuple[float, float, bool]]:
    """Likeness, lead and whether it is right, for each message held out, once with its theme there and once without."""
    for fold in range(FOLDS):
        kept = [replace(t, said=tuple(s for n, s in enumerate(t.said) if n != fold)) for t in embedded.themes]
        index, prototypes = spelled(kept, language), embedded.prototypes(fold)
        for n, theme in enumerate(embedded.themes):
            scores = index.scores(theme.said[fold % len(theme.said)])
            if meaning:
                scores = prototypes @ embedded.said[n, fold] + SPELLING * scores
            for there in (True, False):
                scores[n] = scores[n] if there else -1.0
                first, second = np.argsort(-scores)[:2]
                yield float(scores[first]), float(scores[first] - scores[second]), bool(first == n)


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


def main() -> None:
    """Write what was learned beside the themes."""
    with tempfile.TemporaryDirectory() as folder:
        model = MiniLM.open(Path(folder))
        for language in LANGUAGES:
            embedded = Embedded(list(talk_book(language).themes.values()), model)
            both, alone = (weigh(list(held_out(embedded, language, meaning=m))) for m in (True, False))
            np.savez(
                file_of(language),
                vectors=embedded.prototypes().astype(np.float16),
                both=np.array([both.bias, both.best, both.lead]),
                alone=np.array([alone.bias, alone.best, alone.lead]),
                digest=np.array(digest(embedded.themes)),
            )


if __name__ == "__main__":
    main()
