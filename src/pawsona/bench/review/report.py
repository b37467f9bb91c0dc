"""What people said: systems by their marks, how far raters agree, and whether a judge says the same."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import isnan
from pathlib import Path
from typing import Any

from pawsona.bench.core.agreement import alpha_interval, apart, same
from pawsona.bench.core.bootstrap import Interval, mean
from pawsona.bench.core.records import Score
from pawsona.bench.core.tables import Table
from pawsona.bench.review import sheet
from pawsona.bench.review.like import HOW, Pair, correlation
from pawsona.bench.review.queue import Entry, Run, entries, items_of, key_of, run_of
from pawsona.bench.review.votes import HIGHEST, ByRater, Verdict, agreement, verdicts


@dataclass(frozen=True)
class Reviewed:
    """Runs together with what people said of their answers."""

    runs: Sequence[Run]
    entries: Mapping[str, Entry]
    raters: ByRater
    verdicts: Mapping[str, Verdict]


def reviewed(folders: Sequence[Path], tables: Sequence[Path], data: Path | None = None) -> Reviewed:
    """Read runs and filled-in tables; a rater is called by the file's name.

    Raises:
        InputError: a run or a table can't be used.
    """
    runs = [run_of(folder) for folder in folders]
    known = entries(runs, items_of(runs, data))
    by_rater = {path.stem: sheet.read(path, known) for path in tables}
    return Reviewed(runs, known, by_rater, verdicts(by_rater, known))


def keep(found: Reviewed) -> None:
    """Put people's marks into the runs' scores, beside the judge's."""
    for run in found.runs:
        scores = [_with(row, _of(found, run, row.id)) for row in run.result.scores]
        raters = "+".join(sorted(found.raters))
        signatures = {**run.result.signatures, "human": f"human|raters:{raters}|scale:0-5/5"}
        about = {**run.result.about, "agreement": _agreements(found, run)}
        replace(run.result, scores=scores, signatures=signatures, about=about).write(run.folder)


def _agreements(found: Reviewed, run: Run) -> list[dict[str, Any]]:
    """Measures of agreement as a report of results shows them: raters with each other, and the judge with them."""
    values = {f"alpha, {name}": value for name, value in _alphas(found).items()}
    values |= {f"judge and people, {how}": found_ for how in HOW if (found_ := correlation(_pairs(found, run), how))}
    return [
        {"measure": name, "n": value.n, "value": value.value, "low": value.low, "high": value.high}
        for name, value in values.items()
        if not isnan(value.value)
    ]


def tables(found: Reviewed) -> list[Table]:
    """All of it, for people."""
    return [table for table in (_systems(found), _raters(found), _judge(found)) if table.rows]


def figures(found: Reviewed) -> dict[str, Any]:
    """The same for scripts."""
    return {
        "suite": found.runs[0].result.suite, "raters": sorted(found.raters), "rated": len(found.verdicts),
        "answers": len(found.entries), "tables": {table.title: table.plain() for table in tables(found)},
    }  # fmt: skip


def _systems(found: Reviewed) -> Table:
    table = Table("People's ratings", ("", "rated", "mark, of 5", "statements that hold", "judge, of 5"))
    for run in found.runs:
        rows = [(row, verdict) for row in run.result.scores if (verdict := _of(found, run, row.id)) is not None]
        marks = [(verdict.mark, row.cluster or row.id) for row, verdict in rows if verdict.mark is not None]
        held = [(one.statements, row.cluster or row.id) for row, one in rows if one.statements is not None]
        judged = [(HIGHEST * row.scores["judge"], row.cluster or row.id) for row, _ in rows if "judge" in row.scores]
        answered = f"{len(rows)}/{run.result.expected}"
        table.add(run.result.system, answered, _mean(marks), _mean(held), _mean(judged))
    return table


def _raters(found: Reviewed) -> Table:
    """Alpha of marks and of statements: only answers with two raters and more say something."""
    table = Table(
        "How far raters agree", ("", "answers", "Krippendorff's alpha"),
        note="1 is full agreement, 0 what chance gives; marks by squared distance, statements as names",
    )  # fmt: skip
    for name, value in _alphas(found).items():
        table.add(name, value.n, None if isnan(value.value) else value)
    return table


def _alphas(found: Reviewed) -> dict[str, Interval]:
    return {
        name: alpha_interval(ratings, apart if name == "marks" else same)
        for name, ratings in agreement(found.raters, found.entries).items()
        if any(len(row) > 1 for row in ratings)
    }


def _judge(found: Reviewed) -> Table:
    table = Table("Does the judge say what people say?", ("", "answers", *HOW))
    for run in found.runs:
        pairs = _pairs(found, run)
        if pairs:
            table.add(run.result.system, len(pairs), *(correlation(pairs, how) for how in HOW))
    return table


def _pairs(found: Reviewed, run: Run) -> list[Pair]:
    """Answers that both people and a judge gave a mark."""
    return [
        Pair(verdict.mark, HIGHEST * row.scores["judge"], row.cluster or row.id)
        for row in run.result.scores
        if "judge" in row.scores and (verdict := _of(found, run, row.id)) is not None and verdict.mark is not None
    ]


def _of(found: Reviewed, run: Run, id_: str) -> Verdict | None:
    return found.verdicts.get(key_of(id_, run.answers[id_])) if id_ in run.answers else None


def _with(row: Score, verdict: Verdict | None) -> Score:
    scores = {name: value for name, value in row.scores.items() if name not in ("human", "human_statements")}
    if verdict is not None and verdict.mark is not None:
        scores["human"] = verdict.mark / HIGHEST
    if verdict is not None and verdict.statements is not None:
        scores["human_statements"] = verdict.statements
    return replace(row, scores=scores)


def _mean(rows: Sequence[tuple[float, str]]) -> Interval | None:
    return mean([value for value, _ in rows], [cluster for _, cluster in rows]) if rows else None
