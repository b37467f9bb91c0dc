"""Intervals that may be looked at every day: they hold at all moments together, so peeking costs nothing but width.

A mixture of normal alternatives (Robbins 1970; the mSPRT of Johari et al. 2017), with each arm's variance as it stands:
valid asymptotically (Waudby-Smith et al. 2021), so from `LEAST` persons an arm on.
"""

import numpy as np

from pawsona.errors import InputError
from pawsona.lab.statistics.effect import LEVEL, Effect
from pawsona.lab.statistics.moments import Array, Moments

LEAST = 100
"""Persons an arm before the first look: the normal approximation must hold at every look."""


def means(a: Moments, b: Moments, expected: float, level: float = LEVEL) -> Effect:
    """An always-valid interval; of the same width as a fixed one's nowhere, and narrowest about where it is expected.

    Args:
        a: arm A so far.
        b: arm B so far.
        expected: how large an effect one hopes for, in the metric's unit; fixed before the start.
        level: of all looks together.

    Raises:
        InputError: nothing is expected, so there is nothing to be narrow about.
    """
    if expected == 0:
        raise InputError("a sequential test needs the size of the effect that it is planned for")
    squared = np.maximum(a.squared_error + b.squared_error, np.finfo(np.float64).tiny)
    prior = expected**2
    more = (squared + prior) / squared
    difference = b.mean - a.mean
    reach = np.sqrt(2 * squared * (squared + prior) / prior * (np.log(1 / (1 - level)) + np.log(more) / 2))
    early = np.minimum(a.n, b.n) < LEAST
    reach = np.where(early, np.inf, reach)
    evidence = difference**2 * prior / (2 * squared * (squared + prior)) - np.log(more) / 2
    p = np.where(early, 1.0, np.minimum(1.0, np.exp(-np.minimum(evidence, 700.0))))
    return Effect(difference, difference - reach, difference + reach, p)


def running(p: Array) -> Array:
    """Always-valid p-values so far, (..., looks): what was once significant stays so."""
    return np.asarray(np.minimum.accumulate(p, axis=-1))
