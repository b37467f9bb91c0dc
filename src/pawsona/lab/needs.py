"""What a plan asks for: persons for each metric, and what an effect of the paper's size would look like with them."""

from dataclasses import dataclass
from math import ceil
from typing import Any

from pawsona.lab.plan import Metric, Plan
from pawsona.lab.statistics import effect, power
from pawsona.lab.statistics.moments import Moments

PLAUSIBLE = (100, 400, 1_000, 10_000)
"""Persons an arm: what a paper's figures would be worth with them."""


@dataclass(frozen=True)
class Need:
    """Of one metric."""

    metric: Metric
    persons: int
    """In each arm."""


@dataclass(frozen=True)
class Outlook:
    """The expected difference with so many persons in each arm, and its 95% interval."""

    metric: Metric
    persons: int
    difference: float
    low: float
    high: float


def figures(plan: Plan, chance: float, alpha: float, a_day: int | None = None) -> dict[str, Any]:
    """All of it as plain data; how long it lasts only where one says how many join on a day."""
    found = needs(plan, chance, alpha)
    primary = [need for need in found if need.metric.role == "primary"]
    persons = max(need.persons for need in found)
    seen = [outlook(need.metric, n) for need in primary for n in PLAUSIBLE]
    return {
        "days": plan.days,
        "arms": dict(plan.arms),
        "persons_per_arm": persons,
        "persons_per_arm_primary": max(need.persons for need in primary),
        "lasts_days": None if a_day is None else days(plan, persons, a_day),
        "end": plan.end and str(plan.end),
        "by_engagement_alone": plan.by_engagement_alone,
        "metrics": [{**need.metric.model_dump(), "persons_per_arm": need.persons} for need in found],
        "outlook": [
            {"metric": one.metric.name, "persons_per_arm": one.persons, "difference": one.difference,
             "low": one.low, "high": one.high}
            for one in seen
        ],
    }  # fmt: skip


def needs(plan: Plan, chance: float = power.POWER, alpha: float = power.ALPHA) -> list[Need]:
    """Persons that each metric needs; several primaries share alpha (Bonferroni, what Holm asks of the first)."""
    shared = alpha / sum(metric.role == "primary" for metric in plan.metrics)
    return [Need(m, _persons(m, chance, shared if m.role == "primary" else alpha)) for m in plan.metrics]


def days(plan: Plan, persons: int, a_day: int) -> int:
    """Until the last of them is through, if so many join a day; small arms wait for the smallest."""
    joining = ceil(persons * sum(plan.arms.values()) / min(plan.arms.values()) / a_day)
    return joining + plan.days - 1


def outlook(metric: Metric, persons: int) -> Outlook:
    """What one would see if the expected came true exactly."""
    if metric.kind == "share":
        hits = round(metric.base * persons), round(metric.expected * persons)
        found = effect.shares(hits, (persons, persons))
    else:
        spread = (metric.deviation or 0.0) ** 2
        now, then = (Moments.told(persons, mean, spread) for mean in (metric.base, metric.expected))
        found = effect.means(now, then)
    return Outlook(metric, persons, float(found.difference), float(found.low), float(found.high))


def _persons(metric: Metric, chance: float, alpha: float) -> int:
    if metric.kind == "share":
        return power.for_shares(metric.base, metric.expected, chance, alpha)
    return power.for_means(metric.base, metric.expected, metric.deviation or 0.0, chance, alpha)
