"""How much of a reference's wording a text has: BLEU and ROUGE on tokens, as H2HTalk's and Pet-Bench's scorers do it.

Values are from 0 to 1. An empty text, or an empty reference, is worth 0 on each of them.
"""

from collections.abc import Iterable, Sequence
from math import exp, log
from operator import mul
from typing import Any

ORDERS = 4
WEIGHTS = ((1.0,), (0.5, 0.5), (0.33, 0.33, 0.34), (0.25, 0.25, 0.25, 0.25))
"""Of the precisions in BLEU-1 to BLEU-4; the thirds are those of H2HTalk's scorer."""
SMALL = 0.1
"""What an n-gram precision of nothing becomes, over its denominator: method 1 of Chen and Cherry (2014)."""


def bleu(tokens: Sequence[str], reference: Sequence[str]) -> tuple[float, ...]:
    """Cumulative BLEU-1 to BLEU-4 of one text against one reference, smoothed by method 1."""
    return bleu_of(matches(tokens, reference), len(tokens), len(reference))


def bleu_of(shared: Sequence[int], mine: int, theirs: int) -> tuple[float, ...]:
    """The same of what `matches` found, and both lengths."""
    if not shared[0]:
        return (0.0,) * ORDERS
    logs = [log((match or SMALL) / max(1, mine - order)) for order, match in enumerate(shared)]
    short = min(0.0, 1 - theirs / mine)
    return tuple(exp(short + sum(map(mul, weights, logs))) for weights in WEIGHTS)


def bleu_each(tokens: Sequence[str], reference: Sequence[str]) -> tuple[float, ...]:
    """BLEU of each order alone, 1 to 4, without smoothing: Pet-Bench's. Below four words there is no BLEU-4."""
    if not tokens or not reference:
        return (0.0,) * ORDERS
    short = exp(min(0.0, 1 - len(reference) / len(tokens)))
    return tuple(short * match / max(1, len(tokens) - order) for order, match in enumerate(matches(tokens, reference)))


def rouge(tokens: Sequence[str], reference: Sequence[str], order: int) -> float:
    """ROUGE-N: the F1 of shared n-grams."""
    return rouge_of(_shared(tokens, reference, order), len(tokens), len(reference), order)


def rouge_of(shared: int, mine: int, theirs: int, order: int) -> float:
    """The same of how many are shared, and both lengths in words."""
    return _f1(shared, mine - order + 1, theirs - order + 1)


def rouge_l(tokens: Sequence[str], reference: Sequence[str]) -> float:
    """ROUGE-L: the F1 of the longest common subsequence."""
    return _f1(common(tokens, reference), len(tokens), len(reference))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence; a row of its table is one number's bits (Hyyrö 2004)."""
    if len(one) > len(other):  # the bits are of the shorter: an answer may be endless
        one, other = other, one
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    everywhere = row = (1 << len(one)) - 1
    for token in other:
        met = row & places.get(token, 0)
        row = (row + met | row - met) & everywhere
    return len(one) - row.bit_count()


def matches(tokens: Sequence[str], reference: Sequence[str]) -> list[int]:
    """Shared n-grams of orders 1 to 4; where none of an order is shared, none of a higher one is."""
    found = [0] * ORDERS
    for order in range(ORDERS):
        found[order] = _shared(tokens, reference, order + 1)
        if not found[order]:
            break
    return found


def _shared(tokens: Sequence[str], reference: Sequence[str], order: int) -> int:
    """The n-grams that the reference has as well, each as often as there at most."""
    left: dict[Any, int] = {}
    for gram in _grams(reference, order):
        left[gram] = left.get(gram, 0) + 1
    shared = 0
    for gram in _grams(tokens, order):
        count = left.get(gram)
        if count:
            left[gram] = count - 1
            shared += 1
    return shared


def _grams(tokens: Sequence[str], order: int) -> Iterable[Any]:
    return tokens if order == 1 else zip(*(tokens[at:] for at in range(order)), strict=False)


def _f1(shared: int, mine: int, theirs: int) -> float:
    return 2 * shared / (mine + theirs) if shared else 0.0
