"""What a run says at once, before it stands in `pawsona bench report`."""

from collections.abc import Sequence
from statistics import fmean
from typing import Any

from pawsona.bench.core.bootstrap import Interval, mean
from pawsona.bench.core.records import Score
from pawsona.bench.core.result import Result
from pawsona.bench.core.suite import Suite
from pawsona.bench.core.tables import Table
from pawsona.bench.core.tree import Drawn, draw
from pawsona.bench.live.costs import UNKNOWN
from pawsona.bench.live.outcome import Outcome
from pawsona.bench.suites import suite_of

SAID = ("judge", "human", "statements")
"""What stands first: it was paid for."""
WIDEST = 9
"""Metrics that fit beside each other; all of them are in `scores.jsonl`."""


def table(outcome: Outcome) -> Table:
    """One row a task, and the whole below."""
    result, suite = outcome.result, suite_of(outcome.result.suite)
    drawn = _drawn(suite, result.scores)
    named = {metric for row in result.scores for metric in row.scores}
    metrics = [*(name for name in SAID if name in named), *sorted(named.difference(SAID))][:WIDEST]
    metrics = [] if suite.tables is not None else metrics  # they stand in those
    found = Table(f"{suite.title}: {result.system}", ("", "answered", "score", *metrics), note=_note(outcome))
    for task in suite.tasks:
        rows = [row for row in result.scores if row.category == task.name]
        asked = [row for row in outcome.predictions if row.extra["task"] == task.name]
        if asked:
            path = f"{drawn.root}/{task.name}" if drawn else ""
            score = drawn.interval(path) if drawn and path in drawn.values else None
            found.add(task.name, f"{len(rows)}/{len(asked)}", score, *(_mean(rows, metric) for metric in metrics))
    total = drawn.total if drawn else None
    found.add(
        drawn.root if drawn else "all",
        f"{result.answered}/{result.expected}",
        total,
        *(_mean(result.scores, one) for one in metrics),
    )
    for name, one in result.beside.items():
        found.add(name, None, round(one.total, 4), *(_rounded(one.metrics.get(metric)) for metric in metrics))
    return found


def tables(outcome: Outcome) -> list[Table]:
    """That, and the tables of the suite's own paper."""
    suite = suite_of(outcome.result.suite)
    return [table(outcome), *(suite.tables(outcome.result.scores) if suite.tables is not None else ())]


def tables_of(result: Result) -> list[Table]:
    """What a judge said of a run."""
    suite = suite_of(result.suite)
    found = Table(f"{suite.title}: {result.system}, judged", ("", "rated", "mark, of 5", "statements that hold"))
    groups = [(task.name, [row for row in result.scores if row.category == task.name]) for task in suite.tasks]
    for name, rows in [*groups, ("all", list(result.scores))]:
        if rows:
            rated = [row for row in rows if "judge" in row.scores]
            found.add(
                name, f"{len(rated)}/{len(rows)}", _interval(rated, "judge", 5), _interval(rated, "statements", 1)
            )
    return [found, *(suite.tables(result.scores) if suite.tables is not None else ())]


def figures(outcome: Outcome) -> dict[str, Any]:
    """The same for scripts."""
    result, suite = outcome.result, suite_of(outcome.result.suite)
    drawn = _drawn(suite, result.scores)
    return {
        "suite": result.suite, "system": result.system, "answered": result.answered, "expected": result.expected,
        "ranked": result.ranked,
        "scores": {path: one.plain() for path, one in drawn.intervals().items()} if drawn else {},
        "tables": {one.title: one.plain() for one in tables(outcome)[1:]},
        "signatures": dict(result.signatures), "costs": dict(result.costs), "notes": list(result.notes),
    }  # fmt: skip


def _drawn(suite: Suite, scores: Sequence[Score]) -> Drawn | None:
    tree = suite.tree(scores) if suite.tree is not None else None
    return draw(tree) if tree is not None else None


def _interval(rows: Sequence[Score], metric: str, highest: int) -> Interval | None:
    some = [row for row in rows if metric in row.scores]
    return (
        mean([highest * row.scores[metric] for row in some], [row.cluster or row.id for row in some]) if some else None
    )


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4)


def _mean(rows: Sequence[Score], metric: str) -> float | None:
    values = [row.scores[metric] for row in rows if metric in row.scores]
    return round(fmean(values), 4) if values else None


def _cost(name: str, value: float) -> str:
    return f"{value:,.4g}" if name.endswith("price") else f"{value:,.0f}"


def _note(outcome: Outcome) -> str:
    result = outcome.result
    parts = [f"{name.replace('_', ' ')} {_cost(name, value)}" for name, value in result.costs.items()]
    if result.costs.get("input_tokens") and "price" not in result.costs:
        parts.append(UNKNOWN)
    if outcome.failed:
        why = f" (most often: {outcome.why})" if outcome.why else ""
        parts.append(f"{outcome.failed} failed{why}: run it again, and only these are asked")
    if not result.ranked:
        parts.append("under 99% answered: not ranked")
    return "; ".join([*parts, *result.notes])
