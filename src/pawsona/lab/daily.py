"""What an experiment would have said on each day, to somebody who looked at it every day."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

from pawsona.lab.analysis import Finding, of_files
from pawsona.lab.events import opened
from pawsona.lab.plan import Plan

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
    ends = _ends(plan, events, now)
    return tuple(Look(end.date(), of_files(plan, events, end, peeked=True).findings) for end in ends)


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
