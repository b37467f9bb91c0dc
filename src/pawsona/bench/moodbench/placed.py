"""Models put among the paper's: from a sheet of dataset scores, a result, or four abilities."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from pawsona.bench.core.result import FILE, read
from pawsona.bench.moodbench.aggregate import Result, aggregate
from pawsona.bench.moodbench.published import ABILITIES, Model
from pawsona.bench.moodbench.sheet import Sheet, read_sheet, sheet
from pawsona.bench.moodbench.structure import profile
from pawsona.bench.moodbench.suite import FIGURES
from pawsona.bench.moodbench.tree import scores_of
from pawsona.errors import InputError

_GATE = 60


@dataclass(frozen=True)
class Placed:
    """One of the user's models."""

    model: Model
    result: Result | None
    """None where only abilities are known."""
    causes: Mapping[str, str]
    """By dataset, what its replies were wrong with, where the file tells."""
    problems: tuple[str, ...] = ()


def all_placed(paths: Sequence[Path]) -> list[Placed]:
    """Several, each by a name of its own.

    Raises:
        InputError: two have the same name, or one can't be placed.
    """
    found = {one.model.name: one for one in map(placed, paths)}
    if len(found) < len(paths):
        raise InputError(f"Two of these models have the same name; those there are: {', '.join(map(repr, found))}.")
    return list(found.values())


def placed(path: Path) -> Placed:
    """A model from its file; its name is the system's where that is a run, else the file's.

    Args:
        path: scores of datasets, abilities, the figures of `moodbench score`, or a run's folder or `result.json`.

    Raises:
        InputError: it is none of these, or lacks an ability.
    """
    if path.is_dir() or path.name == FILE:
        return _of_run(path if path.is_dir() else path.parent)
    try:
        rows: Any = json.loads(path.read_text("utf-8-sig"))
    except (OSError, ValueError):
        rows = None
    name = _name(path)
    if isinstance(rows, dict) and isinstance(rows.get("abilities"), dict) and "datasets" not in rows:
        return Placed(_model(name, rows["abilities"], path), None, {})
    if isinstance(rows, dict) and isinstance(rows.get("datasets"), dict):
        held = {key: one for key, one in rows["datasets"].items() if isinstance(one, dict)}
        scores = {key: one["score"] for key, one in held.items() if one.get("score") is not None}
        return _of_sheet(name, sheet(scores, str(path)), path, {key: _cause(one) for key, one in held.items()})
    return _of_sheet(name, read_sheet(path), path, {})


def _name(path: Path) -> str:
    if path.name != FIGURES:
        return path.stem
    folder = path.absolute().parent
    return read(folder).system if (folder / FILE).exists() else folder.name


def _of_run(folder: Path) -> Placed:
    """From a run's answers; the figures beside them, where there are any, tell more."""
    if (folder / FIGURES).exists():
        return placed(folder / FIGURES)
    run = read(folder)
    drawn = scores_of(run.scores) if run.suite == "moodbench" else {}
    if not drawn:
        raise InputError(f"In {str(folder)!r} is no result of MoodBench.")
    return _of_sheet(run.system, Sheet({name: float(one[0]) for name, one in drawn.items()}, ()), folder, {})


def _of_sheet(name: str, found: Sheet, path: Path, causes: Mapping[str, str]) -> Placed:
    result = aggregate(profile("paper"), found.scores)
    abilities = {node.name: node.score for node in result.abilities}
    return Placed(_model(name, abilities, path), result, causes, found.problems)


def _model(name: str, abilities: Mapping[str, Any], path: Path) -> Model:
    lacking = [ability for ability in ABILITIES if not isinstance(abilities.get(ability), int | float)]
    if lacking:
        raise InputError(f"{str(path)!r} has no score for {', '.join(lacking)}, so it can't be put among the models.")
    scores = {ability: float(abilities[ability]) for ability in ABILITIES}
    weights = profile("paper").weights
    total = sum(weight * scores[ability] for ability, weight in weights.items())
    rank = 0 if scores["Values & Safety"] >= _GATE else None
    return Model(name, "", "", "closed", None, False, rank, total, scores)


def _cause(one: Mapping[str, Any]) -> str:
    """What the replies were that were no answer."""
    lost = {status: n for status, n in (one.get("statuses") or {}).items() if status != "answered"}
    asked = one.get("n") or 0
    if asked and sum(lost.values()) > asked / 10:
        return f"{sum(lost.values())} of {asked} replies were no answer ({', '.join(sorted(lost))})"
    return "its answers were wrong"
