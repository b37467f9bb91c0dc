"""What a run came to: its logs as `predictions.jsonl` and `scores.jsonl`, and a result that can stand in a report."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

from pawsona.bench.core.records import Prediction, Score, write_lines
from pawsona.bench.core.result import Result
from pawsona.bench.core.scoring import judged, signatures
from pawsona.bench.core.suite import Suite
from pawsona.errors import InputError

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

HIGHEST = 5
"""Of a judge's mark."""
PREDICTIONS = "predictions.jsonl"
COUNTED, RATED = "counted", "rated"
"""The scorers' names in a log."""


@dataclass(frozen=True)
class Outcome:
    """A run, as far as it went."""

    predictions: Sequence[Prediction]
    result: Result

    @property
    def failed(self) -> int:
        """Items without an answer: each of them is asked again by the next run in the folder."""
        return sum(row.prediction is None for row in self.predictions)


def outcome_of(suite: Suite, system: str, judge: str | None, folder: Path, logs: Sequence["EvalLog"]) -> Outcome:
    """Read logs, and write what they say into their folder.

    Raises:
        InputError: a log has no samples: the run was stopped before anything was asked.
    """
    places = {task.name: place for place, task in enumerate(suite.tasks)}
    samples = sorted(
        (sample for log in logs for sample in log.samples or ()),
        key=lambda one: (places[one.metadata["task"]], str(one.id), one.epoch),
    )
    if not samples:
        raise InputError(f"Nothing was answered in {str(folder)!r} yet: run it again.")
    predictions = list(_predictions(samples, system))
    result = Result(
        suite=suite.name, system=system, profile=suite.profile, scores=list(_scores(suite, samples, system)),
        expected=len(predictions), signatures=_signed(suite, samples, judge), costs=_costs(logs), log="logs",
        notes=[f"{log.eval.task}: {log.error.message}" for log in logs if log.error],
    )  # fmt: skip
    write_lines(folder / PREDICTIONS, predictions)
    result.write(folder)
    return Outcome(predictions, result)


def _predictions(samples: Sequence["EvalSample"], system: str) -> Iterator[Prediction]:
    """One per item: the first epoch's, the others beside it."""
    for id_, mine in _by_id(samples).items():
        texts = [_answer(sample) for sample in mine]
        errors = [sample.error.message for sample in mine if sample.error]
        extra: dict[str, Any] = {"task": mine[0].metadata["task"]}
        extra |= {"epochs": texts} if len(texts) > 1 else {}
        extra |= {"error": errors[0]} if errors else {}
        yield Prediction(id=id_, prediction=texts[0], system=system, extra=extra)


def _scores(suite: Suite, samples: Sequence["EvalSample"], system: str) -> Iterator[Score]:
    """One per answered item, the mean of its epochs."""
    for id_, mine in _by_id(samples).items():
        rows = [_values(suite, sample) for sample in mine if _answer(sample) is not None]
        if rows:
            metrics = dict.fromkeys(metric for row in rows for metric in row)
            scores = {metric: fmean(row[metric] for row in rows if metric in row) for metric in metrics}
            about = mine[0].metadata
            yield Score(
                id=id_, scores=scores, system=system, category=about["task"], cluster=about["cluster"],
                extra={"language": about["language"]},
            )  # fmt: skip


def _values(suite: Suite, sample: "EvalSample") -> dict[str, float]:
    """What counting says, what the judge says, and what the suite makes of them."""
    said = sample.scores or {}
    found = (said[COUNTED].metadata if COUNTED in said else None) or {}
    values = {metric: float(value) for metric, value in found.items()}
    values |= ratings_of(sample)
    return values | (suite.composite(values) if suite.composite is not None else {})


def ratings_of(sample: "EvalSample") -> dict[str, float]:
    """What the judge says of an answer; nothing where it gave no rating."""
    rated = (sample.scores or {}).get(RATED)
    if rated is None or not rated.metadata:
        return {}
    parts = _parts(rated.metadata["ratings"], sample.metadata["item"]["rubric"])
    return {"judge": rated.as_float() / HIGHEST} | parts


def _parts(ratings: Mapping[str, Any], rubric: Mapping[str, Any]) -> dict[str, float]:
    """The ratings beside the mark: statements (0 or 1) as the share that holds, all others one by one."""
    scale = {name: ends for name, ends in rubric["scale"].items() if name != rubric["mark"]}
    statements = [float(ratings[name]) for name in scale if name.isdecimal()]
    named = {name: float(ratings[name]) / high for name, (_, high) in scale.items() if not name.isdecimal()}
    return named | ({"statements": fmean(statements)} if statements else {})


def _answer(sample: "EvalSample") -> str | None:
    return None if sample.error or not sample.output.choices else sample.output.completion


def _by_id(samples: Sequence["EvalSample"]) -> dict[str, list["EvalSample"]]:
    found: dict[str, list[EvalSample]] = {}
    for sample in samples:
        found.setdefault(str(sample.id), []).append(sample)
    return found


def _signed(suite: Suite, samples: Sequence["EvalSample"], judge: str | None) -> dict[str, str]:
    rubrics = {row["name"] for sample in samples if (row := sample.metadata["item"]["rubric"])}
    rating = judged(judge, "+".join(sorted(rubrics))) if judge and rubrics else None
    return {name: str(one) for name, one in signatures(suite, judge=rating).items()}


def _costs(logs: Sequence["EvalLog"]) -> dict[str, float]:
    """What models took, the judge with them; what a killed run had paid already is part of it."""
    events = [
        event for log in logs for sample in log.samples or () for event in sample.events if event.event == "model"
    ]
    usage = [event.output.usage for event in events if event.output.usage is not None]
    return {
        "calls": len(events),
        "input_tokens": sum(one.input_tokens for one in usage),
        "output_tokens": sum(one.output_tokens for one in usage),
        "seconds": _seconds(logs),
    }


def _seconds(logs: Sequence["EvalLog"]) -> float:
    """From the first beginning to the last end: tasks run beside each other."""
    begun = [log.stats.started_at for log in logs if log.stats.started_at]
    ended = [log.stats.completed_at for log in logs if log.stats.completed_at]
    if not begun or not ended:
        return 0.0
    return (datetime.fromisoformat(max(ended)) - datetime.fromisoformat(min(begun))).total_seconds()
