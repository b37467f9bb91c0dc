"""What an experiment says at its end, or so far: each arm against the first, alarms first."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from pawsona.lab.cells import Behind
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
    behind: tuple[Behind, Behind]
    """The first arm's, and its own."""

    @property
    def few(self) -> bool:
        """It could point to one person, so it is shown to nobody."""
        return any(one.few for one in self.behind)

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
    """Intervals hold at all looks together."""
    sealed: bool = False
    """Its planned end is still to come, so only guardrails are told."""

    @property
    def broken(self) -> bool:
        """The arms are not as they were dealt: no figure may be believed."""
        return self.mismatch is None or self.mismatch < ALARM

    @property
    def to_stop(self) -> tuple[Finding, ...]:
        """Guardrails that ask for the experiment to stop."""
        return tuple(finding for finding in self.findings if finding.breaks)

    def until_its_end(self) -> "Analysis":
        """Without anything but guardrails, so that nobody stops it by what they see."""
        guards = set(self.plan.guardrails)
        findings = tuple(one for one in self.findings if one.metric.name in guards)
        missing = tuple(one for one in self.missing if one[0] in guards)
        return replace(self, findings=findings, missing=missing, sealed=True)


def of_files(
    plan: Plan, events: Sequence[Path], now: datetime, *, peeked: bool, until: datetime | None = None
) -> Analysis:
    """What files of events say.

    Args:
        plan: says what counts. Where it names an end, it is read by that; before it, as if it had been looked at.
        events: files of Parquet, CSV or JSON lines.
        now: what is later was told by a wrong clock.
        peeked: it was looked at before.
        until: when it is read, or was stopped; by default with the last event.

    Raises:
        InputError: a file can't be read, or nobody was exposed.
    """
    counted = tally(
        events, list(plan.arms), [measure(metric.name) for metric in plan.metrics], plan.days,
        now=now, until=until, end=plan.end, early=plan.guardrails, strata=plan.strata,
    )  # fmt: skip
    return analysed(plan, counted, peeked=peeked or (plan.end is not None and not counted.ended))


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
                raw.append(_finding(metric, counted, (first, arm), peeked, stratified=bool(plan.strata)))
            else:
                missing.append((metric.name, arm))
    empty = not all(counted.persons.values())
    uneven = None if empty else float(mismatch(counted.persons, plan.arms))
    return Analysis(plan, counted, uneven, tuple(_several(raw)), tuple(missing), peeked)


def _stands(of: ByArm, first: str, arm: str, one: Measure) -> bool:
    """Whether there is something below the line of a ratio."""
    found = [of[first], of[arm]]
    return one.kind != "ratio" or all(isinstance(each, Pairs) and each.mean_beside > 0 for each in found)


def _finding(metric: Metric, counted: Tally, arms: tuple[str, str], peeked: bool, *, stratified: bool) -> Finding:
    one, of, about, (first, arm) = measure(metric.name), counted.moments, counted.behind[metric.name], arms
    a, b, took = _ready(one, of[one.name][first], of[one.name][arm])
    if one.kind == "share" and (peeked or stratified):
        a, b = a.careful(), b.careful()
    if peeked:
        found = sequential.means(a, b, metric.expected - metric.base)
    else:
        found = _at_the_end(one, a, b, stratified=stratified)
    figures = (float(a.mean), float(found.difference), float(found.low), float(found.high), float(found.p))
    return Finding(metric, arm, *figures, took, (about[first], about[arm]))


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
