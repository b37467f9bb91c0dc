"""The paper's analyses (sections 5.1 to 5.3) over its 30 models and any that are put among them, with what they carry.

Models are few and not a sample of anything: intervals here say how much hangs on single models, no more.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from pawsona.bench.core.bootstrap import ROUNDS, SEED, between
from pawsona.bench.moodbench.aggregate import Result, Values
from pawsona.bench.moodbench.published import ABILITIES, Model
from pawsona.bench.review.like import spearman

_TAILS = (2.5, 97.5)


@dataclass(frozen=True, slots=True)
class Figure:
    """A number with how far it moves when models are drawn again."""

    value: float
    low: float
    high: float
    n: int

    def plain(self) -> dict[str, float]:
        return {"value": self.value, "low": self.low, "high": self.high, "n": self.n}

    def __str__(self) -> str:
        return f"{self.value:.2f} [{self.low:.2f}, {self.high:.2f}]"


@dataclass(frozen=True, slots=True)
class Box:
    """What a box plot shows of one ability."""

    ability: str
    scores: tuple[float, ...]
    quartiles: tuple[float, float, float, float, float]
    """Least, lower quartile, median, upper quartile, greatest."""
    mean: float


@dataclass(frozen=True)
class Fit:
    """Core against foundational ability: a line, its band, and how tight it is."""

    r: Figure
    slope: float
    intercept: float
    x: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    """The band around the line, at `x`."""


@dataclass(frozen=True, slots=True)
class Scaling:
    """Totals of one family by size."""

    family: str
    points: tuple[tuple[float, float, bool, str], ...]
    """Billions of parameters, total, whether the size is an estimate, model."""
    per_tenfold: float | None
    """Points for ten times the size, by least squares; None of fewer than three models."""
    order: float | None
    """Spearman's rank correlation."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step down to what a model is weakest at."""

    kind: str
    name: str
    score: float
    among: int
    """How many stood to choose from."""


def boxes(models: Sequence[Model]) -> tuple[Box, ...]:
    """One for each ability."""
    return tuple(_box(ability, [model.abilities[ability] for model in models]) for ability in ABILITIES)


def _box(ability: str, scores: Sequence[float]) -> Box:
    least, lower, median, upper, most = map(float, np.percentile(scores, (0, 25, 50, 75, 100)))
    return Box(ability, tuple(scores), (least, lower, median, upper, most), float(np.mean(scores)))


def kinds(models: Sequence[Model]) -> Figure:
    """How much higher the mean total of closed models is than that of open ones."""
    closed = np.array([model.overall for model in models if model.kind == "closed"])
    open_ = np.array([model.overall for model in models if model.kind == "open"])
    rng = np.random.default_rng(SEED)
    draws = [rng.choice(one, (ROUNDS, len(one))).mean(axis=1) for one in (closed, open_)]
    return Figure(float(closed.mean() - open_.mean()), *between(draws[0] - draws[1]), len(models))


def fit(models: Sequence[Model]) -> Fit:
    """The paper's figure 7: core (Emotional and Companionship by their weights) against Foundational."""
    x = np.array([model.abilities["Foundational"] for model in models])
    y = np.array([model.core for model in models])
    grid = np.linspace(x.min(), x.max(), 41)
    rng = np.random.default_rng(SEED)
    chosen = rng.integers(0, len(models), (ROUNDS, len(models)))
    slopes, intercepts, rs = _lines(x[chosen], y[chosen])
    lines = intercepts[:, None] + slopes[:, None] * grid[None, :]
    low, high = np.percentile(lines, _TAILS, axis=0)
    (slope,), (intercept,), (r,) = _lines(x[None, :], y[None, :])
    return Fit(
        Figure(float(r), *between(rs), len(models)), float(slope), float(intercept),
        tuple(map(float, grid)), tuple(map(float, low)), tuple(map(float, high)),
    )  # fmt: skip


def correlation(models: Sequence[Model], ability: str) -> float:
    """Of an ability with the foundational one."""
    pairs = [(model.abilities["Foundational"], model.abilities[ability]) for model in models]
    return float(np.corrcoef(np.array(pairs).T)[0, 1])


def _lines(x: Values, y: Values) -> tuple[Values, Values, Values]:
    """Slope, intercept and correlation of each row."""
    dx, dy = x - x.mean(axis=1, keepdims=True), y - y.mean(axis=1, keepdims=True)
    xx, yy, xy = (dx**2).sum(axis=1), (dy**2).sum(axis=1), (dx * dy).sum(axis=1)
    slope = xy / np.maximum(xx, 1e-12)
    return slope, y.mean(axis=1) - slope * x.mean(axis=1), xy / np.sqrt(np.maximum(xx * yy, 1e-12))


def scaling(models: Sequence[Model], families: Sequence[str] = ("Doubao", "GPT", "Qwen")) -> tuple[Scaling, ...]:
    """The paper's figure 6: its three families, as far as it gives a size."""
    return tuple(_scaling(family, [model for model in models if model.family == family]) for family in families)


def _scaling(family: str, models: Sequence[Model]) -> Scaling:
    points = tuple(
        (one.parameters, one.overall, one.estimated, one.name) for one in models if one.parameters is not None
    )
    if len(points) < 3:
        return Scaling(family, points, None, None)
    sizes, totals = np.log10([point[0] for point in points]), np.array([point[1] for point in points])
    slope, _, _ = _lines(sizes[None, :], totals[None, :])
    return Scaling(family, points, float(slope[0]), spearman(sizes, totals))


def weakest(result: Result) -> list[Step]:
    """From the whole down to the dataset that a model is worst at: ability, sub-ability, level, task, dataset."""
    steps, parts = [], list(result.abilities)
    while held := [(part.score, part) for part in parts if part.score is not None]:
        score, lowest = min(held, key=lambda pair: pair[0])
        steps.append(Step(lowest.kind, lowest.name, score, len(held)))
        parts = list(lowest.parts)
    return steps


def place(total: float, models: Sequence[Model]) -> int:
    """The rank that a total would have among the ranked models."""
    return 1 + sum(model.overall > total for model in models if model.rank is not None)


def plain(models: Sequence[Model]) -> Mapping[str, Any]:
    """As JSON: everything for all models, and for those that are ranked."""
    ranked = [model for model in models if model.rank is not None]
    return {
        name: {
            "n": len(held),
            "boxes": {box.ability: {"quartiles": box.quartiles, "mean": box.mean} for box in boxes(held)},
            "closed_minus_open": kinds(held).plain(),
            "foundational_and_core": {"r": fit(held).r.plain(), "slope": fit(held).slope},
            "families": {
                one.family: {"per_tenfold": one.per_tenfold, "order": one.order, "n": len(one.points)}
                for one in scaling(held)
            },
        }
        for name, held in (("all", models), ("ranked", ranked))
    }
