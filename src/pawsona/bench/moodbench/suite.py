"""What the command does: questions written, replies read, a system without a model asked, results kept."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from pawsona.bench.core import Prediction, Score, write_lines
from pawsona.bench.moodbench import lived
from pawsona.bench.moodbench.load import Loaded
from pawsona.bench.moodbench.replies import read_marks, read_replies
from pawsona.bench.moodbench.report import plain
from pawsona.bench.moodbench.scoring import Outcome, score
from pawsona.bench.moodbench.structure import Structure
from pawsona.bench.moodbench.systems import SYSTEMS
from pawsona.bench.moodbench.voice import Voice
from pawsona.config.settings import load
from pawsona.errors import InputError

COMPANION = "companion"
Mind = Literal["storybook", "llm"]


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


async def answered(
    structure: Structure, data: Sequence[Loaded], system: str, mind: Mind | None = None
) -> tuple[Outcome, dict[str, Any]]:
    """Ask a system that needs no model, or the whole companion; the outcome, and what was said.

    Args:
        structure: the profile.
        data: what to ask. The companion is asked what it can have lived: memory and personalisation.
        system: one of `SYSTEMS`, `storybook` or `companion`.
        mind: the companion's; as this home is set where there is none.

    Raises:
        SetupError: the settings are wrong.
    """
    if system == COMPANION:
        data = [one for one in data if one.spec.name in lived.TASKS]
    items = [item for one in data for item in one.items]
    if system == COMPANION:
        settings = load(mind=mind) if mind else load()
        replies = {item.id: await lived.reply(item, settings) for item in items}
    elif system == "storybook":
        voice = Voice()
        replies = {item.id: await voice.say(item) for item in items}
    else:
        replies = {item.id: SYSTEMS[system](item) for item in items}
    return score(structure, data, replies, problems=_wrong(data)), replies


def write(outcome: Outcome, folder: Path, replies: Mapping[str, Any] | None = None, system: str = "") -> None:
    """Figures, and one score a dataset; what a system said, where it was asked here.

    Raises:
        InputError: the folder can't be written.
    """
    try:
        rows = [
            Score(id=name, scores={"score": one.score}, system=system, extra=one.plain())
            for name, one in outcome.datasets.items()
            if one.score is not None
        ]
        write_lines(folder / "scores.jsonl", rows)
        (folder / "result.json").write_text(json.dumps(plain(outcome), ensure_ascii=False, indent=1), "utf-8")
        if replies is not None:
            said = (Prediction(id=id_, prediction=reply, system=system) for id_, reply in replies.items())
            write_lines(folder / "predictions.jsonl", said)
    except OSError as error:
        raise _unwritable(folder, error) from None


def _wrong(data: Sequence[Loaded]) -> list[str]:
    """What was wrong with files of datasets that are there all the same; the absent say it in their note."""
    return [line for one in data if one.items for line in one.problems]


def _unwritable(path: Path, error: OSError) -> InputError:
    return InputError(f"{str(path)!r} can't be written ({(error.strerror or 'unknown reason').lower()}).")
