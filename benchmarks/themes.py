"""How often a held-out message finds its theme: PYTHONPATH=src:. python benchmarks/themes.py, seven ways compared.

Each message of a theme is left out once, plain ones and hints. `plain`, `hint`: its theme is the likeliest; `sure`: how
often the likeliest is right among the quarter of messages with the greatest chance; `false`: how often a message whose
theme is taken away has such a chance for another.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scripts.write_themes import FOLDS, Array, Embedded, weigh

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed.minilm import MiniLM
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.likeness import NEAREST, SPELLING, nearest, spelled, unit

Way = Callable[[Embedded, Array, Array], Array]
"""Of what is known, the vectors asked (messages, numbers) and their likeness in spelling: likeness to each theme."""
RIDGE, SHRINK = 10.0, 0.6


def _all(known: Embedded) -> tuple[Array, NDArray[np.intp]]:
    """Every message that is known, and its theme."""
    rows = [np.concatenate(pair) for pair in zip(known.said, known.plain, strict=True)]
    return np.concatenate(rows), np.repeat(np.arange(len(rows)), [len(row) for row in rows])


def words(known: Embedded, asked: Array, spelling: Array) -> Array:
    return spelling


def message(known: Embedded, asked: Array, spelling: Array) -> Array:
    rows, themes = _all(known)
    counts = np.bincount(themes, minlength=len(known.themes)).tolist()
    return np.stack([nearest(row, counts) for row in asked @ rows.T])


def mean(known: Embedded, asked: Array, spelling: Array) -> Array:
    rows, themes = _all(known)
    means = np.stack([rows[themes == n].mean(0) for n in range(len(known.themes))])
    return np.asarray(asked @ unit(means).T, dtype=np.float32)


def written(known: Embedded, asked: Array, spelling: Array) -> Array:
    return np.asarray(asked @ known.prototypes().T, dtype=np.float32)


def whitened(known: Embedded, asked: Array, spelling: Array) -> Array:
    """Linear discriminants: what differs within a theme is turned down."""
    rows, themes = _all(known)
    means = np.stack([rows[themes == n].mean(0) for n in range(len(known.themes))])
    apart = rows - means[themes]
    scatter = apart.T @ apart / len(apart)
    scatter = (1 - SHRINK) * scatter + SHRINK * np.trace(scatter) / len(scatter) * np.eye(len(scatter))
    values, axes = np.linalg.eigh(scatter)
    turn, middle = axes * values**-0.5, rows.mean(0)
    return np.asarray(unit((asked - middle) @ turn) @ unit((known.prototypes() - middle) @ turn).T, dtype=np.float32)


def mapped(known: Embedded, asked: Array, spelling: Array) -> Array:
    """A ridge regression from a message to all that was written of its theme, added to the message."""
    rows, themes = _all(known)
    goals, centre = known.prototypes(), rows.mean(0)
    middle = goals.mean(0)
    moment = (rows - centre).T @ (rows - centre) + RIDGE * np.eye(rows.shape[1])
    turn = np.linalg.solve(moment, (rows - centre).T @ (goals[themes] - middle))
    moved = unit(unit(asked - centre) + unit((asked - centre) @ turn))
    return np.asarray(moved @ unit(goals - middle).T, dtype=np.float32)


def shipped(known: Embedded, asked: Array, spelling: Array) -> Array:
    counts = [len(rows) for rows in known.plain]
    plain = np.stack([nearest(row, counts) for row in asked @ np.concatenate(known.plain).T])
    return np.asarray(written(known, asked, spelling) + NEAREST * plain + SPELLING * spelling, dtype=np.float32)


WAYS: dict[str, Way] = {
    "spelling alone": words,
    "nearest message (plain cosine)": message,
    "mean of the messages": mean,
    "all that was written of it": written,
    "the same, whitened within themes": whitened,
    "the same, mapped by ridge": mapped,
    "the same + nearest plain message + spelling (shipped)": shipped,
}


def measure(embedded: Embedded, language: Language) -> dict[str, Sequence[float]]:
    """By way: plain, hint, sure, false."""
    seen: dict[str, list[tuple[float, float, bool]]] = {name: [] for name in WAYS}
    kinds: list[bool] = []
    for fold in range(FOLDS):
        known, asked = embedded.without(fold), list(embedded.asked(fold))
        index, vectors = spelled(known.themes, language), np.stack([vector for _, _, vector in asked])
        spelling = np.stack([index.scores(text) for _, text, _ in asked]).astype(np.float32)
        kinds.extend(text in embedded.themes[n].plain for n, text, _ in asked)
        for name, way in WAYS.items():
            for (n, _, _), row in zip(asked, way(known, vectors, spelling), strict=True):
                for there in (True, False):
                    first, second = np.argsort(-(row if there else np.where(np.arange(len(row)) == n, -1, row)))[:2]
                    seen[name].append((float(row[first]), float(row[first] - row[second]), bool(first == n)))
    return {name: figures(rows, np.array(kinds)) for name, rows in seen.items()}


def figures(seen: Sequence[tuple[float, float, bool]], plain: NDArray[np.bool_]) -> Sequence[float]:
    """Plain, hint, sure, false."""
    worth = weigh(seen)
    chances = np.array([worth.chance(likeness, ahead) for likeness, ahead, _ in seen])
    chance, right = chances[::2], np.array([found for _, _, found in seen])[::2]
    least = np.quantile(chance, 0.75)
    return right[plain].mean(), right[~plain].mean(), right[chance >= least].mean(), (chances[1::2] >= least).mean()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        model = MiniLM.open(Path(folder))
        for language in LANGUAGES:
            embedded = Embedded(list(talk_book(language).themes.values()), model)
            print(f"\n{language}: {len(embedded.themes)} themes")
            for name, (plain, hint, sure, false) in measure(embedded, language).items():
                print(f"  {name:<54} plain {plain:.1%}  hint {hint:.1%}  sure {sure:.1%}  false {false:.1%}")


if __name__ == "__main__":
    main()
