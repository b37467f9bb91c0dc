"""What an experiment would have said on each day, to somebody who looked at it every day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pawsona.lab.analysis import Finding, of_files
from pawsona.lab.events import opened
from pawsona.lab.plan import Metric, Plan

MOST = 14
"""Looks; of a longer experiment not every day is reckoned anew."""


@dataclass(frozen=True)
class Look:
    """One day's findings, with intervals that hold on all days together."""

    on: date
    findings: tuple[Finding, ...]


def looks(plan: Plan, events: Sequence[Path], now: datetime, until: datetime | None = None) -> tuple[Look, ...]:
    """Reckon each day anew from the events up to its end.

    Args:
        plan: says what counts.
        events: files of Parquet, CSV or JSON lines.
        now: what is later was told by a wrong clock.
        until: the last look; by default with the last event.

    Raises:
        InputError: a file can't be read.
    """
    if not plan.metrics:
        return ()
    endless = plan.model_copy(update={"end": None})
    return tuple(
        Look(at.date(), of_files(endless, events, at, peeked=True, until=at).findings)
        for at in _ends(plan, events, now, until)
    )


def told_days(days: Sequence[Look], metric: Metric, arm: str) -> list[tuple[date, Finding]]:
    """One metric of one arm, day by day; days from which one person's part could be reckoned are left out."""
    told: list[tuple[date, Finding]] = []
    for look in days:
        for one in look.findings:
            if (one.metric, one.arm) == (metric, arm) and not one.few and (not told or _apart(one, told[-1][1])):
                told.append((look.on, one))
    return told


def _apart(one: Finding, before: Finding) -> bool:
    return all(now.apart(then) for now, then in zip(one.behind, before.behind, strict=True))


def _ends(plan: Plan, events: Sequence[Path], now: datetime, until: datetime | None) -> Iterator[datetime]:
    """Days on which somebody may be through, the last one always."""
    with opened(events) as base:
        row: tuple[datetime | None, datetime | None] | None = base.execute(
            "SELECT min(moment) FILTER (WHERE kind = 'exposure'), max(moment) FROM raw WHERE moment <= $1",
            [now.astimezone(UTC).replace(tzinfo=None)],
        ).fetchone()
    first, last = row or (None, None)
    if first is None or last is None:
        return
    start, end = first.replace(tzinfo=UTC) + timedelta(days=plan.days), until or last.replace(tzinfo=UTC)
    every = timedelta(days=max(1, -(-((end - start).days + 1) // MOST)))
    ends = []
    while end >= start:
        ends.append(end)
        end -= every
    yield from reversed(ends)
