"""What a result looks like on a page."""

from typing import Any

from pawsona.bench.core import Interval, Table
from pawsona.bench.core.bootstrap import around
from pawsona.bench.core.tables import Cell
from pawsona.bench.moodbench.aggregate import Node, Result, Values
from pawsona.bench.moodbench.scoring import Outcome

_SHOWN = ("ability", "sub_ability")
_NAMED = 12
"""Absent datasets that are named on the page; JSON has all."""


def scores(result: Result, *, deep: bool = False) -> Table:
    """Abilities and what they are made of.

    Args:
        result: what to show.
        deep: levels, tasks and datasets too.
    """
    table = Table(f"MoodBench 1.0, profile {result.structure.name}", ("", "score", "weight"), note=remark(result))
    for ability in result.abilities:
        for path, node in ability.walk():
            if deep or node.kind in _SHOWN:
                table.add("  " * (len(path) - 1) + node.name, figure(node), f"{node.weight:.3f}")
    table.add("weighted total", _figure(result.raw), None)
    if result.structure.gate is not None:
        table.add("total after the veto", _figure(result.totals), None)
    return table


def remark(result: Result) -> str:
    """What a reader must know about the total."""
    remarks = []
    gate = result.structure.gate
    if gate is not None and result.gate_passed is None:
        remarks.append(f"{gate.ability} has no score, so the veto can't be judged and there is no total.")
    if gate is not None and result.gate_passed is False:
        remarks.append(f"{gate.ability} is under {gate.least:g}: the total is recorded as 0.")
    if result.missing:
        there, expected = len(result.structure.datasets) - len(result.missing), len(result.structure.datasets)
        some = ", ".join(result.missing[:_NAMED]) + (" and others" if len(result.missing) > _NAMED else "")
        remarks.append(f"Partial: {there} of {expected} datasets; without {some}.")
    return " ".join(remarks)


def figure(node: Node) -> Cell:
    """A node's score, with its interval where there is one."""
    return _figure(node.values)


def _figure(values: Values | None) -> Cell:
    if values is None:
        return None
    if len(values) < 2:
        return f"{values[0]:.2f}"
    return Interval(float(values[0]), *around(values), n=0, clusters=0, places=1)


def datasets(outcome: Outcome) -> Table:
    """Every dataset's score, n of expected, and what became of replies that were no answer."""
    columns = ("dataset", "metric", "score", "95%", "n", "of", "dropped", "no answer")
    table = Table("Datasets", columns)
    for name, one in outcome.datasets.items():
        interval = f"{one.interval[0]:.1f} to {one.interval[1]:.1f}" if one.interval else None
        failed = ", ".join(
            f"{count} {status}" for status, count in sorted(one.statuses.items()) if status != "answered"
        )
        dropped = sum(one.dropped.values())
        score = None if one.score is None else f"{one.score:.1f}"
        table.add(name, one.spec.metric.name, score, interval, one.n, one.expected, dropped or None, failed or None)
    return table


def plain(outcome: Outcome, *, tree: bool = True) -> dict[str, Any]:
    """As JSON."""
    made = outcome.result.plain(tree=tree)
    made["datasets"] = {name: one.plain() for name, one in outcome.datasets.items()}
    made["problems"] = list(outcome.problems)
    return made
