"""Ten million events reported (goals: under 60 s and 1.5 GB on 2 cores), beside the same moments by pandas, in one run.

Usage: PYTHONPATH=src python benchmarks/lab_events.py [events]
"""

import resource
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from time import perf_counter

import duckdb

from pawsona.lab.analysis import analysed
from pawsona.lab.metrics import measure
from pawsona.lab.plan import plan
from pawsona.lab.report import alarms
from pawsona.lab.tally import tally

PERSONS = 200_000
NOW = datetime(2026, 4, 1, tzinfo=UTC)


def made(path: Path, events: int) -> None:
    """Events of fifteen days around exposure, in which nothing differs; one in a hundred stands there twice."""
    kinds = "['turn', 'turn', 'turn', 'turn', 'turn', 'visit', 'mood', 'farewell']"
    duckdb.execute(
        f"""
        COPY (
            SELECT 'p' || (j % {PERSONS}) AS person,
                   TIMESTAMP '2026-03-01' + to_seconds((hash(j) % 1296000)::BIGINT) AS "at",
                   {kinds}[1 + (hash(j, 3) % 8)::INT] AS kind, (hash(j, 7) % 1000) / 1000.0 AS value, NULL AS arm
            FROM (SELECT i - (i % 100 = 99)::INT AS j FROM range({events - PERSONS}) t(i))
            UNION ALL
            SELECT 'p' || i, TIMESTAMP '2026-03-08', 'exposure', NULL,
                   CASE WHEN hash(i, 11) % 2 = 0 THEN 'dialogue-only' ELSE 'ipet' END FROM range({PERSONS}) t(i)
        ) TO '{path}' (FORMAT parquet)
        """
    )


def by_pandas(path: Path) -> float:
    """Turns of each arm, nothing else: what a loop-free data frame takes for one metric of four."""
    import pandas

    begun = perf_counter()
    frame = pandas.DataFrame(duckdb.read_parquet(str(path)).fetchnumpy()).drop_duplicates()
    exposed = frame[frame.kind == "exposure"].drop_duplicates("person").set_index("person")
    turns = frame[frame.kind == "turn"].merge(exposed["at"].rename("since"), left_on="person", right_index=True)
    turns = turns[turns["at"] >= turns.since]
    turns.groupby("person").size().reindex(exposed.index, fill_value=0).groupby(exposed.arm).agg(["mean", "var"])
    return perf_counter() - begun


def peak() -> float:
    """MB that this process had at most."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    events = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000_000
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "events.parquet"
        made(path, events)
        asked = plan("ipet")
        before, begun = peak(), perf_counter()
        measures = [measure(metric.name) for metric in asked.metrics]
        found = analysed(
            asked, tally([path], list(asked.arms), measures, asked.days, now=NOW, early=asked.guardrails), peeked=False
        )
        took = perf_counter() - begun
        print(f"{found.tally.events:,} events of {PERSONS:,} persons: {took:.1f} s (goal 60), {peak():.0f} MB at most")
        print(f"(goal 1,500; {before:.0f} before it began); {found.tally.dropped}")
        print("alarms:", *alarms(found), sep="\n  ")
        print(f"pandas, one metric of the four: {by_pandas(path):.1f} s, {peak():.0f} MB at most")


if __name__ == "__main__":
    main()
