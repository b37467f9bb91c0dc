"""Plain BM25 over one conversation: what a fused recall has to beat. Nothing of the product's own index is in it."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from itertools import groupby

from pawsona.memory.lexemes import stem
from pawsona.memory.stopwords import ENGLISH, chinese_stop

K1, B = 1.2, 0.75
"""As everywhere since Robertson and others (1994)."""
WINDOW, SESSION = 0.7, 0.15
"""What the turn with its neighbours, and its whole session, add to the turn's own score; set once, not tuned."""

Tokens = Callable[[str], list[str]]
_RAW = re.compile(r"[a-z0-9']+|[㐀-鿿]")
_TUNED = re.compile(r"[a-z0-9]+|[㐀-鿿]+")


def raw(text: str) -> list[str]:
    """Words as they stand, Chinese ones by character."""
    return _RAW.findall(text.casefold())


def tuned(text: str) -> list[str]:
    """Stems without stop words, Chinese ones as pairs of characters."""
    found: list[str] = []
    for run in _TUNED.findall(text.casefold().replace("'s", "")):
        if run[0] >= "㐀":
            pieces = [piece for piece in chinese_stop().split(run) if piece]
            found += [piece[n : n + 2] for piece in pieces for n in range(max(1, len(piece) - 1))]
        elif run not in ENGLISH:
            found.append(stem(run))
    return found


class BM25:
    """Scores of every text for a question."""

    def __init__(self, texts: Sequence[str], tokens: Tokens) -> None:
        self._tokens = tokens
        counts = [Counter(tokens(text)) for text in texts]
        lengths = [sum(one.values()) for one in counts]
        usual = (sum(lengths) / len(lengths) if lengths else 0.0) or 1.0
        self._norms = [K1 * (1 - B + B * length / usual) for length in lengths]
        self._postings: dict[str, list[tuple[int, int]]] = defaultdict(list)
        for number, one in enumerate(counts):
            for token, count in one.items():
                self._postings[token].append((number, count))

    def scores(self, question: str) -> list[float]:
        """One per text, in the order of the texts."""
        found = [0.0] * len(self._norms)
        for token in set(self._tokens(question)):
            postings = self._postings.get(token, [])
            rarity = math.log(1 + (len(found) - len(postings) + 0.5) / (len(postings) + 0.5))
            for number, count in postings:
                found[number] += rarity * count * (K1 + 1) / (count + self._norms[number])
        return found


class Windowed:
    """The turn itself, the turn with its neighbours, and its session, added up."""

    def __init__(self, texts: Sequence[str], sittings: Sequence[str]) -> None:
        runs = [[n for n, _ in group] for _, group in groupby(enumerate(sittings), key=lambda pair: pair[1])]
        self._sitting_of = [number for number, run in enumerate(runs) for _ in run]
        windows = [" ".join(texts[max(run[0], n - 1) : min(run[-1], n + 1) + 1]) for run in runs for n in run]
        self._turns = BM25(texts, tuned)
        self._windows = BM25(windows, tuned)
        self._sittings = BM25([" ".join(texts[n] for n in run) for run in runs], tuned)

    def scores(self, question: str) -> list[float]:
        """One per turn."""
        turns, windows = self._turns.scores(question), self._windows.scores(question)
        sittings = self._sittings.scores(question)
        return [
            own + WINDOW * around + SESSION * sittings[of]
            for own, around, of in zip(turns, windows, self._sitting_of, strict=True)
        ]
