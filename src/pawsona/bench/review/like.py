"""Does a judge say what people say? Correlations of marks on the same answers (Pet-Bench's second open question)."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from pawsona.bench.core.bootstrap import ROUNDS, SEED, Interval, between

FEWEST = 3
"""Answers without which a correlation says nothing."""


@dataclass(frozen=True)
class Pair:
    """One answer's marks."""

    human: float
    judge: float
    cluster: str


def pearson(one: np.ndarray, other: np.ndarray) -> float:
    """Of values; not a number where one of them never varies."""
    a, b = one - one.mean(), other - other.mean()
    size = float(np.sqrt((a @ a) * (b @ b)))
    return float(a @ b) / size if size > 0 else float("nan")


def spearman(one: np.ndarray, other: np.ndarray) -> float:
    """Of ranks; equal values share theirs."""
    return pearson(_ranks(one), _ranks(other))


def kendall(one: np.ndarray, other: np.ndarray) -> float:
    """Tau-b: pairs in the same order less pairs in the other, ties counted out."""
    a, b = np.sign(one[:, None] - one[None, :]), np.sign(other[:, None] - other[None, :])
    size = float(np.sqrt((a * a).sum() * (b * b).sum()))
    return float((a * b).sum()) / size if size > 0 else float("nan")


HOW: dict[str, Callable[[np.ndarray, np.ndarray], float]] = {
    "Pearson": pearson, "Spearman": spearman, "Kendall tau-b": kendall,
}  # fmt: skip


def correlation(pairs: Sequence[Pair], how: str, rounds: int = ROUNDS // 4) -> Interval | None:
    """With a 95% interval over clusters; None where there are too few answers."""
    if len(pairs) < FEWEST:
        return None
    human, judge = np.array([pair.human for pair in pairs]), np.array([pair.judge for pair in pairs])
    _, which = np.unique([pair.cluster for pair in pairs], return_inverse=True)
    places = [np.flatnonzero(which == cluster) for cluster in range(which.max() + 1)]
    rng, of = np.random.default_rng(SEED), HOW[how]
    drawn = (np.concatenate([places[at] for at in rng.integers(0, len(places), len(places))]) for _ in range(rounds))
    values = np.array([of(human[at], judge[at]) for at in drawn])
    low, high = between(values)
    return Interval(of(human, judge), low, high, len(pairs), len(places))


def _ranks(values: np.ndarray) -> np.ndarray:
    _, which, counts = np.unique(values, return_inverse=True, return_counts=True)
    ends = np.cumsum(counts)
    shared: np.ndarray = (ends - (counts - 1) / 2)[which]
    return shared
