"""How far a mean could be off: percentile bootstrap over clusters.

Items of one conversation stand or fall together, so whole clusters are drawn with replacement, as many as there are.
Few clusters (five conversations) make an interval that is honest about its width, not about its coverage.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

ROUNDS = 2000
SEED = 20261122
"""The same draws in every run, so that a report can be made again to the last digit."""
_TAILS = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Interval:
    """A mean with the 95% interval around it."""

    value: float
    low: float
    high: float
    n: int
    clusters: int
    places: int = 3
    """Digits to show."""

    def __str__(self) -> str:
        return f"{self.value:.{self.places}f} [{self.low:.{self.places}f}, {self.high:.{self.places}f}]"

    def plain(self) -> dict[str, float | int]:
        """As JSON."""
        return {
            "value": round(self.value, 4),
            "low": round(self.low, 4),
            "high": round(self.high, 4),
            "n": self.n,
            "clusters": self.clusters,
        }


def of100(found: Interval) -> Interval:
    """As people read shares."""
    return Interval(100 * found.value, 100 * found.low, 100 * found.high, found.n, found.clusters, places=1)


def mean(values: Sequence[float], clusters: Sequence[str], rounds: int = ROUNDS) -> Interval:
    """The mean of values and its interval.

    Args:
        values: one per item.
        clusters: the cluster of each item, in the same order.
        rounds: how often clusters are drawn.

    Raises:
        ValueError: there is nothing, or the two differ in length.
    """
    if not values or len(values) != len(clusters):
        raise ValueError(f"{len(values)} values and {len(clusters)} clusters")
    names, which = np.unique(np.asarray(clusters), return_inverse=True)
    sums = np.bincount(which, weights=np.asarray(values, dtype=np.float64))
    counts = np.bincount(which)
    drawn = np.random.default_rng(SEED).integers(0, len(names), (rounds, len(names)))
    low, high = between(sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1))
    return Interval(float(sums.sum() / counts.sum()), low, high, len(values), len(names))


def between(drawn: np.ndarray) -> tuple[float, float]:
    """Where 95% of what was drawn lies; draws without a value have no vote."""
    low, high = np.nanpercentile(drawn, _TAILS)
    return float(low), float(high)


def around(values: np.ndarray) -> tuple[float, float]:
    """The interval of a value and its draws, the value first; it holds the value.

    Where a share is 0 or 1 draws are of what that leaves possible, and their mean is not the share: over a tree of such
    shares 95% of them may lie on one side of it.
    """
    low, high = between(values[1:])
    return min(low, float(values[0])), max(high, float(values[0]))


def difference(one: Sequence[float], other: Sequence[float], clusters: Sequence[str], rounds: int = ROUNDS) -> Interval:
    """How much better the first is than the second on the same items, with the interval of the paired difference."""
    return mean([a - b for a, b in zip(one, other, strict=True)], clusters, rounds)


def share(hits: Sequence[bool], clusters: Sequence[str]) -> Interval:
    """How often something happens, and its interval.

    Where it happened never or always every draw is alike, which would be an interval of no width: then it is
    Wilson's, which for none of n ends near 3.8 / n.
    """
    found = mean([float(hit) for hit in hits], clusters)
    if found.low < found.high or len(set(hits)) > 1:
        return found
    n, z2 = len(hits), 1.96**2
    edge = z2 / (n + z2)
    low, high = (1 - edge, 1.0) if hits[0] else (0.0, edge)
    return Interval(found.value, low, high, found.n, found.clusters)
