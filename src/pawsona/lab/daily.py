"""What an experiment would have said on each day, to somebody who looked at it every day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pawsona.lab.analysis import Finding, analysed
from pawsona.lab.events import opened
from pawsona.lab.metrics import measure
from pawsona.lab.plan import Plan
from pawsona.lab.tally import tally

MOST = 14
"""Looks; of a longer experiment not every day is reckoned anew."""


@dataclass(frozen=True)
class Look:
    """One day's findings, with intervals that hold on all days together."""

    on: date
    findings: tuple[Finding, ...]


def looks(plan: Plan, events: Sequence[Path], now: datetime) -> tuple[Look, ...]:
    """Reckon each day anew from the events up to its end.

    Args:
        plan: says what counts.
        events: files of Parquet, CSV or JSON lines.
        now: what is later was told by a wrong clock.

    Raises:
        InputError: a file can't be read.
    """
    wanted = [measure(metric.name) for metric in plan.metrics]
    made = []
    for end in _ends(plan, events, now):
        found = tally(events, list(plan.arms), wanted, plan.days, now=end, early=plan.guardrails)
        made.append(Look(end.date(), analysed(plan, found, peeked=True).findings))
    return tuple(made)


def _ends(plan: Plan, events: Sequence[Path], now: datetime) -> Iterator[datetime]:
    """Days on which somebody may be through, the last one always."""
    with opened(events) as base:
        row: tuple[datetime | None, datetime | None] | None = base.execute(
            "SELECT min(moment) FILTER (WHERE kind = 'exposure'), max(moment) FROM raw WHERE moment <= $1",
            [now.astimezone(UTC).replace(tzinfo=None)],
        ).fetchone()
    first, last = row or (None, None)
    if first is None or last is None:
        return
    start, end = (moment.replace(tzinfo=UTC) for moment in (first + timedelta(days=plan.days), last))
    every = timedelta(days=max(1, -(-((end - start).days + 1) // MOST)))
    ends = []
    while end >= start:
        ends.append(end)
        end -= every
    yield from reversed(ends)
