"""A judge for answers that are there: of a run, of a file scored elsewhere, or of two runs beside each other."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, replace
from hashlib import sha256
from pathlib import Path
from typing import Any

from pawsona.bench.core.bootstrap import mean
from pawsona.bench.core.result import Result
from pawsona.bench.core.scoring import judged
from pawsona.bench.core.tables import Table
from pawsona.bench.live.costs import costs_of, of_judge, prices
from pawsona.bench.live.outcome import names_rated, ratings_of
from pawsona.bench.live.run import evaluated
from pawsona.bench.review import pairs
from pawsona.bench.review.queue import items_of, run_of
from pawsona.bench.suites import suite_of
from pawsona.errors import InputError

PREFERRED = "preferred"


@dataclass(frozen=True, kw_only=True)
class Judge:
    """Who judges."""

    model: str
    base_url: str | None = None
    limit: int | None = None


def judge(folder: Path, who: Judge, data: Path | None = None) -> Result:
    """Rate a run's answers and put the marks into its scores; what is rated is not asked again.

    Raises:
        InputError: there is no run, its suite has no rubric, or the judge rated nothing.
        SetupError: it is not said where the judge answers.
    """
    from pawsona.bench.live.tasks import judging_task

    run = run_of(folder)
    suite = suite_of(run.result.suite)
    answers = [(item, run.answers[id_]) for id_, item in items_of([run], data).items() if id_ in run.answers]
    if not answers:
        raise InputError(f"{str(folder)!r} has no answer that a judge could rate.")
    state = _state((item.id, text) for item, text in answers)
    task = judging_task(suite, answers)
    logs = evaluated([task], folder, state, who.model, who.base_url, limit=who.limit)
    found = {str(sample.id): ratings_of(sample) for log in logs for sample in log.samples or ()}
    if not any(found.values()):
        raise InputError(f"{who.model!r} rated none of these answers{_why(logs)}; what was rated before is as it was.")
    old = set(names_rated(item.given["rubric"] for item, _ in answers))
    scores = [replace(row, scores=_without(row.scores, old) | found.get(row.id, {})) for row in run.result.scores]
    if suite.composite is not None:
        scores = [replace(row, scores={**row.scores, **suite.composite(row.scores)}) for row in scores]
    rubrics = sorted({item.given["rubric"].name for item, _ in answers})
    signatures = {**run.result.signatures, "judge": str(judged(who.model, "+".join(rubrics)))}
    took = of_judge(costs_of(logs, prices()))
    before = run.result.costs
    costs = {name: value for name, value in before.items() if name not in of_judge(before)} | took
    result = replace(run.result, scores=scores, signatures=signatures, costs=costs)
    result.write(folder)
    return result


def compare(one: Path, other: Path, out: Path, who: Judge, data: Path | None = None) -> Table:
    """Two runs beside each other, in both orders.

    Raises:
        InputError: they are of different suites, or have no answers to the same items.
        SetupError: it is not said where the judge answers.
    """
    from pawsona.bench.live.tasks import duelling_task

    runs = [run_of(one), run_of(other)]
    items = items_of(runs, data)
    found, alike = pairs.duels(runs[0], runs[1], items)
    if not found and not alike:
        raise InputError("These two runs answered none of the same items.")
    state = _state((duel.item.id, f"{duel.one}\0{duel.other}") for duel in found)
    logs = evaluated([duelling_task(found)], out, state, who.model, who.base_url, limit=who.limit) if found else []
    samples = [sample for log in logs for sample in log.samples or ()]
    verdicts = [verdict for sample in samples if (verdict := _verdict(sample)) is not None]
    names = [run.result.system for run in runs]
    if verdicts:
        won = mean([one.worth for one in verdicts], [one.cluster for one in verdicts])
        pairs.keep_wins(runs[0], names[1], who.model, won, alike)
    return pairs.table_of(names[0], names[1], verdicts, alike, len(samples) - len(verdicts))


def _why(logs: Iterable[Any]) -> str:
    """The first error, where there is one."""
    errors = (sample.error.message for log in logs for sample in log.samples or () if sample.error)
    return next((f" ({error})" for error in errors), "")


def _state(answers: Iterable[tuple[str, str]]) -> str:
    """A digest of answers by item: what is judged is these, and no others under the same ids."""
    found = sha256()
    for id_, text in sorted(answers):
        found.update(f"{id_}\0{text}\0".encode())
    return found.hexdigest()[:12]


def _without(scores: Mapping[str, float], names: Collection[str]) -> dict[str, float]:
    return {name: value for name, value in scores.items() if name not in names}


def _verdict(sample: Any) -> pairs.Verdict | None:
    score = (sample.scores or {}).get(PREFERRED)
    if score is None or not isinstance(score.value, dict):
        return None
    value: dict[str, float] = score.value
    return pairs.Verdict(
        cluster=sample.metadata["cluster"] or str(sample.id),
        one=(value["one_first"], value["one_second"]),
        other=(value["other_first"], value["other_second"]),
    )
