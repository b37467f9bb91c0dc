"""Table 1 of the paper from a run, and what the world simulation adds to each baseline on the same samples."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from statistics import fmean

from pawsona.bench.core.bootstrap import Interval, mean
from pawsona.bench.core.compare import ROUNDS, compare
from pawsona.bench.core.records import Score
from pawsona.bench.core.tables import Cell, Table
from pawsona.bench.core.tree import Drawn, draw, leaf, node
from pawsona.bench.ipet.checks import CHECKS
from pawsona.bench.ipet.day import METHODS
from pawsona.bench.ipet.suite import DIMENSIONS, HIGHEST, MODES, TITLES, task_of
from pawsona.domain.day import Method, Mode
from pawsona.lab.statistics.several import holm

OURS: Method = "world"


def tables(scores: Sequence[Score]) -> list[Table]:
    """What the judge says, what can be checked, and the differences; each where there is anything of it."""
    found = [_table1(scores), _checked(scores), *(_differences(scores, mode) for mode in MODES)]
    return [table for table in found if table.rows]


def _table1(scores: Sequence[Score]) -> Table:
    table = Table("iPET, table 1", ("", "n", *DIMENSIONS), note="0 to 5, by a judge; 95% intervals over personas")
    for name, rows in _methods(scores):
        cells = [_mean(rows, one, HIGHEST) for one in DIMENSIONS]
        if any(cell is not None for cell in cells):
            table.add(name, len(rows), *cells)
    return table


def _checked(scores: Sequence[Score]) -> Table:
    table = Table("Days, checked without a model", ("", "n", *CHECKS), note="share of days in which it is so")
    for name, rows in _methods(scores):
        cells = [_share(rows, one) for one in CHECKS]
        if any(cell is not None for cell in cells):
            table.add(name, len(rows), *cells)
    return table


def _methods(scores: Sequence[Score]) -> list[tuple[str, list[Score]]]:
    return [(f"{TITLES[method]}, {mode}", _rows(scores, method, mode)) for mode in MODES for method in METHODS]


def _differences(scores: Sequence[Score], mode: Mode) -> Table:
    """Paired by persona, Holm over all comparisons of the table; differences on the paper's scale."""
    table = Table(
        f"What world simulation adds, {mode} mode", ("", "dimension", "difference", "p", "p, Holm"),
        note="paired bootstrap over personas, 10,000 rounds; above 0: the simulation is better",
    )  # fmt: skip
    found = [
        (TITLES[method], metric, *_difference(scores, method, mode, metric))
        for method in METHODS if method != OURS
        for metric in DIMENSIONS
        if _both(scores, method, mode, metric)
    ]  # fmt: skip
    raised = holm({str(at): row[3] for at, row in enumerate(found)})
    for (name, metric, change, p), adjusted in zip(found, raised.values(), strict=True):
        table.add(name, metric, change, round(p, 4), round(adjusted, 4))
    return table


def _difference(scores: Sequence[Score], method: Method, mode: Mode, metric: str) -> tuple[Interval, float]:
    by_method: dict[str, Drawn] = {
        OURS: _drawn(scores, OURS, mode, metric),
        method: _drawn(scores, method, mode, metric),
    }
    [one] = compare(by_method, "total", against=method)
    change = one.difference
    scaled = replace(change, value=HIGHEST * change.value, low=HIGHEST * change.low, high=HIGHEST * change.high)
    return scaled, one.p


def _drawn(scores: Sequence[Score], method: Method, mode: Mode, metric: str) -> Drawn:
    """Personas are clusters, so two methods are drawn alike."""
    tree = node("total", [leaf(metric, _rows(scores, method, mode), metric)])
    assert tree is not None  # `_both` has looked
    return draw(tree, ROUNDS)


def _both(scores: Sequence[Score], method: Method, mode: Mode, metric: str) -> bool:
    clusters = [
        {row.cluster for row in _rows(scores, one, mode) if metric in row.scores} for one in (OURS, method)
    ]  # fmt: skip
    return bool(clusters[0]) and clusters[0] == clusters[1]


def _rows(scores: Sequence[Score], method: Method, mode: Mode) -> list[Score]:
    return [row for row in scores if row.category == task_of(method, mode)]


def _share(rows: Sequence[Score], metric: str) -> Cell:
    values = [row.scores[metric] for row in rows if metric in row.scores]
    return round(fmean(values), 3) if values else None


def _mean(rows: Sequence[Score], metric: str, highest: int) -> Cell:
    values: Mapping[str, float] = {row.id: highest * row.scores[metric] for row in rows if metric in row.scores}
    clusters = {row.id: row.cluster for row in rows}
    return replace(mean(list(values.values()), [clusters[id_] for id_ in values]), places=2) if values else None
