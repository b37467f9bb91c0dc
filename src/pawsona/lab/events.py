"""Events of an experiment, read and cleaned by DuckDB: columns on disk, so ten million of them fit a laptop.

An event is a row {person, at, kind, value, arm}: counts and durations, never what anybody said. `at` is UTC, `arm`
stands on exposures only. Only what happened after a person's first exposure counts, for the days of the plan.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import duckdb
from duckdb import DuckDBPyConnection as Base

from pawsona.errors import InputError
from pawsona.lab.metrics import KINDS

MOST_TURNS_A_DAY = 2000
"""More than that is no person."""
MEMORY = "1GB"
_READERS = {".parquet": "read_parquet", ".csv": "read_csv", ".jsonl": "read_json", ".ndjson": "read_json"}
_COLUMNS = {"person": "VARCHAR", "at": "TIMESTAMP", "kind": "VARCHAR", "value": "DOUBLE", "arm": "VARCHAR"}


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
    """Persons whose days were not over when the events end; guardrails of `any` alone count them."""
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


def cleaned(base: Base, arms: Sequence[str], days: int, now: datetime) -> Dropped:
    """Make `unit` (person, arm, since) and `seen`: their events, each once, within reach of their days."""
    latest = f"TIMESTAMP '{now.astimezone(UTC):%Y-%m-%d %H:%M:%S}'"
    known = f"person IS NOT NULL AND moment <= {latest} AND kind IN ({listed(KINDS)})"
    base.execute(
        f"""
        CREATE TEMP TABLE fit AS SELECT DISTINCT * FROM raw WHERE {known};
        CREATE TEMP TABLE exposed AS SELECT person, min(arm) AS arm, min(moment) AS since, count(DISTINCT arm) AS arms
        FROM fit WHERE kind = 'exposure' AND arm IS NOT NULL GROUP BY person HAVING bool_or(arm IN ({listed(arms)}));
        CREATE TEMP TABLE through AS SELECT *, since <= (SELECT max(moment) FROM fit) - INTERVAL {days} DAY AS over
        FROM exposed WHERE arms = 1;
        CREATE TEMP TABLE bot AS SELECT DISTINCT person FROM fit WHERE kind = 'turn'
        GROUP BY person, moment::DATE HAVING count(*) > {MOST_TURNS_A_DAY};
        CREATE TEMP TABLE unit AS SELECT person, arm, since, over FROM through
        WHERE person NOT IN (SELECT person FROM bot);
        CREATE TEMP TABLE near AS SELECT fit.person, moment, kind, value, since, moment < since AS early
        FROM fit JOIN unit USING (person) WHERE kind <> 'exposure';
        CREATE TEMP TABLE seen AS SELECT person, kind, value, early,
            floor(date_diff('second', since, moment) / 86400)::INT AS day,
            date_diff('second', lag(moment) OVER (PARTITION BY person, early ORDER BY moment), moment) AS gap
        FROM near WHERE moment >= since - INTERVAL {days} DAY AND moment < since + INTERVAL {days} DAY
        """
    )
    return Dropped(
        unknown=_count(base, f"raw WHERE NOT coalesce({known}, false)"),
        repeated=_count(base, f"raw WHERE {known}") - _count(base, "fit"),
        never_exposed=_count(base, "(SELECT DISTINCT person FROM fit EXCEPT SELECT person FROM exposed)"),
        in_two_arms=_count(base, "exposed WHERE arms > 1"),
        not_through=_count(base, "through WHERE NOT over"),
        bots=_count(base, "bot"),
        early=_count(base, "near WHERE early"),
        late=_count(base, f"near WHERE moment >= since + INTERVAL {days} DAY"),
    )


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


def listed(names: Sequence[str]) -> str:
    """Texts for `IN (...)`."""
    return ", ".join(quoted(name) for name in names)


def quoted(text: str) -> str:
    """A text as SQL has it."""
    return "'" + text.replace("'", "''") + "'"


def _reader(path: Path) -> str:
    reader = _READERS.get(path.suffix.casefold())
    if reader is None or not path.is_file():
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
