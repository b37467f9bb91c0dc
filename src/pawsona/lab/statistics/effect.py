"""How much more arm B has than arm A, looked at once, at the planned end."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats
from statsmodels.stats.proportion import confint_proportions_2indep, test_proportions_2indep

from pawsona.lab.statistics.moments import Array, Moments

LEVEL = 0.95


@dataclass(frozen=True)
class Effect:
    """A difference B - A with its interval; `p` is two-sided."""

    difference: Array
    low: Array
    high: Array
    p: Array


def means(a: Moments, b: Moments, level: float = LEVEL) -> Effect:
    """Welch's test: for means, for those adjusted by CUPED, and for ratios by the delta method."""
    squared = a.squared_error + b.squared_error
    parts = a.squared_error**2 / (a.n - 1) + b.squared_error**2 / (b.n - 1)
    difference, error = b.mean - a.mean, np.sqrt(squared)
    with np.errstate(invalid="ignore", divide="ignore"):  # two arms in which everybody is the same
        degrees = np.where(parts > 0, squared**2 / parts, a.n + b.n - 2)
        score = np.where(difference == 0, 0.0, np.abs(difference) / error)
    reach = stats.t.ppf((1 + level) / 2, degrees) * error
    return Effect(difference, difference - reach, difference + reach, 2 * stats.t.sf(score, degrees))


def shares(hits: tuple[ArrayLike, ArrayLike], persons: tuple[ArrayLike, ArrayLike], level: float = LEVEL) -> Effect:
    """Newcombe's hybrid score interval for two shares, (A, B), and the score test."""
    a, b = (Moments.share(h, n) for h, n in zip(hits, persons, strict=True))
    counts = (np.asarray(hits[1]), b.n, np.asarray(hits[0]), a.n)
    low, high = confint_proportions_2indep(*counts, method="newcomb", compare="diff", alpha=1 - level)
    with np.errstate(invalid="ignore", divide="ignore"):  # all or none did it in both arms: nothing to test
        p = test_proportions_2indep(*counts, method="score", compare="diff").pvalue
    return Effect(b.mean - a.mean, np.asarray(low), np.asarray(high), np.nan_to_num(np.asarray(p), nan=1.0))


def tails(a: Array, b: Array, level: float = LEVEL, rounds: int = 2000, seed: int = 20261122) -> Effect:
    """Means of heavy-tailed values (one array per arm), by the bootstrap: BCa, which follows their skew."""
    drawn = stats.bootstrap(
        (b, a), _apart, vectorized=True, n_resamples=rounds, batch=max(1, 2**24 // max(len(a), len(b))),
        confidence_level=level, method="BCa", rng=np.random.default_rng(seed),
    )  # fmt: skip
    spread = drawn.bootstrap_distribution
    beyond = 2 * min((spread <= 0).mean(), (spread >= 0).mean())
    interval = drawn.confidence_interval
    p = np.asarray(min(1.0, max(beyond, 1 / rounds)))
    return Effect(_apart(b, a), np.asarray(interval.low), np.asarray(interval.high), p)


def _apart(one: Array, other: Array, axis: int = -1) -> Array:
    return np.asarray(one.mean(axis=axis) - other.mean(axis=axis))
