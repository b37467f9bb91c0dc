"""Likeness of a clause to prototype sentences: words in English, characters and their pairs in Chinese.

On test lines character pairs beat segmentation in Chinese; no embedding is needed, so it answers in microseconds.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from functools import lru_cache

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
    pairs = {a + b for a, b in zip(han, han[1:], strict=False) if a not in stops or b not in stops}
    return frozenset(words | pairs | {c for c in han if c not in stops})


class Prototypes:
    """Named sentences, found again by idf-weighted cosine."""

    def __init__(self, rows: Mapping[str, Iterable[str]], language: Language) -> None:
        self._language: Language = language
        self._rows = [(name, terms(text, language)) for name, texts in rows.items() for text in texts]
        counts = Counter(term for _, row in self._rows for term in row)
        total = max(1, len(self._rows))
        self._idf: defaultdict[str, float] = defaultdict(lambda: math.log(1 + total))
        self._idf.update({term: math.log(1 + total / n) for term, n in counts.items()})
        self._postings: defaultdict[str, set[int]] = defaultdict(set)
        for n, (_, row) in enumerate(self._rows):
            for term in row:
                self._postings[term].add(n)

    def _norm(self, row: Iterable[str]) -> float:
        return math.sqrt(sum(self._idf[t] ** 2 for t in row)) or 1.0

    def best(self, text: str) -> tuple[str, float]:
        """The name of the likest, and how like (0 to 1)."""
        asked = terms(text, self._language)
        shared = {n for term in asked if term in self._postings for n in self._postings[term]}
        size, found = self._norm(asked), ("", 0.0)
        for n in sorted(shared):
            name, row = self._rows[n]
            if len(asked & row) < _SHARED[self._language]:
                continue
            score = sum(self._idf[t] ** 2 for t in asked & row) / (size * self._norm(row))
            if score > found[1]:
                found = (name, score)
        return found


@lru_cache(maxsize=2)
def situation_prototypes(language: Language) -> Prototypes:
    """The prototypes of a language's situations."""
    return Prototypes({s.name: s.prototypes for s in talk_book(language).situations.values()}, language)
