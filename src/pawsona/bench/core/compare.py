"""Systems beside each other on the same items: paired differences, Holm's correction, and the range of each rank."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from pawsona.bench.core.bootstrap import Interval, between
from pawsona.bench.core.records import Score
from pawsona.bench.core.tree import Drawn
from pawsona.lab.statistics.several import holm

ROUNDS = 10_000
"""More than an interval needs: the smallest p is 2/10,001, and Holm multiplies it by the number of comparisons."""


@dataclass(frozen=True, slots=True)
class Comparison:
    """How much better one system is than another."""

    one: str
    other: str
    difference: Interval
    p: float
    """Two-sided: how often draws say the opposite, doubled; it and the interval say the same."""
    adjusted: float
    """After Holm, over all comparisons made together."""


def shared(scores: Mapping[str, Sequence[Score]]) -> dict[str, list[Score]]:
    """By system, the scores of items that all of them have."""
    ids = set.intersection(*({row.id for row in rows} for rows in scores.values()))
    return {system: [row for row in rows if row.id in ids] for system, rows in scores.items()}


def compare(systems: Mapping[str, Drawn], path: str, against: str | None = None) -> list[Comparison]:
    """Compare by one node of their trees, drawn from the same items (see `shared`) in the same number of rounds.

    Args:
        systems: by name, best first if the order of the result matters.
        path: which node.
        against: one system that all others are compared with; each with each where it is None.
    """
    names = list(systems)
    pairs = [(a, b) for at, a in enumerate(names) for b in names[at + 1 :]]
    if against is not None:
        pairs = [(name, against) for name in names if name != against]
    apart = [systems[a].values[path] - systems[b].values[path] for a, b in pairs]
    ps = [_opposite(one[1:]) for one in apart]
    raised = holm({str(at): p for at, p in enumerate(ps)})
    return [
        Comparison(a, b, _interval(one, systems[a], path), p, adjusted)
        for (a, b), one, p, adjusted in zip(pairs, apart, ps, raised.values(), strict=True)
    ]


def ranks(systems: Mapping[str, Drawn], path: str) -> dict[str, tuple[int, int, int]]:
    """Rank of each system, and from where to where it could be: 95% of the draws. Equal values share the best rank."""
    values = np.stack([one.values[path] for one in systems.values()])
    above = 1 + (values[None, :, :] > values[:, None, :]).sum(axis=1)
    found = {}
    for name, row in zip(systems, above, strict=True):
        low, high = between(row[1:])
        found[name] = (int(row[0]), int(np.floor(low)), int(np.ceil(high)))
    return found


def _opposite(drawn: np.ndarray) -> float:
    drawn = drawn[~np.isnan(drawn)]
    fewer = min(int((drawn <= 0).sum()), int((drawn >= 0).sum()))
    return min(1.0, 2 * (1 + fewer) / (len(drawn) + 1))


def _interval(apart: np.ndarray, drawn: Drawn, path: str) -> Interval:
    low, high = between(apart[1:])
    return Interval(float(apart[0]), low, high, drawn.items[path], drawn.clusters[path])
