"""Whether something that was said long ago came back: as the sessions in which it was, or as words of an answer."""

import re
from collections import Counter
from collections.abc import Sequence

from pawsona.bench.moodbench.answers.words import folded

FIRST = 10
_WORD = re.compile(r"[\u4e00-\u9fff]|[a-z0-9$%']+(?:\.\d+)?")
_SMALL = {"a", "an", "the"}
_NUMBERS = {word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())}
_LONG = 8
"""A reply so many times as long as the reference names it by chance."""


def recall_at(ranking: Sequence[str], evidence: Sequence[str], first: int = FIRST) -> float:
    """The share of the evidence among the first of a ranking."""
    found = set(list(dict.fromkeys(ranking))[:first])
    return len(found & set(evidence)) / len(set(evidence)) if evidence else 0.0


def word_recall(text: str, references: Sequence[str]) -> float:
    """The share of a reference's words that a text has, the best of all references.

    Case, punctuation, articles and small numbers written out don't matter; Chinese is compared by characters. A text
    that is far longer than the reference gets half at most.
    """
    said = _words(text)
    return max((_recalled(said, _words(reference)) for reference in references), default=0.0)


def _recalled(said: list[str], reference: list[str]) -> float:
    if not reference:
        return 0.0
    share = (Counter(said) & Counter(reference)).total() / len(reference)
    return share / 2 if len(said) > _LONG * max(4, len(reference)) else share


def _words(text: str) -> list[str]:
    return [_NUMBERS.get(word, word) for word in _WORD.findall(folded(text)) if word not in _SMALL]
