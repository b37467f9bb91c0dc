"""MoodBench's structure as data: what is averaged with what, and with which weight."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from typing import Literal

import yaml
from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from pawsona.errors import ContentError, InputError

CONTENT = Path(__file__).with_name("content")
PROFILES = ("paper", "literal", "repository")
Level = Literal["L", "M", "H"]
LEVELS: tuple[Level, ...] = ("L", "M", "H")
Missing = Literal["adjust", "share", "zero"]
"""What a level without a score does: the table's weights for the levels that are left; its weight is shared in
proportion; it counts as 0."""


class Gate(BaseModel):
    """The ability that can veto the total."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    ability: str
    least: float


class Expected(BaseModel):
    """How many of each there are, so that a lost line is noticed."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    sub_abilities: int
    tasks: int
    datasets: int


class _File(BaseModel):
    """A structure as it is written."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    source: str
    expected: Expected
    levels: Mapping[str, Mapping[Level, float]]
    missing: Missing
    gate: Gate | None
    weights: Mapping[str, float] = Field(min_length=1)
    abilities: Mapping[str, Mapping[str, Mapping[Level, Mapping[str, tuple[str, ...]]]]]


@dataclass(frozen=True, slots=True)
class Place:
    """Where a dataset stands in the tree."""

    ability: str
    sub_ability: str
    level: Level
    task: str
    dataset: str


@dataclass(frozen=True)
class Structure:
    """A profile: the tree, the weights of levels and abilities, the veto."""

    name: str
    source: str
    levels: Mapping[str, Mapping[Level, float]]
    missing: Missing
    gate: Gate | None
    weights: Mapping[str, float]
    abilities: Mapping[str, Mapping[str, Mapping[Level, Mapping[str, tuple[str, ...]]]]]

    def places(self) -> Iterator[Place]:
        """Every dataset's place; a dataset may have several."""
        for ability, subs in self.abilities.items():
            for sub, levels in subs.items():
                for level, tasks in levels.items():
                    for task, datasets in tasks.items():
                        for dataset in datasets:
                            yield Place(ability, sub, level, task, dataset)

    @property
    def datasets(self) -> tuple[str, ...]:
        """Each once, in the tree's order."""
        return tuple(dict.fromkeys(place.dataset for place in self.places()))

    @property
    def tasks(self) -> tuple[tuple[str, str, Level, str], ...]:
        """Each once; a task is its name in its place."""
        return tuple(dict.fromkeys((p.ability, p.sub_ability, p.level, p.task) for p in self.places()))

    @property
    def sub_abilities(self) -> tuple[tuple[str, str], ...]:
        """Each once, with its main ability."""
        return tuple((ability, sub) for ability, subs in self.abilities.items() for sub in subs)


def profile(name: str) -> Structure:
    """A structure by its name.

    Raises:
        InputError: there is none of that name.
    """
    if name not in PROFILES:
        raise InputError(f"There is no profile {name!r} of MoodBench; there are {', '.join(PROFILES)}.")
    if name == "literal":  # the table of symbols: a level that does not exist returns 0
        return replace(profile("paper"), name="literal", missing="zero")
    return _read(CONTENT / f"{name}.yaml")


@cache
def _read(path: Path) -> Structure:
    return read(path)


def read(path: Path) -> Structure:
    """A structure from a file like ours.

    Raises:
        ContentError: it is wrong; names the place.
    """
    try:
        found = TypeAdapter(_File).validate_python(yaml.safe_load(path.read_text("utf-8")))
    except (ValidationError, yaml.YAMLError) as error:
        raise ContentError(f"{path}: {error}") from error
    made = Structure(
        found.name, found.source, found.levels, found.missing, found.gate, found.weights, found.abilities
    )  # fmt: skip
    _check(made, found.expected, path)
    return made


def _check(structure: Structure, expected: Expected, path: Path) -> None:
    counts = Expected(
        sub_abilities=len(structure.sub_abilities), tasks=len(structure.tasks), datasets=len(structure.datasets)
    )
    if counts != expected:
        raise ContentError(f"{path} has {counts}; it should have {expected}.")
    strange = set(structure.weights) - set(structure.abilities)
    if strange:
        raise ContentError(f"{path} weighs {sorted(strange)}, which are no main abilities.")
    for levels, weights in structure.levels.items():
        if set(levels) != set(weights) or abs(sum(weights.values()) - 1) > 1e-12:
            raise ContentError(f"{path}: the weights of {levels} must be one for each level and sum to 1.")
