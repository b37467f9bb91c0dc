"""Events of an experiment, read and cleaned by DuckDB: columns on disk, so ten million of them fit a laptop.

An event is a row {person, at, kind, value, arm}: counts and durations, never what anybody said. `at` is UTC, `arm`
stands on exposures only. Only what happened after a person's first exposure counts, for the days of the plan.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection as Base

from pawsona.errors import InputError
from pawsona.lab.metrics import KINDS
from pawsona.lab.plan import End

MOST_TURNS_A_DAY = 2000
"""More than that is no person."""
MEMORY = "1GB"
_READERS = {".parquet": "read_parquet", ".csv": "read_csv", ".jsonl": "read_json", ".ndjson": "read_json"}
_COLUMNS = {"person": "VARCHAR", "at": "TIMESTAMP", "kind": "VARCHAR", "value": "DOUBLE", "arm": "VARCHAR"}


@dataclass(frozen=True)
class Reach:
    """In which time events count."""

    days: int
    """Of each person, from their exposure on."""
    now: datetime
    """What is later was told by a wrong clock."""
    until: datetime | None = None
    """When it is read, or was stopped; None: with the last event, since files don't tell."""
    end: End | None = None
    """That of the plan."""


@dataclass(frozen=True)
class Dropped:
    """What did not count, and why; a report that hides it can't be trusted."""

    unknown: int
    """Events of no kind, without person or time, or of a time to come: some clocks are always wrong."""
    repeated: int
    """Events that stand there twice."""
    never_exposed: int
    """Persons with events and no exposure."""
    in_two_arms: int
    """Persons who were dealt to more than one arm, of the plan or not."""
    not_through: int
    """Persons whose days were not over when it was read; guardrails of `any` alone count them."""
    after_end: int
    """Persons who came too late for the end that the plan names."""
    bots: int
    early: int
    """Events before exposure; they only serve to take out what was so before."""
    late: int
    """Events after the days of the plan."""


@contextmanager
def opened(events: Sequence[Path]) -> Iterator[Base]:
    """A database in memory with the events as they are, in the table `raw`.

    Raises:
        InputError: a file is missing or has no such columns, also while the database is used.
    """
    with duckdb.connect(config={"memory_limit": MEMORY, "threads": 2, "preserve_insertion_order": False}) as base:
        try:
            base.execute(f"CREATE TEMP TABLE raw AS {' UNION ALL '.join(map(_read, events))}")
            yield base
        except duckdb.Error as error:
            raise InputError(f"the events can't be read: {str(error).splitlines()[0]}") from None


def cleaned(base: Base, arms: Sequence[str], reach: Reach) -> tuple[Dropped, bool]:
    """Make `unit` (person, arm, since) and `seen`: their events, each once, within reach of their days.

    Returns:
        What did not count; whether the end that the plan names was reached, so that who came later is left out.
    """
    days, latest = reach.days, _moment(reach.now)
    known = f"person IS NOT NULL AND moment <= {latest} AND kind IN ({listed(KINDS)})"
    base.execute(
        f"""
        CREATE TEMP TABLE fit AS SELECT DISTINCT * FROM raw WHERE {known};
        CREATE TEMP TABLE exposed AS SELECT person, min(arm) AS arm, min(moment) AS since, count(DISTINCT arm) AS arms
        FROM fit WHERE kind = 'exposure' AND arm IS NOT NULL GROUP BY person HAVING bool_or(arm IN ({listed(arms)}));
        CREATE TEMP TABLE bot AS SELECT DISTINCT person FROM fit WHERE kind = 'turn'
        GROUP BY person, moment::DATE HAVING count(*) > {MOST_TURNS_A_DAY};
        CREATE TEMP TABLE dealt AS SELECT person, arm, since FROM exposed
        WHERE arms = 1 AND person NOT IN (SELECT person FROM bot)
        """
    )
    until = reach.until or _last_event(base)
    last = _last(base, len(arms), reach, until)
    base.execute(
        f"""
        CREATE TEMP TABLE unit AS SELECT *, since <= {_moment(until)} - INTERVAL {days} DAY AS over
        FROM dealt WHERE {"true" if last is None else f"since <= {_moment(last)}"};
        CREATE TEMP TABLE near AS SELECT fit.person, moment, kind, value, since, moment < since AS early
        FROM fit JOIN unit USING (person) WHERE kind <> 'exposure';
        CREATE TEMP TABLE seen AS SELECT person, kind, value, early,
            floor(date_diff('second', since, moment) / 86400)::INT AS day,
            date_diff('second', lag(moment) OVER (PARTITION BY person, early ORDER BY moment), moment) AS gap
        FROM near WHERE moment >= since - INTERVAL {days} DAY AND moment < since + INTERVAL {days} DAY
        """
    )
    dropped = Dropped(
        unknown=_count(base, f"raw WHERE NOT coalesce({known}, false)"),
        repeated=_count(base, f"raw WHERE {known}") - _count(base, "fit"),
        never_exposed=_count(base, "(SELECT DISTINCT person FROM fit EXCEPT SELECT person FROM exposed)"),
        in_two_arms=_count(base, "exposed WHERE arms > 1"),
        not_through=_count(base, "unit WHERE NOT over"),
        after_end=_count(base, "dealt") - _count(base, "unit"),
        bots=_count(base, "bot"),
        early=_count(base, "near WHERE early"),
        late=_count(base, f"near WHERE moment >= since + INTERVAL {days} DAY"),
    )
    return dropped, last is not None


def _last_event(base: Base) -> datetime:
    [found] = base.execute("SELECT max(moment) FROM fit").fetchone() or (None,)
    return found.replace(tzinfo=UTC) if found else datetime.fromtimestamp(0, UTC)


def _last(base: Base, arms: int, reach: Reach, until: datetime) -> datetime | None:
    """The last exposure that counts by the planned end; None before that end, and where there is none.

    What anybody did afterwards has no part in it, so waiting for a better moment changes nothing.
    """
    if reach.end is None:
        return None
    if reach.end.moment is not None:
        last = reach.end.moment - timedelta(days=reach.days)
    else:
        enough = base.execute(
            "SELECT max(since) FROM (SELECT since, row_number() OVER (PARTITION BY arm ORDER BY since) AS place "
            "FROM dealt) WHERE place = $1 HAVING count(*) = $2",
            [reach.end.persons, arms],
        ).fetchone()
        if enough is None:
            return None
        last = enough[0].replace(tzinfo=UTC)
    return last if last + timedelta(days=reach.days) <= until else None


def with_cohorts(base: Base, events: Sequence[Path]) -> None:
    """Make `cohorts` (person, cohort): what each was at their exposure.

    Raises:
        InputError: the events don't tell.
    """
    read = " UNION ALL ".join(
        f"SELECT person, kind, cohort FROM {_reader(path)}({quoted(str(path))})" for path in events
    )
    try:
        base.execute(
            f"CREATE TEMP TABLE cohorts AS SELECT person::VARCHAR AS person, min(cohort) AS cohort FROM ({read}) "
            "WHERE kind = 'exposure' GROUP BY person"
        )
    except duckdb.BinderException:
        raise InputError("the plan has strata, and the events have no column `cohort` on exposures") from None


def to_parquet(events: Path, to: Path) -> None:
    """The same events in columns."""
    typed = ", ".join(f"'{name}': '{kind}'" for name, kind in {**_COLUMNS, "cohort": "VARCHAR"}.items())
    rows = f"SELECT * FROM read_csv({quoted(str(events))}, types={{{typed}}})"
    duckdb.execute(f"COPY ({rows}) TO {quoted(str(to))} (FORMAT parquet)")


def events_of(base: Base) -> int:
    """How many rows the files had."""
    return _count(base, "raw")


def _moment(at: datetime) -> str:
    """A time as SQL has it."""
    return f"TIMESTAMP '{at.astimezone(UTC):%Y-%m-%d %H:%M:%S.%f}'"


def listed(names: Sequence[str]) -> str:
    """Texts for `IN (...)`."""
    return ", ".join(quoted(name) for name in names)


def quoted(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def _reader(path: Path) -> str:
    reader = _READERS.get(path.suffix.casefold())
    if not path.is_file():
        raise InputError(f"there is no file {str(path)!r}")
    if reader is None:
        raise InputError(f"{str(path)!r} is no file of Parquet, CSV or JSON lines")
    return reader


def _read(path: Path) -> str:
    reader = _reader(path)
    columns = ", ".join(f"'{name}': '{kind}'" for name, kind in _COLUMNS.items())
    typed = {"read_parquet": "", "read_json": f", columns={{{columns}}}", "read_csv": f", types={{{columns}}}"}[reader]
    return f'SELECT person, "at" AS moment, kind, value, arm FROM {reader}({quoted(str(path))}{typed})'


def _count(base: Base, rows: str) -> int:
    [found] = base.execute(f"SELECT count(*) FROM {rows}").fetchone() or (0,)
    return int(found)
