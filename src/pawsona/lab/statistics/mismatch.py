"""Sample-ratio mismatch: where the sizes of arms can't be chance something is broken, and no figure may be believed."""

from collections.abc import Mapping

import numpy as np
from numpy.typing import ArrayLike
from scipy import stats

from pawsona.errors import InputError
from pawsona.lab.statistics.moments import Array

ALARM = 0.001


def mismatch(counts: Mapping[str, ArrayLike], weights: Mapping[str, float]) -> Array:
    """The probability of arms at least as uneven by chance, by a chi-square test; below `ALARM` is an alarm.

    Args:
        counts: arm -> persons exposed.
        weights: arm -> the share that it should have, on any scale.

    Raises:
        InputError: an arm is missing, or nobody is there yet.
    """
    if set(counts) != {arm for arm, weight in weights.items() if weight > 0}:
        raise InputError(f"arms {sorted(counts)} were counted and {sorted(weights)} were planned")
    seen = np.stack([np.asarray(counts[arm], dtype=np.float64) for arm in sorted(counts)])
    if (seen.sum(axis=0) == 0).any():
        raise InputError("nobody was exposed yet: there is nothing to compare")
    planned = np.array([weights[arm] for arm in sorted(counts)])
    expected = np.multiply.outer(planned / planned.sum(), seen.sum(axis=0))
    return np.asarray(stats.chisquare(seen, expected, axis=0).pvalue)
