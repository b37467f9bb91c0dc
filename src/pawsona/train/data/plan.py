"""How many entries of what: 33 categories of care, harmless talk, 16 skills, in two languages; the sum is exact."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from math import ceil
from pathlib import Path
from types import MappingProxyType
from typing import TypeVar

from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import InputError
from pawsona.skills import SKILLS
from pawsona.train.data.bank import bank
from pawsona.train.data.entry import Kind

TOTAL = 14_113
"""iPET's number of entries (sec. 3.1)."""
SPARE = 0.2
"""So many more are made, because filters and reviewers will take some out, and some are only watched."""
SHARES: Mapping[Kind, float] = MappingProxyType({"safety": 0.4, "benign": 0.2, "skill": 0.4})
FILE = "plan.json"
_Key = TypeVar("_Key")


@dataclass(frozen=True, slots=True)
class Cell:
    """So many entries of one kind, category and language."""

    kind: Kind
    category: str
    language: Language
    count: int

    @property
    def key(self) -> tuple[str, str, str]:
        return self.kind, self.category, self.language


@dataclass(frozen=True, kw_only=True)
class Plan:
    """What is to be made."""

    seed: int
    spare: float
    cells: tuple[Cell, ...]

    @property
    def total(self) -> int:
        return sum(cell.count for cell in self.cells)

    @property
    def made(self) -> int:
        """Entries to be made, what filters may take out as well; each cell's are rounded up."""
        return sum(self._made().values())

    def slots(self) -> Iterator[tuple[Cell, int]]:
        """Each entry to be made, cells in turns, so that a run that is broken off has some of everything."""
        made = self._made()
        for number in range(max(made.values(), default=0)):
            yield from ((cell, number) for cell, most in made.items() if number < most)

    def _made(self) -> dict[Cell, int]:
        return {cell: ceil(cell.count * (1 + self.spare)) for cell in self.cells}

    def write(self, folder: Path) -> Path:
        """Beside what is made from it.

        Raises:
            InputError: another plan is there; somebody may have changed it by hand.
        """
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / FILE
        rows = [asdict(cell) for cell in self.cells]
        text = json.dumps({"seed": self.seed, "spare": self.spare, "total": self.total, "cells": rows}, indent=1) + "\n"
        if path.exists() and path.read_text("utf-8") != text:
            raise InputError(f"{path} is another plan: move it away, name another folder, or change it by hand.")
        path.write_text(text, "utf-8")
        return path


def planned(total: int = TOTAL, seed: int = 1, spare: float = SPARE, languages: Sequence[Language] = LANGUAGES) -> Plan:
    """A plan of so many entries; the kinds have their shares, and every cell of a kind the same, but for one.

    Raises:
        InputError: there are fewer entries than there are things to show.
    """
    names = categories()
    least = sum(map(len, names.values())) * len(languages)
    if total < least:
        raise InputError(f"{total} entries are too few: name at least {least} with --total, one for each cell.")
    cells: list[Cell] = []
    for kind, whole in _shared({kind: len(some) * len(languages) for kind, some in names.items()}, total).items():
        keys = [(name, language) for name in names[kind] for language in languages]
        counts = _apportioned(dict.fromkeys(keys, 1.0), whole)
        cells += [Cell(kind, name, language, count) for (name, language), count in counts.items()]
    return Plan(seed=seed, spare=spare, cells=tuple(cells))


def categories() -> dict[Kind, list[str]]:
    """What each kind is made of; harmless messages are named after what they look like, or are about."""
    own = bank("en")
    harmless = [*(f"like.{name}" for name in own.lookalike), *(f"talk.{name}" for name in own.talk)]
    return {"safety": list(own.safety), "benign": harmless, "skill": list(SKILLS)}


def read_plan(folder: Path) -> Plan:
    """A plan that was written, and perhaps changed by hand.

    Raises:
        InputError: there is none, or something in it can't be used.
    """
    path = folder / FILE
    try:
        row = json.loads(path.read_text("utf-8"))
        cells = tuple(Cell(**{field.name: one[field.name] for field in fields(Cell)}) for one in row["cells"])
        plan = Plan(seed=int(row["seed"]), spare=float(row["spare"]), cells=cells)
    except OSError:
        raise InputError(f"There is no plan in {str(folder)!r}: make one with `pawsona train data plan`.") from None
    except (ValueError, KeyError, TypeError) as error:
        raise InputError(f"{path} can't be used ({type(error).__name__}): make it anew, or mend it.") from None
    _check(plan, path)
    return plan


def _check(plan: Plan, path: Path) -> None:
    known = categories()
    for number, cell in enumerate(plan.cells, 1):
        if cell.category not in known.get(cell.kind, ()) or cell.language not in LANGUAGES:
            raise InputError(
                f"{path}, cell {number}: there is no {cell.kind!r} {cell.category!r} in {cell.language!r}."
            )
        if not isinstance(cell.count, int) or cell.count < 0:
            raise InputError(f"{path}, cell {number}: its count is {cell.count!r}, and should be a number from 0.")
    if not 0 <= plan.spare <= 10:
        raise InputError(f"{path}: spare is {plan.spare}, and should be a share from 0 to 10.")


def _shared(least: Mapping[Kind, int], total: int) -> dict[Kind, int]:
    """The kinds by their shares; where a small total leaves one less than it has cells, what is over is shared."""
    found = _apportioned(SHARES, total)
    if all(found[kind] >= count for kind, count in least.items()):
        return found
    more = _apportioned(SHARES, total - sum(least.values()))
    return {kind: count + more[kind] for kind, count in least.items()}


def _apportioned(weights: Mapping[_Key, float], total: int) -> dict[_Key, int]:
    """Whole numbers in proportion that sum up to the total: largest remainders (Hamilton)."""
    scale = total / sum(weights.values())
    found = {key: int(weight * scale) for key, weight in weights.items()}
    left = sorted(weights, key=lambda key: found[key] - weights[key] * scale)
    for key in left[: total - sum(found.values())]:
        found[key] += 1
    return found
