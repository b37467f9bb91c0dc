"""What the statistics need of an arm: how many persons, and the moments of what was measured on them."""

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from pawsona.errors import InputError

Array = NDArray[np.float64]


@dataclass(frozen=True)
class Moments:
    """Of one number per person: an estimate, and the variance of one person's part in it.

    A share is the mean of noughts and ones. Raises InputError where an arm has fewer than two persons.
    """

    n: Array
    mean: Array
    variance: Array

    @classmethod
    def of(cls, values: ArrayLike) -> "Moments":
        """Of values, (..., persons)."""
        found = _numbers(values)
        return cls.told(found.shape[-1], found.mean(axis=-1), found.var(axis=-1, ddof=1))

    @classmethod
    def told(cls, n: ArrayLike, mean: ArrayLike, variance: ArrayLike) -> "Moments":
        """Of figures that were counted elsewhere."""
        persons = _numbers(n)
        if (persons < 2).any():
            raise InputError("an arm has fewer than two persons: wait, or check that both arms are dealt to")
        return cls(persons, _numbers(mean), _numbers(variance))

    @classmethod
    def share(cls, hits: ArrayLike, n: ArrayLike) -> "Moments":
        """Of `hits` persons of `n`."""
        persons, share = _numbers(n), _numbers(hits) / np.maximum(_numbers(n), 1)
        if ((share < 0) | (share > 1)).any():
            raise InputError("more persons did it than there were: count each person once")
        return cls.told(persons, share, share * (1 - share) * persons / np.maximum(persons - 1, 1))

    @property
    def squared_error(self) -> Array:
        """The variance of the estimate."""
        return self.variance / self.n

    def careful(self) -> "Moments":
        """Of a share: as uncertain as if one more had done it, and one more not.

        Without it, a share that nobody has yet would seem to be known exactly.
        """
        share = (self.n * self.mean + 1) / (self.n + 2)
        return Moments(self.n, self.mean, self.variance + share * (1 - share) - self.mean * (1 - self.mean))


@dataclass(frozen=True)
class Pairs:
    """Of two numbers per person: what is measured, and what it is set beside.

    For CUPED `beside` is the same measured before the experiment; for a ratio it is the denominator.
    """

    n: Array
    mean: Array
    variance: Array
    mean_beside: Array
    variance_beside: Array
    covariance: Array

    @classmethod
    def of(cls, values: ArrayLike, beside: ArrayLike) -> "Pairs":
        """Of values and what is set beside them, both (..., persons)."""
        one, other = _numbers(values), _numbers(beside)
        if one.shape != other.shape:
            raise InputError(f"{one.shape} values beside {other.shape}: each person needs both")
        first, second = Moments.of(one), Moments.of(other)
        apart = (one - first.mean[..., None]) * (other - second.mean[..., None])
        shared = apart.sum(axis=-1) / (one.shape[-1] - 1)
        return cls(first.n, first.mean, first.variance, second.mean, second.variance, shared)

    @classmethod
    def told(cls, n: ArrayLike, *figures: ArrayLike) -> "Pairs":
        """Of figures that were counted elsewhere, in the order of the fields."""
        return cls(Moments.told(n, *figures[:2]).n, *map(_numbers, figures))

    @property
    def alone(self) -> Moments:
        """What is measured, by itself."""
        return Moments(self.n, self.mean, self.variance)

    def ratio(self) -> Moments:
        """Sum of what is measured over sum of what it is set beside, by the delta method.

        Raises:
            InputError: nothing stands below the line.
        """
        below = self.mean_beside
        if (below <= 0).any():
            raise InputError("a ratio's denominator is 0 in one arm: there is nothing to divide by yet")
        ratio = self.mean / below
        spread = self.variance - 2 * ratio * self.covariance + ratio**2 * self.variance_beside
        return Moments.told(self.n, ratio, np.maximum(spread, 0) / below**2)


def adjusted(a: Pairs, b: Pairs) -> tuple[Moments, Moments]:
    """CUPED (Deng et al. 2013): both arms without what was so before the experiment.

    One slope for both arms, from their pooled covariances; means are moved to what all persons together had before.
    """
    inner = (a.n - 1) * a.variance_beside + (b.n - 1) * b.variance_beside
    shared = (a.n - 1) * a.covariance + (b.n - 1) * b.covariance
    slope = np.divide(shared, inner, out=np.zeros_like(shared), where=inner > 0)
    before = (a.n * a.mean_beside + b.n * b.mean_beside) / (a.n + b.n)
    return _without(a, slope, before), _without(b, slope, before)


def _without(arm: Pairs, slope: Array, before: Array) -> Moments:
    left = arm.variance - 2 * slope * arm.covariance + slope**2 * arm.variance_beside
    return Moments.told(arm.n, arm.mean - slope * (arm.mean_beside - before), np.maximum(left, 0))


def _numbers(values: Any) -> Array:
    found = np.asarray(values, dtype=np.float64)
    if not np.isfinite(found).all():
        raise InputError("a value is no number: drop events without one, and count how many there were")
    return found
