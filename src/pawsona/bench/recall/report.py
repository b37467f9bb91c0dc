"""Figures of a run: for scripts one object, for people a few tables."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from pawsona.bench.core import Interval, Score, Table, difference, mean
from pawsona.bench.recall.arms import PRODUCT, arm_of
from pawsona.bench.recall.claims import claims
from pawsona.bench.recall.measure import SITTINGS_AT, TURNS_AT
from pawsona.bench.recall.roc import Roc, roc
from pawsona.bench.recall.run import Outcome

HEADLINE = "recall@10"
_SHOWN = (*(f"recall@{k}" for k in TURNS_AT), "any@10", "all@10")
_SHOWN_OF_SESSIONS = (*(f"session recall@{k}" for k in SITTINGS_AT), "session any@5", "session all@5")
"""The tables' columns; the figures have all metrics."""


@dataclass
class Report:
    """What a run says."""

    figures: dict[str, Any]
    tables: list[Table]
    roc: Roc | None = None

    def markdown(self) -> str:
        """All tables as a page."""
        return "\n\n".join(table.markdown() for table in self.tables) + "\n"


def report(outcome: Outcome) -> Report:
    """Figures over answerable questions; what was never said goes into the ROC curve."""
    product = PRODUCT if PRODUCT in outcome.arms else outcome.arms[-1]
    answerable = {arm: _answerable(outcome.of(arm)) for arm in outcome.arms}
    curve = _roc(outcome.of(product))
    metrics = _metrics(answerable[product])
    head = HEADLINE if HEADLINE in metrics else metrics[0]
    ours = _having(answerable[product], head)
    tables = [
        _arms(outcome, answerable, [one for one in _SHOWN if one in metrics], "turns"),
        _arms(outcome, answerable, [one for one in _SHOWN_OF_SESSIONS if one in metrics], "sessions"),
        _categories(answerable, head),
        _differences(answerable, product, head),
        _ceilings(outcome),
        *_claims(outcome),
    ]
    figures: dict[str, Any] = {
        head: _over(ours, head).value,
        "by_category": {name: _over(some, head).value for name, some in _by_category(ours).items()},
        "n": len(ours),
        "n_by_category": {name: len(some) for name, some in _by_category(ours).items()},
        "data": outcome.dataset.name,
        "conversations": len(outcome.dataset.conversations),
        "dropped": outcome.dataset.dropped,
        "embedder": outcome.embedder,
        "system": product,
        "arms": {arm: _arm(rows, metrics) for arm, rows in answerable.items()},
        "ceiling": {stage: interval.plain() for stage, interval in _by_stage(outcome).items()},
        "kept": outcome.kept,
    }
    if curve is not None:
        figures["never_said_auc"] = curve.area
    for name, found in (("claims", outcome.claims), ("claims_after_expiry", outcome.claims_after)):
        if found:
            figures[name] = claims(found).plain()
    return Report(figures, [table for table in tables if table.rows], curve)


def _arm(rows: Sequence[Score], metrics: Sequence[str]) -> dict[str, Any]:
    by_category = {
        category: {metric: _over(some, metric).value for metric in metrics if _having(some, metric)}
        for category, some in _by_category(rows).items()
    }
    return {metric: _over(rows, metric).plain() for metric in metrics} | {"by_category": by_category}


def _answerable(rows: Sequence[Score]) -> list[Score]:
    return [row for row in rows if row.extra["answerable"]]


def _metrics(rows: Sequence[Score]) -> list[str]:
    """The metrics that any question has, turns first."""
    wanted = [f"{kind}@{k}" for k in TURNS_AT for kind in ("recall", "any", "all")]
    wanted += [f"session {kind}@{k}" for k in SITTINGS_AT for kind in ("recall", "any", "all")]
    return [metric for metric in wanted if any(metric in row.scores for row in rows)]


def _over(rows: Sequence[Score], metric: str) -> Interval:
    having = _having(rows, metric)
    return mean([row.scores[metric] for row in having], [row.cluster for row in having])


def _having(rows: Sequence[Score], metric: str) -> list[Score]:
    """Some questions name sessions only, and have no figures for turns."""
    return [row for row in rows if metric in row.scores]


def _by_category(rows: Sequence[Score]) -> dict[str, list[Score]]:
    return {name: [row for row in rows if row.category == name] for name in sorted({row.category for row in rows})}


def _arms(outcome: Outcome, rows: dict[str, list[Score]], columns: Sequence[str], level: str) -> Table:
    """One row an arm; the headline with its interval."""
    n = len(next(iter(rows.values())))
    short = (column.removeprefix("session ") for column in columns)
    table = Table(
        f"{outcome.dataset.name}: evidence found, by {level}",
        (f"{n} questions", *short),
        note=f"embedder {outcome.embedder}; 95% intervals over {len(outcome.dataset.conversations)} conversations",
    )
    for arm, some in rows.items():
        found = {column: _over(some, column) for column in columns}
        cells = [one if column.endswith(HEADLINE) else one.value for column, one in found.items()]
        table.add(arm_of(arm).title, *cells)
    return table


def _categories(rows: dict[str, list[Score]], metric: str) -> Table:
    """By category, which the number of its questions names better than any word."""
    first = _by_category(next(iter(rows.values())))
    table = Table(f"{metric} by category", ("", *(f"{name} (n={len(some)})" for name, some in first.items())))
    for arm, some in rows.items():
        parts = _by_category(_having(some, metric))
        table.add(arm_of(arm).title, *(_over(parts[name], metric).value if name in parts else None for name in first))
    return table


def _differences(rows: dict[str, list[Score]], product: str, metric: str) -> Table:
    table = Table(
        f"{arm_of(product).title}: how much more {metric} than", ("", "difference"), note="paired by question"
    )
    ours = _having(rows[product], metric)
    for arm, some in rows.items():
        if arm != product:
            theirs = [row.scores[metric] for row in _having(some, metric)]
            table.add(
                arm_of(arm).title,
                difference([row.scores[metric] for row in ours], theirs, [row.cluster for row in ours]),
            )
    return table


_STAGES = {"said": "turns alone", "collected": "memories and turns", "forgotten": "after expiry"}


def _by_stage(outcome: Outcome) -> dict[str, Interval]:
    rows = {stage: [row for row in _answerable(outcome.ceilings) if row.system == stage] for stage in _STAGES}
    return {stage: _over(some, "ceiling") for stage, some in rows.items() if some}


def _ceilings(outcome: Outcome) -> Table:
    table = Table("Ceiling: evidence that the index leads to at all", ("index", "share"))
    for stage, interval in _by_stage(outcome).items():
        table.add(_STAGES[stage], interval)
    return table


def _claims(outcome: Outcome) -> list[Table]:
    table = Table("Claims on pairs of a true and a never-said question", ("", "pairs", "answered", "rightly", "false"))
    for title, rows in (("as collected", outcome.claims), ("after expiry", outcome.claims_after)):
        for language, some in _by_category(rows).items():
            found = claims(some)
            table.add(f"{language}, {title}", found.pairs, found.answered, found.rightly, found.false)
    return [table]


def _roc(rows: Sequence[Score]) -> Roc | None:
    known = [row.scores["top"] for row in rows if row.extra["answerable"]]
    unknown = [row.scores["top"] for row in rows if not row.extra["answerable"]]
    return roc(known, unknown) if known and unknown else None
