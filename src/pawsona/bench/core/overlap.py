"""How much of a reference's wording a text has: BLEU and ROUGE on tokens, as H2HTalk's scorer computes them.

Values are from 0 to 1. An empty text, or an empty reference, is worth 0 on each of them.
"""

from collections import Counter
from collections.abc import Sequence
from math import exp, log
from operator import mul

ORDERS = 4
WEIGHTS = ((1.0,), (0.5, 0.5), (0.33, 0.33, 0.34), (0.25, 0.25, 0.25, 0.25))
"""Of the precisions in BLEU-1 to BLEU-4; the thirds are those of H2HTalk's scorer."""
SMALL = 0.1
"""What an n-gram precision of nothing becomes, over its denominator: method 1 of Chen and Cherry (2014)."""


def bleu(tokens: Sequence[str], reference: Sequence[str]) -> tuple[float, ...]:
    """Cumulative BLEU-1 to BLEU-4 of one text against one reference, smoothed by method 1."""
    if not tokens or not reference:
        return (0.0,) * ORDERS
    matches, totals = zip(*(_precision(tokens, reference, n) for n in range(1, ORDERS + 1)), strict=True)
    if not matches[0]:
        return (0.0,) * ORDERS
    logs = [log((match or SMALL) / total) for match, total in zip(matches, totals, strict=True)]
    short = min(0.0, 1 - len(reference) / len(tokens))
    return tuple(exp(short + sum(map(mul, weights, logs))) for weights in WEIGHTS)


def rouge(tokens: Sequence[str], reference: Sequence[str], order: int) -> float:
    """ROUGE-N: the F1 of shared n-grams."""
    mine, theirs = _grams(tokens, order), _grams(reference, order)
    return _f1((mine & theirs).total(), mine.total(), theirs.total())


def rouge_l(tokens: Sequence[str], reference: Sequence[str]) -> float:
    """ROUGE-L: the F1 of the longest common subsequence."""
    return _f1(common(tokens, reference), len(tokens), len(reference))


def common(one: Sequence[str], other: Sequence[str]) -> int:
    """The length of the longest common subsequence; a row of its table is one number's bits (Hyyrö 2004)."""
    places: dict[str, int] = {}
    for place, token in enumerate(one):
        places[token] = places.get(token, 0) | 1 << place
    everywhere = row = (1 << len(one)) - 1
    for token in other:
        met = row & places.get(token, 0)
        row = (row + met | row - met) & everywhere
    return len(one) - row.bit_count()


def _precision(tokens: Sequence[str], reference: Sequence[str], order: int) -> tuple[int, int]:
    """The n-grams that the reference has as well, each as often as there at most, and how many there are."""
    mine = _grams(tokens, order)
    return (mine & _grams(reference, order)).total(), max(1, mine.total())


def _grams(tokens: Sequence[str], order: int) -> Counter[tuple[str, ...]]:
    return Counter(zip(*(tokens[at:] for at in range(order)), strict=False))


def _f1(shared: int, mine: int, theirs: int) -> float:
    return 2 * shared / (mine + theirs) if shared else 0.0
