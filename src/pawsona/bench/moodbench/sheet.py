"""A plain file of scores: {"dataset": score}. What can't be used of it is named, and the rest counts."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import yaml

from pawsona.bench.moodbench.normalise import dataset_score
from pawsona.bench.moodbench.structure import CONTENT, PROFILES, profile
from pawsona.errors import InputError


@dataclass(frozen=True)
class Sheet:
    """Scores from 0 to 100 by dataset, and a line for each that could not be used."""

    scores: Mapping[str, float]
    problems: tuple[str, ...]


def read_sheet(path: Path) -> Sheet:
    """The scores of a file.

    Raises:
        InputError: it can't be read, is no JSON object, or none of it can be used.
    """
    try:
        rows = json.loads(path.read_text("utf-8-sig"), object_pairs_hook=_Pairs)
    except OSError as error:
        raise InputError(f"{str(path)!r} can't be read ({(error.strerror or 'unknown reason').lower()}).") from None
    except (ValueError, RecursionError):
        raise InputError(f'{str(path)!r} is no JSON; it should be {{"dataset": score, ...}}.') from None
    if not isinstance(rows, _Pairs):
        raise InputError(f'{str(path)!r} should be an object: {{"dataset": score, ...}}.')
    return sheet(rows, str(path))


class _Pairs(dict[str, Any]):
    """An object that remembers which of its keys came twice; JSON would keep the last and say nothing."""

    def __init__(self, pairs: list[tuple[str, Any]]) -> None:
        super().__init__(pairs)
        keys = [key for key, _ in pairs]
        self.twice = sorted({key for key in keys if keys.count(key) > 1})


def sheet(rows: Mapping[str, Any], where: str) -> Sheet:
    """Scores out of an object as a file has it.

    Raises:
        InputError: none of it can be used.
    """
    scores: dict[str, float] = {}
    problems = [f"{where}: {key!r} is there more than once; the last holds." for key in getattr(rows, "twice", ())]
    for given, raw in rows.items():
        name = known(given)
        if name is None:
            problems.append(f"{where}: {given!r} is no dataset of MoodBench; it is left out.")
        elif name in scores:
            problems.append(f"{where}: {given!r} is {name!r} once more; it is left out.")
        else:
            try:
                scores[name] = dataset_score(raw)
            except InputError as error:
                problems.append(f"{where}: {given!r} is left out: {error}")
    if not scores:
        reasons = "".join(f"\n  {problem}" for problem in problems)
        raise InputError(f"{where} has no score that can be used; names are those of the paper's table.{reasons}")
    return Sheet(scores, tuple(problems))


def known(name: str) -> str | None:
    """The name that the structure uses, for any that a dataset goes by."""
    return _names().get(_bare(name))


@cache
def _names() -> dict[str, str]:
    own = {_bare(dataset): dataset for one in PROFILES for dataset in profile(one).datasets}
    others: Mapping[str, list[str]] = yaml.safe_load((CONTENT / "names.yaml").read_text("utf-8"))
    return {**{_bare(other): name for name, also in others.items() for other in also}, **own}


def _bare(name: str) -> str:
    return "".join(letter for letter in name.casefold() if letter.isalnum())
