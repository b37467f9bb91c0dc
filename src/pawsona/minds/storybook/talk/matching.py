"""Likeness of a clause to prototype sentences: words in English, characters and their pairs in Chinese.

On test lines character pairs beat segmentation in Chinese; no embedding is needed, so it answers in microseconds.
"""

import math
import re
from collections import defaultdict
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from pawsona.domain.language import Language
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.minds.storybook.talk.cues import engine_cues

_WORD = re.compile(r"[a-z]+(?:'[a-z]+)?")
_SUFFIXES = ("ing", "edly", "ed", "ly", "ies", "es", "s")
_SHARED = {"en": 2, "zh": 3}
"""Terms in common from which a likeness means anything: one word alone is chance."""
_HAN = re.compile(r"[㐀-鿿]")


def stem(word: str) -> str:
    """A word without its commonest endings; only for comparing."""
    for suffix in _SUFFIXES:
        if word.endswith(suffix) and len(word) - len(suffix) >= 3:
            cut = word[: -len(suffix)]
            return cut[:-1] if len(cut) > 3 and cut[-1] == cut[-2] else cut.rstrip("e")
    return word.rstrip("e") if len(word) > 3 else word


def terms(text: str, language: Language) -> frozenset[str]:
    """What is compared: content words by stem, or Chinese characters and pairs."""
    stops = engine_cues(language).stop_words
    plain = (w.removesuffix("'s") for w in _WORD.findall(text.casefold().replace("’", "'")) if w not in stops)
    words = {stem(w) for w in plain if w not in stops}
    if language == "en":
        return frozenset(words)
    han = _HAN.findall(text)
    pairs = {a + b for a, b in pairwise(han) if a not in stops or b not in stops}
    return frozenset(words | pairs | {c for c in han if c not in stops})


class Prototypes:
    """Sentences, found again by idf-weighted cosine.

    Args:
        rows: each sentence with what it stands for.
        language: theirs.
    """

    def __init__(self, rows: Iterable[tuple[str, str]], language: Language) -> None:
        self._language: Language = language
        kept = [(name, terms(text, language)) for name, text in rows]
        self.names = tuple(name for name, _ in kept)
        places: defaultdict[str, list[int]] = defaultdict(list)
        for n, (_, row) in enumerate(kept):
            for term in row:
                places[term].append(n)
        self._unknown = math.log(1 + max(1, len(kept)))
        self._places = {term: np.array(at) for term, at in places.items()}
        self._idf = {term: math.log(1 + len(kept) / len(at)) for term, at in places.items()}
        self._norms = np.array([self._norm(row) for _, row in kept])

    def _norm(self, row: Iterable[str]) -> float:
        return math.sqrt(sum(self._idf.get(t, self._unknown) ** 2 for t in row)) or 1.0

    def scores(self, text: str) -> NDArray[np.float64]:
        """How like each sentence is (0 to 1); 0 where too little is shared to mean anything."""
        asked = terms(text, self._language)
        score, shared = np.zeros(len(self.names)), np.zeros(len(self.names))
        for term in sorted(asked & self._places.keys()):
            score[self._places[term]] += self._idf[term] ** 2
            shared[self._places[term]] += 1
        score[shared < _SHARED[self._language]] = 0
        found: NDArray[np.float64] = score / (self._norms * self._norm(asked))
        return found

    def best(self, text: str) -> tuple[str, float]:
        """What the likest stands for, and how like (0 to 1)."""
        scores = self.scores(text)
        at = int(np.argmax(scores)) if len(scores) else -1
        return (self.names[at], float(scores[at])) if at >= 0 and scores[at] > 0 else ("", 0.0)


@lru_cache(maxsize=2)
def situation_prototypes(language: Language) -> Prototypes:
    """The prototypes of a language's situations."""
    rows = ((s.name, text) for s in talk_book(language).situations.values() for text in s.prototypes)
    return Prototypes(rows, language)
