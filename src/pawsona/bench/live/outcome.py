"""What a run came to: its logs as `predictions.jsonl` and `scores.jsonl`, and a result that can stand in a report."""

import asyncio
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import fmean
from textwrap import shorten
from typing import TYPE_CHECKING, Any

from pawsona.bench.core.records import Prediction, Score, read_lines, write_lines
from pawsona.bench.core.result import FILE, Beside, Result, read
from pawsona.bench.core.rubric import Rubric
from pawsona.bench.core.scoring import judged, likenesses, nearness, signatures
from pawsona.bench.core.suite import Dataset, Suite
from pawsona.bench.embedder import opened
from pawsona.bench.live.asked import Asked
from pawsona.bench.live.costs import costs_of, of_judge, prices
from pawsona.bench.score import worth_beside
from pawsona.errors import InputError

if TYPE_CHECKING:
    from inspect_ai.log import EvalLog, EvalSample

HIGHEST = 5
"""Of a judge's mark."""
LONGEST = 200
"""Letters of a reason that are shown."""
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

    @property
    def why(self) -> str:
        """What was most often the matter with items without an answer; empty where nothing says."""
        told = Counter(str(row.extra["error"]) for row in self.predictions if row.extra.get("error"))
        return shorten(told.most_common(1)[0][0], LONGEST, placeholder=" ...") if told else ""


def outcome_of(suite: Suite, whole: Dataset, asked: Asked, folder: Path, logs: Sequence["EvalLog"]) -> Outcome:
    """Read logs, and write what they say into their folder; what people and judges said of the same answers stays.

    Args:
        suite: what was run.
        whole: all that a whole run asks, and what is to be said of it.
        asked: how it was run.
        folder: the run's.
        logs: of its tasks.

    Raises:
        InputError: a log has no samples: the run was stopped before anything was asked.
    """
    places = {item.id: place for place, item in enumerate(whole.items)}
    samples = sorted(
        (sample for log in logs for sample in log.samples or () if str(sample.id) in places),
        key=lambda one: (places[str(one.id)], one.epoch),
    )
    if not samples:
        raise InputError(f"Nothing was answered in {str(folder)!r} yet: run it again.")
    predictions = list(_predictions(samples, asked.name))
    texts = {row.id: row.prediction for row in predictions if row.prediction is not None}
    near, likeness, others = asyncio.run(_near(suite, whole, texts, asked))
    rows = list(_scores(samples, asked.name, near))
    before, kept = kept_of(folder, texts, Result(suite=suite.name, system=asked.name, expected=0))
    marked = asked.judge is None and any("judge" in row for row in kept.values())
    costs = {**(of_judge(before.costs) if marked else {}), **costs_of(logs, prices())}
    scores = [_composed(suite, replace(row, scores={**kept.get(row.id, {}), **row.scores})) for row in rows]
    result = Result(
        suite=suite.name, system=asked.name, profile=suite.profile, scores=scores, expected=len(whole.items),
        signatures={**before.signatures, **_signed(suite, samples, asked.judge), **likeness},
        costs=costs, log="logs", beside=others, about={**before.about, **asked.about},
        notes=[*whole.notes, *_notes(whole, predictions, logs)],
    )  # fmt: skip
    write_lines(folder / PREDICTIONS, predictions)
    result.write(folder)
    return Outcome(predictions, result)


async def _near(
    suite: Suite, whole: Dataset, texts: Mapping[str, str], asked: Asked
) -> tuple[Mapping[str, Mapping[str, float]], dict[str, str], dict[str, Beside]]:
    """Similarity of the first answers to their references, what it was computed with, and what others would get."""
    items = [item for item in whole.items if item.id in texts and item.reference]
    async with opened(asked.embedder, asked.embedder_url) as embedder:
        found = await nearness(suite, items, texts, embedder) if embedder else likenesses(items, texts)
        made = signatures(suite, embedder)
        others = await worth_beside(suite, items, embedder, whole=whole.items)
    return found, {name: str(made[name]) for name in found if name in made}, others


def kept_of(folder: Path, texts: Mapping[str, str], none: Result) -> tuple[Result, dict[str, Mapping[str, float]]]:
    """The result that a folder has, `none` where there is none, and what it says of answers that are still the same."""
    if not (folder / PREDICTIONS).exists() or not (folder / FILE).exists():
        return none, {}
    before = {str(row["id"]): row["prediction"] for row in read_lines(folder / PREDICTIONS)}
    result = read(folder)
    same = {row.id: row.scores for row in result.scores if row.id in texts and before.get(row.id) == texts[row.id]}
    return result, same


def _composed(suite: Suite, row: Score) -> Score:
    """With what the suite makes of an answer's other scores."""
    return row if suite.composite is None else replace(row, scores={**row.scores, **suite.composite(row.scores)})


def _notes(whole: Dataset, predictions: Sequence[Prediction], logs: Sequence["EvalLog"]) -> Iterator[str]:
    """What a reader of the figures must know."""
    if len(predictions) < len(whole.items):
        yield f"{len(predictions)} of {len(whole.items)} items were asked: a part of the suite, which has no rank"
    yield from (f"{log.eval.task} broke off: {log.error.message}" for log in logs if log.error)


def _predictions(samples: Sequence["EvalSample"], system: str) -> Iterator[Prediction]:
    """One per item: the first epoch's, the others beside it."""
    for id_, mine in _by_id(samples).items():
        texts = [_answer(sample) for sample in mine]
        errors = [sample.error.message for sample in mine if sample.error]
        extra: dict[str, Any] = {"task": mine[0].metadata["task"]}
        extra |= {"epochs": texts} if len(texts) > 1 else {}
        extra |= {"error": errors[0]} if errors else {}
        yield Prediction(id=id_, prediction=texts[0], system=system, extra=extra)


def _scores(samples: Sequence["EvalSample"], system: str, near: Mapping[str, Mapping[str, float]]) -> Iterator[Score]:
    """One per answered item, the mean of its epochs; similarity is the first one's."""
    for id_, mine in _by_id(samples).items():
        rows = [_values(sample) for sample in mine if _answer(sample) is not None]
        if rows:
            metrics = dict.fromkeys(metric for row in rows for metric in row)
            scores = {metric: fmean(row[metric] for row in rows if metric in row) for metric in metrics}
            scores |= {metric: by_id[id_] for metric, by_id in near.items() if id_ in by_id}
            about = mine[0].metadata
            yield Score(
                id=id_, scores=scores, system=system, category=about["task"], cluster=about["cluster"],
                extra={"language": about["language"], "tags": _tags(about["item"]["given"])},
            )  # fmt: skip


def _tags(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """What a report sorts answers by."""
    tags: Mapping[str, Any] = given.get("tags") or (given.get("instance") or {}).get("tags") or {}
    return tags


def _values(sample: "EvalSample") -> dict[str, float]:
    """What counting says, and what the judge says."""
    said = sample.scores or {}
    found = (said[COUNTED].metadata if COUNTED in said else None) or {}
    values = {metric: float(value) for metric, value in found.items()}
    return values | ratings_of(sample)


def ratings_of(sample: "EvalSample") -> dict[str, float]:
    """What the judge says of an answer; nothing where it gave no rating."""
    rated = (sample.scores or {}).get(RATED)
    if rated is None or not rated.metadata:
        return {}
    parts = _parts(rated.metadata["ratings"], sample.metadata["item"]["rubric"])
    return {"judge": rated.as_float() / HIGHEST} | parts


def names_rated(rubrics: Iterable[Rubric]) -> Iterator[str]:
    """The scores that ratings by some rubrics may become."""
    yield from ("judge", "statements")
    yield from (name for rubric in rubrics for name in rubric.scale if name != rubric.mark and not name.isdecimal())


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
