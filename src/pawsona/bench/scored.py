"""What `pawsona bench score` says: one object for scripts, tables for people (times 100, as the papers print)."""

from collections.abc import Mapping, Sequence
from typing import Any

from pawsona.bench.core import Cell, Score, Table
from pawsona.bench.core.bootstrap import of100
from pawsona.bench.core.scoring import STANDIN
from pawsona.bench.core.signature import lines
from pawsona.bench.core.standing import title_of
from pawsona.bench.core.suite import OTHERS
from pawsona.bench.core.tree import Drawn
from pawsona.bench.score import Outcome, means


def figures(outcome: Outcome) -> dict[str, Any]:
    """Values from 0 to 1; null where something was not computed."""
    shown = _metrics(outcome)
    return {
        "items": [
            {"id": row.id} | {metric: row.scores.get(metric) for metric in shown} for row in outcome.result.scores
        ],
        "summary": _summary(outcome),
        "signature": "; ".join(map(str, outcome.signatures.values())),
    }


def tables(outcome: Outcome) -> list[Table]:
    """The system beside what no system answered; its tasks; what there is to know."""
    return [_overall(outcome), *([_tasks(outcome, outcome.drawn)] if outcome.drawn else [])]


def _metrics(outcome: Outcome) -> tuple[str, ...]:
    return (*outcome.suite.columns, STANDIN)


def _summary(outcome: Outcome) -> dict[str, Any]:
    result, drawn = outcome.result, outcome.drawn
    rows = result.scores
    return {
        "suite": result.suite,
        "system": result.system,
        "n": result.answered,
        "expected": result.expected,
        "ranked": result.ranked,
        "total": {"name": drawn.root, **drawn.total.plain()} if drawn else None,
        "metrics": means(rows),
        "tasks": {task: {"n": len(some), **means(some)} for task, some in by_task(rows).items()},
        "beside": {name: {"total": one.total, **one.metrics} for name, one in result.beside.items()},
        "for_people": outcome.suite.for_people(rows) if outcome.suite.for_people else [],
        "notes": list(result.notes),
    }


def by_task(rows: Sequence[Score]) -> dict[str, list[Score]]:
    """In the order in which tasks come."""
    found: dict[str, list[Score]] = {}
    for row in rows:
        found.setdefault(row.category, []).append(row)
    return found


def _overall(outcome: Outcome) -> Table:
    result, drawn = outcome.result, outcome.drawn
    values = means(result.scores)
    there = [metric for metric in _metrics(outcome) if metric in values]
    table = Table(
        f"{title_of(outcome.suite, result.scores)}: {result.answered} of {result.expected} answered",
        ("", *there, drawn.root if drawn else "total"),
        note="\n".join([*result.notes, *lines(map(str, outcome.signatures.values()))]),
    )
    table.add(result.system, *(_percent(values, metric) for metric in there), of100(drawn.total) if drawn else None)
    for name, one in result.beside.items():
        table.add(name, *(_percent(one.metrics, metric) for metric in there), f"{100 * one.total:.1f}")
    return table


def _tasks(outcome: Outcome, drawn: Drawn) -> Table:
    counts = {task.name: task.n for task in outcome.suite.tasks}
    tasks = by_task(outcome.result.scores)
    values = {name: means(some) for name, some in tasks.items()}
    there = [metric for metric in _metrics(outcome) if any(metric in some for some in values.values())]
    table = Table("By task", ("", "n", *there, "score"))
    for name, some in values.items():
        n = f"{len(tasks[name])}/{counts[name]}" if counts.get(name) else str(len(tasks[name]))
        path = f"{drawn.root}/{name or OTHERS}"
        score = of100(drawn.interval(path)) if path in drawn.values else None  # what only a judge marks has no score
        table.add(name or OTHERS, n, *(_percent(some, metric) for metric in there), score)
    return table


def _percent(values: Mapping[str, float], metric: str) -> Cell:
    return f"{100 * values[metric]:.1f}" if metric in values else None
