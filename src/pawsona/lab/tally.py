"""From events to the moments of each arm: over what `events` cleaned, a row per person and a column per metric."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from duckdb import DuckDBPyConnection as Base

from pawsona.errors import InputError
from pawsona.lab.cells import Behind
from pawsona.lab.events import Dropped, Reach, cleaned, events_of, opened, quoted, with_cohorts
from pawsona.lab.metrics import Measure
from pawsona.lab.plan import End
from pawsona.lab.statistics.moments import Moments, Pairs
from pawsona.lab.strata import ByArm, behind, together

IDLE_MINUTES = 5
"""Longer pauses are not use."""
COHORT = ("language", "mode", "tenure")
"""What the events say of a person at their exposure, in this order, with / between."""


@dataclass(frozen=True)
class Tally:
    """What was counted."""

    persons: Mapping[str, int]
    """Arm -> persons exposed, those of the plan without anybody too."""
    moments: Mapping[str, ByArm]
    """Metric -> arm -> moments; an arm in which fewer than two persons have a number is missing."""
    behind: Mapping[str, Mapping[str, Behind]]
    """Metric -> arm -> how many persons the figure is about."""
    dropped: Dropped
    events: int
    ended: bool
    """The end that the plan names was reached; who came later is not counted."""


def tally(
    events: Sequence[Path],
    arms: Sequence[str],
    measures: Sequence[Measure],
    days: int,
    *,
    now: datetime,
    until: datetime | None = None,
    end: End | None = None,
    early: Collection[str] = (),
    strata: Sequence[str] = (),
) -> Tally:
    """Count.

    Args:
        events: files of Parquet, CSV or JSON lines.
        arms: those of the plan.
        measures: what is wanted.
        days: of each person, from their exposure on.
        now: what is later was told by a wrong clock.
        until: when it is read, or was stopped; by default with the last event.
        end: of the plan.
        strata: parts of `COHORT` within which arms are compared.
        early: metrics of `any` that count persons whose days are not over, too: an alarm may not wait.

    Raises:
        InputError: a file can't be read, or nobody was exposed.
    """
    with opened(events) as base:
        dropped, ended = cleaned(base, arms, Reach(days, now, until, end))
        exposed = dict(base.execute("SELECT arm, count(*) FROM unit GROUP BY arm").fetchall())
        if not exposed:
            raise InputError("nobody was exposed to an arm of this plan (in time for its end): is it the right file?")
        _measured(base, measures, days)
        within = _within(base, events, strata)
        moments, about = {}, {}
        for number, one in enumerate(measures):
            parts = _moments(base, one, number, one.name in early, within)
            moments[one.name], about[one.name] = together(parts), behind(parts, share=one.kind == "share")
        met = {arm: exposed.get(arm, 0) for arm in arms}
        return Tally(met, moments, about, dropped, events_of(base), ended)


def _measured(base: Base, measures: Sequence[Measure], days: int) -> None:
    """Make `numbers`: a row per person with y_<n> for each metric, and x_<n> where something is set beside it."""
    columns = []
    for number, one in enumerate(measures):
        columns.append(f"{_taken(one, days, early=False)} AS y_{number}")
        if one.over is not None:
            columns.append(f"(count(*) FILTER (WHERE kind = {quoted(one.over)} AND NOT early))::DOUBLE AS x_{number}")
        elif one.before:
            columns.append(f"{_taken(one, days, early=True)} AS x_{number}")
    base.execute(
        f"CREATE TEMP TABLE numbers AS SELECT unit.person, unit.arm, unit.over, {', '.join(columns)} "
        "FROM unit LEFT JOIN seen ON unit.person = seen.person GROUP BY unit.person, unit.arm, unit.over"
    )


def _taken(one: Measure, days: int, *, early: bool) -> str:
    """One person's number, as SQL over their events."""
    where = f"{'' if early else 'NOT '}early" + ("" if one.of == "any" else f" AND kind = {quoted(one.of)}")
    return {
        "any": f"(count(*) FILTER (WHERE {where}) > 0)::INT::DOUBLE",
        "count": f"(count(*) FILTER (WHERE {where}))::DOUBLE",
        "sum": f"coalesce(sum(value) FILTER (WHERE {where}), 0)",
        "last": f"(count(*) FILTER (WHERE {where} AND day = {days - 1}) > 0)::INT::DOUBLE",
        "trend": f"nullif(regr_slope(value, day) FILTER (WHERE {where}), 'NaN'::DOUBLE)",  # all on one day
        "minutes": f"coalesce(sum(gap) FILTER (WHERE {where} AND gap <= {60 * IDLE_MINUTES}), 0) / 60.0",
    }[one.take]


def _within(base: Base, events: Sequence[Path], strata: Sequence[str]) -> str:
    """The stratum of a row of `numbers`, as SQL; whose cohort nobody knows are one."""
    if not strata:
        return "''"
    with_cohorts(base, events)
    parts = ", ".join(f"split_part(cohort, '/', {COHORT.index(name) + 1})" for name in strata)
    return f"coalesce((SELECT concat_ws('/', {parts}) FROM cohorts WHERE cohorts.person = numbers.person), '')"


def _moments(base: Base, one: Measure, number: int, early: bool, within: str) -> dict[str, dict[str, Moments | Pairs]]:
    """Stratum -> arm -> moments."""
    y, x = f"y_{number}", f"x_{number}"
    paired = one.over is not None or one.before
    beside = f", avg({x}), var_samp({x}), covar_samp({y}, {x})" if paired else ""
    whom = "true" if one.take == "any" and early else "over"
    found = base.execute(
        f"SELECT {within} AS stratum, arm, count({y}), avg({y}), var_samp({y}){beside} "
        f"FROM numbers WHERE {whom} GROUP BY stratum, arm ORDER BY stratum, arm"
    )
    moments: dict[str, dict[str, Moments | Pairs]] = {}
    for stratum, arm, n, *figures in found.fetchall():
        if n > 1:
            of = Pairs.told(n, *figures) if paired else Moments.told(n, *figures)
            moments.setdefault(stratum, {})[arm] = of
    return moments
