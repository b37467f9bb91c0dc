"""What the command does: questions written, replies read, answerers without a mind asked, results kept."""

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from pawsona.bench.core import Prediction, write_lines
from pawsona.bench.core.result import Result
from pawsona.bench.moodbench.about import signatures
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.replies import read_marks, read_replies
from pawsona.bench.moodbench.report import plain
from pawsona.bench.moodbench.scoring import Outcome, score
from pawsona.bench.moodbench.structure import Structure
from pawsona.bench.moodbench.systems import SYSTEMS
from pawsona.errors import InputError

FIGURES = "moodbench.json"
"""Beside a result: the tree of all figures, and what became of replies that were no answer."""


def write_questions(data: Sequence[Loaded], path: Path) -> int:
    """One JSON object a line; how many they are.

    Raises:
        InputError: the file can't be written.
    """
    rows = [
        {"id": item.id, "language": item.language, "prompt": item.prompt} for one in data for item in one.items
    ]  # fmt: skip
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(row, ensure_ascii=False) + "\n" for row in rows), "utf-8")
    except OSError as error:
        raise _unwritable(path, error) from None
    return len(rows)


def scored(structure: Structure, data: Sequence[Loaded], predictions: Path, marks: Path | None) -> Outcome:
    """A system's replies out of its file.

    Raises:
        InputError: a file can't be used.
    """
    known = {item.id for one in data for item in one.items}
    replies, problems = read_replies(predictions, known)
    judged, more = read_marks(marks, known) if marks is not None else ({}, [])
    return score(structure, data, replies, judged, problems=[*_wrong(data), *problems, *more])


def answered(structure: Structure, data: Sequence[Loaded], system: str) -> Outcome:
    """Ask an answerer that needs no mind: one of `SYSTEMS`."""
    replies = {item.id: SYSTEMS[system](item) for one in data for item in one.items}
    return replace(score(structure, data, replies, problems=_wrong(data)), no_system=True)


def result_of(outcome: Outcome, system: str) -> Result:
    """As every suite's, for comparisons and reports; what a constant or a blind answerer says is no system's."""
    scores = [replace(row, system=system) for one in outcome.datasets.values() for row in one.rows]
    counted = {name for row in scores for name in row.scores}
    notes = [one.told for one in outcome.datasets.values() if one.told]
    dropped = [f"{name}: {n} rows, {why}" for name, one in outcome.datasets.items() for why, n in one.dropped.items()]
    return Result(
        suite="moodbench", system=system, expected=sum(one.expected for one in outcome.datasets.values()),
        scores=scores, signatures={name: str(one) for name, one in signatures().items() if name in counted},
        profile=outcome.result.structure.name, about={"oracle": True} if outcome.no_system else {},
        notes=[*notes, *dropped, *outcome.problems],
    )  # fmt: skip


def write(outcome: Outcome, folder: Path, system: str) -> None:
    """The result and the replies as every suite's are kept, and beside them all figures.

    Raises:
        InputError: the folder can't be written.
    """
    try:
        result_of(outcome, system).write(folder)
        (folder / FIGURES).write_text(json.dumps(plain(outcome), ensure_ascii=False, indent=1), "utf-8")
        said = (Prediction(id=id_, prediction=reply, system=system) for id_, reply in outcome.replies.items())
        write_lines(folder / "predictions.jsonl", said)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _wrong(data: Sequence[Loaded]) -> list[str]:
    """What was wrong with files of datasets that are there all the same; the absent say it in their note."""
    return [line for one in data if one.items for line in one.problems]


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{str(path)!r} can't be written ({(error.strerror or 'unknown reason').lower()}).")
