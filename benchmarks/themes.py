"""How often a held-out message finds its theme: PYTHONPATH=src:. python benchmarks/themes.py, seven ways compared.

Each of a theme's messages is left out once. `first`: its theme is the likeliest; `among 5`: it is one of five;
`sure`: how often the likeliest is right among the tenth of messages with the greatest chance; `false`: how often a
message whose theme is taken away has such a chance for another.
"""

import tempfile
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scripts.write_themes import FOLDS, Array, Embedded, weigh

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed.minilm import MiniLM
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.likeness import SPELLING, spelled, unit

Score = Callable[[int], NDArray[np.floating]]
"""Of a fold: (themes asked, themes), how like each held-out message is to each theme."""
RIDGE, SHRINK = 10.0, 0.6


def spelling(embedded: Embedded, language: Language) -> list[Array]:
    """By fold, likeness in spelling alone."""
    found = []
    for fold in range(FOLDS):
        kept = [replace(t, said=tuple(s for n, s in enumerate(t.said) if n != fold)) for t in embedded.themes]
        index = spelled(kept, language)
        found.append(np.stack([index.scores(t.said[fold % len(t.said)]) for t in embedded.themes]).astype(np.float32))
    return found


def rest(embedded: Embedded, fold: int) -> Array:
    """The messages that are known, (themes, 6, numbers)."""
    return embedded.said[:, [n for n in range(FOLDS) if n != fold]]


def whitened(embedded: Embedded, fold: int) -> NDArray[np.floating]:
    """Linear discriminants: what differs within a theme is turned down."""
    known = rest(embedded, fold)
    apart = (known - known.mean(1, keepdims=True)).reshape(-1, known.shape[-1])
    scatter = apart.T @ apart / len(apart)
    scatter = (1 - SHRINK) * scatter + SHRINK * np.trace(scatter) / len(scatter) * np.eye(len(scatter))
    values, axes = np.linalg.eigh(scatter)
    turn, middle = axes * values**-0.5, known.reshape(-1, known.shape[-1]).mean(0)
    asked, themes = (unit((rows - middle) @ turn) for rows in (embedded.said[:, fold], embedded.prototypes(fold)))
    found: NDArray[np.floating] = asked @ themes.T
    return found


def mapped(embedded: Embedded, fold: int) -> NDArray[np.floating]:
    """A ridge regression from a message to all that was written of its theme, added to the message."""
    known, themes = rest(embedded, fold), embedded.prototypes(fold)
    middle, centre = themes.mean(0), known.reshape(-1, known.shape[-1]).mean(0)
    rows, goals = known.reshape(-1, known.shape[-1]) - centre, np.repeat(themes - middle, known.shape[1], axis=0)
    turn = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ goals)
    asked = embedded.said[:, fold] - centre
    found: NDArray[np.floating] = unit(unit(asked) + unit(asked @ turn)) @ unit(themes - middle).T
    return found


def ways(embedded: Embedded, language: Language) -> dict[str, Score]:
    """What is compared."""
    words = spelling(embedded, language)
    prototypes = [embedded.prototypes(fold) for fold in range(FOLDS)]

    def nearest(fold: int) -> NDArray[np.floating]:
        found: NDArray[np.floating] = np.einsum("qd,nkd->qnk", embedded.said[:, fold], rest(embedded, fold)).max(2)
        return found

    def centre(fold: int) -> NDArray[np.floating]:
        found: NDArray[np.floating] = embedded.said[:, fold] @ unit(rest(embedded, fold).mean(1)).T
        return found

    def written(fold: int) -> NDArray[np.floating]:
        found: NDArray[np.floating] = embedded.said[:, fold] @ prototypes[fold].T
        return found

    return {
        "spelling alone": lambda fold: words[fold],
        "nearest message (plain cosine)": nearest,
        "mean of the messages": centre,
        "all that was written of it": written,
        "the same, whitened within themes": lambda fold: whitened(embedded, fold),
        "the same, mapped by ridge": lambda fold: mapped(embedded, fold),
        "all that was written + spelling (shipped)": lambda fold: written(fold) + SPELLING * words[fold],
    }


def figures(score: Score, themes: int) -> Sequence[float]:
    """First, among 5, sure, false."""
    seen: list[tuple[float, float, bool]] = []
    among = 0
    for fold in range(FOLDS):
        for at, row in enumerate(score(fold)):
            among += at in np.argsort(-row)[:5]
            for there in (True, False):
                row = row if there else np.where(np.arange(themes) == at, -1.0, row)
                first, second = np.argsort(-row)[:2]
                seen.append((float(row[first]), float(row[first] - row[second]), bool(first == at)))
    worth = weigh(seen)
    chances = np.array([worth.chance(likeness, ahead) for likeness, ahead, _ in seen])
    right = np.array([found for _, _, found in seen])
    chance, found = chances[::2], right[::2]
    least = np.quantile(chance, 0.9)
    return found.mean(), among / len(found), found[chance >= least].mean(), (chances[1::2] >= least).mean()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model = MiniLM.open(Path(folder))
        for language in LANGUAGES:
            embedded = Embedded(list(talk_book(language).themes.values()), model)
            print(f"\n{language}: {len(embedded.themes)} themes, {FOLDS} messages each")
            for name, score in ways(embedded, language).items():
                first, among, sure, false = figures(score, len(embedded.themes))
                print(f"  {name:<42} first {first:.1%}  among 5 {among:.1%}  sure {sure:.1%}  false {false:.1%}")


if __name__ == "__main__":
    main()
