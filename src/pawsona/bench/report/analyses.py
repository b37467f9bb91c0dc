"""The papers' analyses over whatever results are given: base and instruct, size, first level and third, form."""

from collections.abc import Mapping, Sequence
from itertools import chain
from statistics import fmean

import numpy as np

from pawsona.bench.core import Interval, Score, Table
from pawsona.bench.core.bootstrap import between, of100
from pawsona.bench.core.standing import Standing
from pawsona.bench.core.suite import Suite
from pawsona.bench.report.charts import scatter
from pawsona.bench.report.page import figure, table
from pawsona.bench.review.like import spearman

_WHOLE = ("j", "s")
_MOST = 8
"""Values of a tag that make a table; of more, each has too few answers."""
_LEVELS = (("routine_level_1", "routine_level_3"), ("itinerary_basic", "itinerary_advanced"))


def analyses(standing: Standing) -> list[str]:
    """Those for which the results say enough, as parts of a page."""
    found = [_tuned(standing), _levels(standing), _forms(standing)]
    return [*_sizes(standing), *(table(one) for one in (*found, *_tags(standing)) if one.rows)]


def _sizes(standing: Standing) -> list[str]:
    """Needs three sizes: with two there is always a line through them."""
    points = {
        name: (float(result.about["size"]), float(standing.drawn[name].values[standing.root][0]))
        for name, result in standing.results.items()
        if result.about.get("size") and result.ranked
    }
    if len({size for size, _ in points.values()}) < 3:
        return []
    said = f"Spearman's rank correlation {spearman(*np.array(list(points.values())).T):.2f} over {len(points)} systems."
    drawn = scatter(f"{standing.root} by size", points)
    return [figure(drawn, f"{standing.root} by billions of parameters. {said}")]


def _tuned(standing: Standing) -> Table:
    made = Table("Base against instruct", ("", "base", "instruct", "better by"), note="models of one family and size")
    kinds: dict[str, dict[str, str]] = {}
    for name in standing.alike:
        about = standing.results[name].about
        if about.get("family") and about.get("kind") in ("base", "instruct"):
            kinds.setdefault(about["family"], {})[about["kind"]] = name
    for family, pair in kinds.items():
        if len(pair) == 2:
            base, tuned = (standing.alike[pair[kind]].values[standing.root] for kind in ("base", "instruct"))
            made.add(family, _100(base), _100(tuned), _apart(tuned - base))
    return made


def _levels(standing: Standing) -> Table:
    made = Table("Level I against Level III", ("", "Level I", "Level III", "better by"))
    for name, drawn in standing.drawn.items():
        for first, third in _LEVELS:
            paths = [f"{standing.root}/{level}" for level in (first, third)]
            if all(path in drawn.values for path in paths):
                one, other = (drawn.values[path] for path in paths)
                made.add(name, _100(one), _100(other), _apart(other - one))
    return made


def _forms(standing: Standing) -> Table:
    """How often an answer had the form that was asked for."""
    every = {row.category for result in standing.results.values() for row in result.scores if _form(row) is not None}
    tasks = [task for task in standing.suite.tasks if task.name in every]
    made = Table("Form kept, % of answers", ("", *(task.title for task in tasks)))
    for name, result in standing.results.items() if tasks else ():
        kept = {task.name: [_form(row) for row in result.scores if row.category == task.name] for task in tasks}
        shares = [[one for one in some if one is not None] for some in kept.values()]
        made.add(name, *(f"{100 * fmean(some):.1f}" if some else None for some in shares))
    return made


def _form(row: Score) -> float | None:
    """Pet-Bench's forms, or the open set's."""
    return row.scores.get("format", row.scores.get("form"))


def _tags(standing: Standing) -> list[Table]:
    """What answers are worth by what their items are tagged with, where there are a few of each."""
    kinds: dict[str, set[str]] = {}
    rows = {name: [row for row in result.scores if tags_of(row)] for name, result in standing.results.items()}
    for row in chain(*rows.values()):
        for kind, tag in tags_of(row).items():
            kinds.setdefault(kind, set()).add(tag)
    return [_tagged(standing.suite, kind, tags, rows) for kind, tags in kinds.items() if 1 < len(tags) <= _MOST]


def tags_of(row: Score) -> Mapping[str, str]:
    """What an answer is sorted by: its language, and what its item is tagged with."""
    language = {"language": row.extra["language"]} if "language" in row.extra else {}
    return {**language, **row.extra.get("tags", {})}


def _tagged(suite: Suite, kind: str, tags: set[str], rows: Mapping[str, Sequence[Score]]) -> Table:
    made = Table(f"By {kind}, times 100", ("", *rows))
    for tag in sorted(tags):
        some = [[row for row in mine if tags_of(row).get(kind) == tag] for mine in rows.values()]
        values = [[value for row in mine if (value := worth(suite, row)) is not None] for mine in some]
        if any(values):
            made.add(tag, *(f"{100 * fmean(one):.1f} (n={len(one)})" if one else None for one in values))
    return made


def worth(suite: Suite, row: Score) -> float | None:
    """What one answer is worth, in one number: J or S where the paper has one, else the mean of its task's metrics."""
    metrics = next((task.metrics for task in suite.tasks if task.name == row.category), suite.columns)
    there = [row.scores[name] for name in metrics if name in row.scores]
    whole = [row.scores[name] for name in _WHOLE if name in metrics and name in row.scores]
    return whole[0] if whole else fmean(there) if there else None


def _100(values: np.ndarray) -> str:
    return f"{100 * values[0]:.1f}"


def _apart(values: np.ndarray) -> Interval:
    low, high = between(values[1:])
    return of100(Interval(float(values[0]), low, high, 0, 0))
