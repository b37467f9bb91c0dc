"""`pawsona bench score`: a file of answers beside references, no model needed."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean
from types import MappingProxyType
from typing import Any

from pawsona.bench.core import Prediction, Score, read_lines, write_lines
from pawsona.bench.core.answers import Answers, matched, read_predictions, read_references, some
from pawsona.bench.core.beside import beside
from pawsona.bench.core.bootstrap import ROUNDS
from pawsona.bench.core.overlap import ORDERS
from pawsona.bench.core.result import Beside, Result
from pawsona.bench.core.scoring import likenesses, nearness, scores, signatures
from pawsona.bench.core.signature import Signatures, signed
from pawsona.bench.core.suite import Dataset, Item, Suite
from pawsona.bench.core.tree import Drawn, draw
from pawsona.bench.embedder import opened
from pawsona.bench.suites import scored_suite
from pawsona.domain.ports import Embedder
from pawsona.errors import InputError

GIVEN = ("judge", "human", "bertscore")
"""What may be made elsewhere."""


@dataclass(frozen=True, kw_only=True)
class Asked:
    """What somebody wants scored."""

    suite: str
    predictions: Path
    references: Path | None = None
    """A file of `id` and `reference`; else `data`, the suite's own release."""
    data: Path | None = None
    system: str = ""
    embedder: str | None = None
    """The model that measures similarity; without one only the stand-in by spelling does."""
    embedder_url: str | None = None
    given: Path | None = None
    """Scores that were made elsewhere, in the form of `scores.jsonl`: a judge's, BERTScore."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """Of the model: `size`, `kind`, `family`."""
    profile: str = ""
    """Another way to a total than the suite's own."""
    partial: bool = False
    compare: bool = True
    """Also score what no system answered."""


@dataclass(frozen=True)
class Outcome:
    """One system's scores with all that is said beside them."""

    suite: Suite
    result: Result
    drawn: Drawn | None
    """None where nothing was answered."""
    signatures: Signatures
    """Of the metrics that were computed."""
    predictions: Sequence[Prediction] = ()

    def write(self, folder: Path) -> None:
        """The result, and the answers that it was counted from."""
        self.result.write(folder)
        write_lines(folder / "predictions.jsonl", self.predictions)


async def score(asked: Asked) -> Outcome:
    """Score a file.

    Raises:
        InputError: it, the references or the marks can't be used.
        SetupError: the embedder can't be used.
    """
    async with opened(asked.embedder, asked.embedder_url) as embedder:
        return await _score(asked, embedder)


async def _score(asked: Asked, embedder: Embedder | None) -> Outcome:
    suite = scored_suite(asked.suite)
    if asked.profile and asked.profile not in suite.profiles:
        known = ", ".join(suite.profiles) or "none"
        raise InputError(f"{suite.name} has no profile {asked.profile!r} beside its own; there is {known}.")
    data = items_of(suite, asked.references, asked.data)
    answers = matched(read_predictions(asked.predictions), data.items, partial=asked.partial)
    given = _given(asked.given) if asked.given else {}
    found = await _scores(suite, data.items, answers.texts, asked.system, embedder, given)
    signs = {**signatures(suite, embedder), **{name: signed(name, given="by-file") for name in given}}
    signs = {name: one for name, one in signs.items() if any(name in row.scores for row in found)}
    result = Result(
        suite=suite.name, system=asked.system or asked.predictions.stem, expected=answers.expected, scores=found,
        signatures={name: str(one) for name, one in signs.items()}, profile=asked.profile or suite.profile,
        about=asked.about, notes=(*data.notes, *_notes(suite, answers, data.items)),
        beside=await worth_beside(suite, data.items, embedder, asked.profile) if asked.compare else {},
    )  # fmt: skip
    answered = [Prediction(id=id_, prediction=text, system=result.system) for id_, text in answers.texts.items()]
    return Outcome(suite, result, drawn_of(suite, found, asked.profile), signs, answered)


def items_of(suite: Suite, references: Path | None, data: Path | None) -> Dataset:
    """The items of a file of references, else of the suite's release.

    Raises:
        InputError: they can't be read, or none were named.
    """
    if references is None:
        assert suite.load is not None
        return suite.load(data)
    tasks = {task.name for task in suite.tasks}
    items = [
        item if item.task else replace(item, task=_task_of(item.id, tasks)) for item in read_references(references)
    ]
    if not items:
        raise InputError(f"{str(references)!r} has no references; give a file of one JSON object per line.")
    return Dataset(tuple(items))


def _task_of(id_: str, tasks: set[str]) -> str:
    """Our own ids begin with their task."""
    task = id_.partition(":")[0]
    return task if task in tasks else ""


async def _scores(
    suite: Suite,
    items: Sequence[Item],
    texts: Mapping[str, str],
    system: str,
    embedder: Embedder | None,
    given: Mapping[str, Mapping[str, float]] = MappingProxyType({}),
) -> list[Score]:
    near = await nearness(suite, items, texts, embedder) if embedder else likenesses(items, texts)
    return scores(suite, items, texts, system, near={**near, **given})


async def worth_beside(
    suite: Suite, items: Sequence[Item], embedder: Embedder | None, profile: str = "", whole: Sequence[Item] = ()
) -> dict[str, Beside]:
    """What answers that no system gave are worth on items of a whole set; nothing where only a judge could say."""
    found = {}
    for name, texts in beside(items, whole).items():
        rows = await _scores(suite, items, texts, name, embedder)
        drawn = drawn_of(suite, rows, profile, rounds=0)
        if drawn is not None:
            found[name] = Beside(root=drawn.root, total=float(drawn.values[drawn.root][0]), metrics=means(rows))
    return found


def drawn_of(suite: Suite, rows: Sequence[Score], profile: str = "", rounds: int = ROUNDS) -> Drawn | None:
    """A suite's tree of these scores; None where there are none."""
    made = suite.tree_of(profile)(rows) if rows else None
    return draw(made, rounds) if made else None


def means(rows: Sequence[Score]) -> dict[str, float]:
    """The mean of each metric over the items that have it."""
    names = dict.fromkeys(name for row in rows for name in row.scores)
    return {name: fmean(row.scores[name] for row in rows if name in row.scores) for name in names}


def _given(path: Path) -> dict[str, dict[str, float]]:
    """By metric and id.

    Raises:
        InputError: a value is out of range, or there is none.
    """
    found: dict[str, dict[str, float]] = {}
    for row in read_lines(path):
        id_, values = row.get("id"), row.get("scores")
        if not isinstance(id_, str) or not isinstance(values, dict) or not all(map(_share, _of(values).values())):
            raise InputError(
                f'{path} has a line that is not {{"id": ..., "scores": {{"judge": 0 to 1}}}} '
                f"({' and '.join(GIVEN)} are read): {str(row)[:60]}"
            )
        for name, value in _of(values).items():
            found.setdefault(name, {})[id_] = float(value)
    if not found:
        raise InputError(f"{path} has neither {' nor '.join(GIVEN)} in any line's scores.")
    return found


def _of(values: Mapping[str, Any]) -> dict[str, Any]:
    """What may be made elsewhere; all other scores of a line are counted here."""
    return {name: value for name, value in values.items() if name in GIVEN}


def _share(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1


def _notes(suite: Suite, answers: Answers, items: Sequence[Item]) -> list[str]:
    notes = []
    if not answers.ranked:
        notes.append(f"{len(answers.texts)} of {answers.expected} were answered: under 99%, so it is not ranked")
    lengths = {item.id: len(suite.cut(item.reference)) for item in items} if suite.cut else {}
    empty = [id_ for id_, length in lengths.items() if not length]
    short = [id_ for id_, length in lengths.items() if 0 < length < ORDERS]
    if empty:
        notes.append(f"{len(empty)} references are empty: every answer is worth 0 beside them ({some(empty)})")
    if short:
        notes.append(f"{len(short)} references have fewer than {ORDERS} words: they can't reach BLEU-4 ({some(short)})")
    return notes
