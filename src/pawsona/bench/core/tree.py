"""The score tree: how values of items become means of tasks and one total, and how far each of them could be off.

Clusters (personas, conversations) are drawn with replacement and the whole tree is computed again from each draw:
a percentile bootstrap of every node at once. Leaves that share clusters share their draws; leaves that share none
are drawn apart, so that no task grows at another's cost. Draws depend on the clusters only: two systems with the
same items are drawn alike, which makes their difference a paired one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from zlib import crc32

import numpy as np

from pawsona.bench.core.bootstrap import ROUNDS, SEED, Interval, around
from pawsona.bench.core.records import Score

Array = np.ndarray
Combine = Callable[[Sequence[Array]], Array]
_AT_ONCE = 200
"""Draws held in memory: with 8,000 clusters 13 MB."""


@dataclass(frozen=True)
class Leaf:
    """The mean of one value per item."""

    name: str
    values: tuple[float, ...]
    ids: tuple[str, ...]
    clusters: tuple[str, ...]

    @cached_property
    def items(self) -> frozenset[str]:
        """Whose values they are."""
        return frozenset(self.ids)


@dataclass(frozen=True)
class Node:
    """Children made one: by their weighted mean, or by a function of their values."""

    name: str
    children: tuple[Node | Leaf, ...]
    weights: tuple[float, ...] | None = None
    """Of the children that are there; equal without any. They need not sum to 1."""
    combine: Combine | None = field(default=None, compare=False)
    """Instead of the mean: arrays in the order of the children, one value per draw each."""

    @cached_property
    def items(self) -> frozenset[str]:
        """The items under it."""
        return frozenset().union(*(child.items for child in self.children))


def leaf(name: str, scores: Sequence[Score], metric: str) -> Leaf | None:
    """The values of one metric; None where no score has it."""
    having = [score for score in scores if metric in score.scores]
    if not having:
        return None
    return Leaf(
        name,
        tuple(score.scores[metric] for score in having),
        tuple(score.id for score in having),
        tuple(score.cluster or score.id for score in having),
    )


def node(
    name: str,
    children: Sequence[Node | Leaf | None],
    weights: Sequence[float] | None = None,
    combine: Combine | None = None,
) -> Node | None:
    """A node of the children that are there; None where none is."""
    there = [at for at, child in enumerate(children) if child is not None]
    if not there:
        return None
    kept = tuple(child for child in children if child is not None)
    return Node(name, kept, tuple(weights[at] for at in there) if weights else None, combine)


@dataclass(frozen=True)
class Drawn:
    """A tree's values in every draw; the first is that of the data themselves."""

    root: str
    """The path of the total."""
    values: dict[str, Array]
    """By path: `total`, `total/chat_general`, `total/chat_general/bleu1`."""
    items: dict[str, int]
    clusters: dict[str, int]

    @property
    def total(self) -> Interval:
        """Of the root."""
        return self.interval(self.root)

    def interval(self, path: str) -> Interval:
        """Value and 95% interval of one node."""
        values = self.values[path]
        low, high = around(values)
        return Interval(float(values[0]), low, high, self.items[path], self.clusters[path])

    def intervals(self) -> dict[str, Interval]:
        """Of all nodes."""
        return {path: self.interval(path) for path in self.values}


def draw(tree: Node, rounds: int = ROUNDS) -> Drawn:
    """Compute a tree from the data and from so many draws of its clusters."""
    leaves = dict(_leaves(tree, tree.name))
    found: dict[str, Array] = {}
    for paths in _strata(leaves):
        found |= _means({path: leaves[path] for path in paths}, rounds)
    drawn = Drawn(tree.name, {}, {}, {})
    _fill(tree, tree.name, found, drawn)
    return drawn


def _leaves(tree: Node | Leaf, path: str) -> Iterator[tuple[str, Leaf]]:
    if isinstance(tree, Leaf):
        yield path, tree
        return
    for child in tree.children:
        yield from _leaves(child, f"{path}/{child.name}")


def _strata(leaves: dict[str, Leaf]) -> list[list[str]]:
    """Paths of leaves that hang together by shared clusters."""
    groups: list[tuple[set[str], list[str]]] = []
    for path, one in leaves.items():
        clusters, paths, apart = set(one.clusters), [path], []
        for group in groups:
            if group[0].isdisjoint(one.clusters):
                apart.append(group)
            else:
                clusters |= group[0]
                paths = group[1] + paths
        groups = [*apart, (clusters, paths)]
    return [paths for _, paths in groups]


def _means(leaves: dict[str, Leaf], rounds: int) -> dict[str, Array]:
    """The mean of each leaf of a stratum, in the data and in each draw of the stratum's clusters."""
    names = sorted({name for one in leaves.values() for name in one.clusters})
    place = {name: at for at, name in enumerate(names)}
    sums = np.zeros((len(names), len(leaves)))
    counts = np.zeros((len(names), len(leaves)))
    for column, one in enumerate(leaves.values()):
        which = [place[name] for name in one.clusters]
        sums[:, column] = np.bincount(which, weights=one.values, minlength=len(names))
        counts[:, column] = np.bincount(which, minlength=len(names))
    rng = np.random.default_rng([SEED, crc32(names[0].encode())])
    means = np.empty((1 + rounds, len(leaves)))
    means[0] = sums.sum(axis=0) / counts.sum(axis=0)
    for start in range(0, rounds, _AT_ONCE):
        some = min(_AT_ONCE, rounds - start)
        drawn = rng.integers(0, len(names), (some, len(names))) + np.arange(some)[:, None] * len(names)
        times = np.bincount(drawn.ravel(), minlength=some * len(names)).reshape(some, len(names)).astype(np.float64)
        with np.errstate(invalid="ignore"):  # a draw may miss a small leaf: no value then, and no vote
            means[1 + start : 1 + start + some] = (times @ sums) / (times @ counts)
    return {path: means[:, column] for column, path in enumerate(leaves)}


def _fill(tree: Node | Leaf, path: str, found: dict[str, Array], drawn: Drawn) -> tuple[Array, frozenset[str]]:
    """Values and clusters of a node, noted after those under it."""
    if isinstance(tree, Leaf):
        values, clusters = found[path], frozenset(tree.clusters)
    else:
        below = [_fill(child, f"{path}/{child.name}", found, drawn) for child in tree.children]
        values = _combined(tree, [one for one, _ in below])
        clusters = frozenset().union(*(some for _, some in below))
    drawn.values[path], drawn.items[path], drawn.clusters[path] = values, len(tree.items), len(clusters)
    return values, clusters


def _combined(tree: Node, values: Sequence[Array]) -> Array:
    if tree.combine is not None:
        return tree.combine(values)
    weights = tree.weights or (1.0,) * len(values)
    counted = [(value, weight) for value, weight in zip(values, weights, strict=True) if weight]  # 0 x no value is none
    return np.average(np.stack([value for value, _ in counted]), axis=0, weights=[weight for _, weight in counted])
