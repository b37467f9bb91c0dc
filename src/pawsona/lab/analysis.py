"""What an experiment says at its end, or so far: each arm against the first, alarms first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pawsona.lab.metrics import Measure, measure
from pawsona.lab.plan import Metric, Plan
from pawsona.lab.statistics import effect, sequential
from pawsona.lab.statistics.effect import Effect
from pawsona.lab.statistics.mismatch import ALARM, mismatch
from pawsona.lab.statistics.moments import Moments, Pairs, adjusted
from pawsona.lab.statistics.several import holm
from pawsona.lab.strata import ByArm
from pawsona.lab.tally import Tally, tally

ALPHA = 0.05


@dataclass(frozen=True)
class Finding:
    """One metric of one arm, beside the first arm."""

    metric: Metric
    arm: str
    now: float
    """The first arm's."""
    difference: float
    low: float
    high: float
    p: float
    """After Holm for primary metrics; as it is for the others."""
    adjusted: bool
    """What was so before exposure was taken out (CUPED)."""

    @property
    def breaks(self) -> bool:
        """A guardrail that got worse, surely."""
        return self.p <= ALPHA and self.metric.worse == ("lower" if self.difference < 0 else "higher")


@dataclass(frozen=True)
class Analysis:
    """All of it."""

    plan: Plan
    tally: Tally
    mismatch: float | None
    """The chance of arms as uneven; None where one arm has nobody."""
    findings: tuple[Finding, ...]
    missing: tuple[tuple[str, str], ...]
    """(metric, arm) of which there is nothing to say yet."""
    peeked: bool

    @property
    def broken(self) -> bool:
        """The arms are not as they were dealt: no figure may be believed."""
        return self.mismatch is None or self.mismatch < ALARM

    @property
    def to_stop(self) -> tuple[Finding, ...]:
        """Guardrails that ask for the experiment to stop."""
        return tuple(finding for finding in self.findings if finding.breaks)


def of_files(plan: Plan, events: Sequence[Path], now: datetime, *, peeked: bool) -> Analysis:
    """What files of events say.

    Raises:
        InputError: a file can't be read, or nobody was exposed.
    """
    wanted = [measure(metric.name) for metric in plan.metrics]
    counted = tally(events, list(plan.arms), wanted, plan.days, now=now, early=plan.guardrails, strata=plan.strata)
    return analysed(plan, counted, peeked=peeked)


def analysed(plan: Plan, counted: Tally, *, peeked: bool) -> Analysis:
    """Compare each arm with the first.

    Args:
        plan: says what counts.
        counted: the events of it.
        peeked: it has not ended, or was looked at before: intervals hold at all looks together.
    """
    first, *others = plan.arms
    raw: list[Finding] = []
    missing: list[tuple[str, str]] = []
    for metric in plan.metrics:
        of = counted.moments[metric.name]
        for arm in others:
            if first in of and arm in of and _stands(of, first, arm, measure(metric.name)):
                raw.append(_finding(metric, of, (first, arm), peeked, stratified=bool(plan.strata)))
            else:
                missing.append((metric.name, arm))
    empty = not all(counted.persons.values())
    uneven = None if empty else float(mismatch(counted.persons, plan.arms))
    return Analysis(plan, counted, uneven, tuple(_several(raw)), tuple(missing), peeked)


def _stands(of: ByArm, first: str, arm: str, one: Measure) -> bool:
    """Whether there is something below the line of a ratio."""
    found = [of[first], of[arm]]
    return one.kind != "ratio" or all(isinstance(each, Pairs) and each.mean_beside > 0 for each in found)


def _finding(metric: Metric, of: ByArm, arms: tuple[str, str], peeked: bool, *, stratified: bool) -> Finding:
    one, (first, arm) = measure(metric.name), arms
    a, b, took = _ready(one, of[first], of[arm])
    if peeked:
        found = sequential.means(a, b, metric.expected - metric.base)
    else:
        found = _at_the_end(one, a, b, stratified=stratified)
    figures = (float(a.mean), float(found.difference), float(found.low), float(found.high), float(found.p))
    return Finding(metric, arm, *figures, took)


def _ready(one: Measure, a: Moments | Pairs, b: Moments | Pairs) -> tuple[Moments, Moments, bool]:
    if isinstance(a, Moments) or isinstance(b, Moments):
        assert isinstance(a, Moments) and isinstance(b, Moments)  # both arms are measured alike
        return a, b, False
    if one.kind == "ratio":
        return a.ratio(), b.ratio(), False
    return *adjusted(a, b), True


def _at_the_end(one: Measure, a: Moments, b: Moments, *, stratified: bool) -> Effect:
    if one.kind == "share" and not stratified:
        return effect.shares((a.mean * a.n, b.mean * b.n), (a.n, b.n))
    return effect.means(a, b)


def _several(raw: list[Finding]) -> list[Finding]:
    """Primary metrics are judged together, by Holm; guardrails each by itself, since a missed alarm costs more."""
    raised = holm({str(n): one.p for n, one in enumerate(raw) if one.metric.role == "primary"})
    return [replace(one, p=raised.get(str(n), one.p)) for n, one in enumerate(raw)]
