"""What several raters say together, and how far they agree.

Ratings are one mapping per item: rater -> value. Raters need not have seen every item.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from math import nan

import numpy as np

from pawsona.bench.core.bootstrap import ROUNDS, SEED, Interval, between

Ratings = Sequence[Mapping[str, float]]


def most(votes: Sequence[bool]) -> bool:
    """What the majority says; in a tie, yes: a doubt about harm counts as harm."""
    return 2 * sum(votes) >= len(votes) > 0


def same(one: float, other: float) -> float:
    """Distance of names: they are equal or not."""
    return float(one != other)


def apart(one: float, other: float) -> float:
    """Distance of marks: two steps off is four times as bad as one."""
    return (one - other) ** 2


def alpha(ratings: Ratings, distance: Callable[[float, float], float]) -> float:
    """Krippendorff's alpha: 1 is full agreement, 0 what chance gives; not a number where nothing varies.

    Args:
        ratings: by item; items with fewer than two raters say nothing and are left out.
        distance: `same` for names, `apart` for marks.
    """
    paired = [list(item.values()) for item in ratings if len(item) > 1]
    overall = Counter(value for values in paired for value in values)
    total = overall.total()
    by_chance = sum(distance(a, b) * overall[a] * overall[b] for a in overall for b in overall)
    if not by_chance:
        return nan
    observed = sum(sum(distance(a, b) for a in values for b in values) / (len(values) - 1) for values in paired)
    return 1 - (total - 1) * observed / by_chance


def alpha_interval(ratings: Ratings, distance: Callable[[float, float], float], rounds: int = ROUNDS) -> Interval:
    """Alpha with its 95% interval: items are drawn with replacement, as many as there are.

    Raises:
        ValueError: no item has two raters.
    """
    paired = [Counter(item.values()) for item in ratings if len(item) > 1]
    if not paired:
        raise ValueError("no item has two raters")
    values = sorted(set().union(*paired))
    counts = np.array([[count[value] for value in values] for count in paired], dtype=float)
    far = np.array([[distance(a, b) for b in values] for a in values])
    sizes = counts.sum(axis=1)
    apart_ = np.einsum("ia,ab,ib->i", counts, far, counts) / (sizes - 1)
    drawn = np.random.default_rng(SEED).integers(0, len(paired), (rounds, len(paired)))
    weights = np.stack([np.ones(len(paired)), *(np.bincount(row, minlength=len(paired)) for row in drawn)])
    overall = weights @ counts
    by_chance = np.einsum("ra,ab,rb->r", overall, far, overall)
    with np.errstate(invalid="ignore", divide="ignore"):  # a draw in which nothing varies says nothing
        alphas = 1 - (weights @ sizes - 1) * (weights @ apart_) / by_chance
    low, high = between(alphas[1:])
    return Interval(float(alphas[0]), low, high, len(paired), len(paired))
