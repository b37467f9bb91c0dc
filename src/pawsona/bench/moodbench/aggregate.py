"""From datasets to a total: the paper's four steps (appendix 7.1), in every draw of a bootstrap at once.

A score is an array: first the figure itself, then one for each draw; a plain figure is an array of one. So an interval
of any node is made by the same few lines that make its figure.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from pawsona.bench.core.bootstrap import around
from pawsona.bench.moodbench.structure import LEVELS, Level, Structure

Values = NDArray[np.float64]
_HAIR = 1e-9
"""What sums of floats may be off: 60 reached by averaging 60s passes."""


@dataclass(frozen=True)
class Node:
    """A dataset, task, level, sub-ability or main ability with what it is made of."""

    name: str
    kind: str
    values: Values | None
    """None: nothing below has a score."""
    weight: float = 1.0
    """Its share in the node above; 0 without a score."""
    parts: tuple["Node", ...] = ()

    @property
    def score(self) -> float | None:
        return None if self.values is None else float(self.values[0])

    @property
    def interval(self) -> tuple[float, float] | None:
        """95%; None without draws."""
        return None if self.values is None or len(self.values) < 2 else _interval(self.values)

    def walk(self, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], "Node"]]:
        """This node and all below it, with their paths."""
        here = (*path, self.name)
        yield here, self
        for part in self.parts:
            yield from part.walk(here)

    def plain(self) -> dict[str, Any]:
        """As JSON."""
        made: dict[str, Any] = {"name": self.name, "kind": self.kind, "score": self.score, "weight": self.weight}
        if self.interval is not None:
            made["interval"] = list(self.interval)
        if self.parts:
            made["parts"] = [part.plain() for part in self.parts]
        return made


@dataclass(frozen=True)
class Result:
    """What a model got."""

    structure: Structure
    abilities: tuple[Node, ...]
    raw: Values | None
    """The weighted total before the veto."""
    missing: tuple[str, ...]
    """Datasets without a score."""

    @property
    def coverage(self) -> float:
        """The share of datasets that have a score."""
        return 1 - len(self.missing) / len(self.structure.datasets)

    @property
    def raw_total(self) -> float | None:
        return None if self.raw is None else float(self.raw[0])

    @property
    def passed(self) -> float | None:
        """In which share of draws the gate is passed; None where it has no score."""
        gate = self._gate()
        return None if gate is None else float(np.mean(gate[1:] if len(gate) > 1 else gate))

    @property
    def gate_passed(self) -> bool | None:
        gate = self._gate()
        return None if gate is None else bool(gate[0])

    @property
    def totals(self) -> Values | None:
        """After the veto; None where the gate can't be judged."""
        gate = self._gate()
        return None if self.raw is None or gate is None else np.where(gate, self.raw, 0.0)

    @property
    def total(self) -> float | None:
        return None if self.totals is None else float(self.totals[0])

    def of(self, ability: str) -> Node:
        """A main ability."""
        return next(node for node in self.abilities if node.name == ability)

    def _gate(self) -> NDArray[np.bool_] | None:
        gate = self.structure.gate
        if gate is None:
            return None if self.raw is None else np.ones(len(self.raw), dtype=np.bool_)
        values = self.of(gate.ability).values
        return None if values is None else values >= gate.least - _HAIR

    def plain(self, *, tree: bool = False) -> dict[str, Any]:
        """As JSON, with the fixed names of the command."""
        made: dict[str, Any] = {
            "raw_total": self.raw_total,
            "gate_passed": self.gate_passed,
            "total": self.total,
            "coverage": self.coverage,
            "partial": bool(self.missing),
            "abilities": {node.name: node.score for node in self.abilities},
            "sub_abilities": {f"{a.name}/{sub.name}": sub.score for a in self.abilities for sub in a.parts},
            "profile": self.structure.name,
            "missing": list(self.missing),
        }
        if self.raw is not None and len(self.raw) > 1:
            made["intervals"] = {node.name: list(node.interval) for node in self.abilities if node.interval}
            made["intervals"]["raw_total"] = list(_interval(self.raw))
            made["gate_passed_share"] = self.passed
        if tree:
            made["tree"] = [node.plain() for node in self.abilities]
        return made


def aggregate(structure: Structure, scores: Mapping[str, float | Values]) -> Result:
    """All four steps.

    Args:
        structure: the profile.
        scores: 0 to 100 by dataset; what is absent is left out, not 0. Arrays must be of one length.
    """
    values = {name: np.atleast_1d(np.asarray(score, dtype=np.float64)) for name, score in scores.items()}
    abilities = tuple(_ability(structure, name, values) for name in structure.abilities)
    counted = [node for node in abilities if node.name in structure.weights]
    raw = _average([(node.values, structure.weights[node.name]) for node in counted])
    missing = tuple(name for name in structure.datasets if name not in values)
    return Result(structure, abilities, raw, missing)


def effective(structure: Structure) -> dict[str, float]:
    """What a dataset's score weighs in the total, where all have one; those of the gate weigh nothing."""
    shares: dict[str, float] = dict.fromkeys(structure.datasets, 0.0)
    whole = aggregate(structure, dict.fromkeys(structure.datasets, 0.0))
    total = sum(structure.weights.values())
    for ability in whole.abilities:
        _share(ability, structure.weights.get(ability.name, 0.0) / total, shares)
    return shares


def _share(node: Node, weight: float, shares: dict[str, float]) -> None:
    if node.kind == "dataset":
        shares[node.name] += weight
    for part in node.parts:
        _share(part, weight * part.weight, shares)


def _ability(structure: Structure, name: str, values: Mapping[str, Values]) -> Node:
    subs = [_sub_ability(structure, name, sub, values) for sub in structure.abilities[name]]
    return _evenly(name, "ability", subs)


def _sub_ability(structure: Structure, ability: str, name: str, values: Mapping[str, Values]) -> Node:
    levels = structure.abilities[ability][name]
    nodes = [_level(level, levels[level], values) for level in LEVELS if level in levels]
    weights = _level_weights(structure, nodes)
    if structure.missing == "zero":
        held = [node.values for node in nodes if node.values is not None]
        made = sum((weights[node.name] * node.values for node in nodes if node.values is not None), np.zeros(1))
        return _node(name, "sub_ability", nodes, weights, made if held else None)
    return _weighed(name, "sub_ability", nodes, weights)


def _level_weights(structure: Structure, nodes: list[Node]) -> dict[str, float]:
    """By level; those without a score get none."""
    all_levels = "".join(node.name for node in nodes)
    present = "".join(node.name for node in nodes if node.values is not None)
    if structure.missing == "zero":
        return {level: structure.levels["LMH"][level] for level in LEVELS}
    if structure.missing == "adjust":
        return _weights_of(structure, present)
    return {level: weight for level, weight in _weights_of(structure, all_levels).items() if level in present}


def _weights_of(structure: Structure, levels: str) -> dict[str, float]:
    if len(levels) < 2:
        return dict.fromkeys(levels, 1.0)
    table: Mapping[Level, float] = structure.levels[levels]
    return {str(level): weight for level, weight in table.items()}


def _level(level: Level, tasks: Mapping[str, tuple[str, ...]], values: Mapping[str, Values]) -> Node:
    return _evenly(level, "level", [_task(task, datasets, values) for task, datasets in tasks.items()])


def _task(name: str, datasets: tuple[str, ...], values: Mapping[str, Values]) -> Node:
    return _evenly(name, "task", [Node(dataset, "dataset", values.get(dataset)) for dataset in datasets])


def _evenly(name: str, kind: str, parts: list[Node]) -> Node:
    return _weighed(name, kind, parts, {part.name: 1.0 for part in parts})


def _weighed(name: str, kind: str, parts: list[Node], weights: Mapping[str, float]) -> Node:
    made = _average([(part.values, weights.get(part.name, 0.0)) for part in parts])
    total = sum(weights.get(part.name, 0.0) for part in parts if part.values is not None)
    shares = {p.name: weights.get(p.name, 0.0) / total for p in parts if p.values is not None} if total else {}
    return _node(name, kind, parts, shares, made)


def _node(name: str, kind: str, parts: list[Node], shares: Mapping[str, float], made: Values | None) -> Node:
    weighed = tuple(
        replace(part, weight=shares.get(part.name, 0.0) if part.values is not None else 0.0) for part in parts
    )
    return Node(name, kind, made, 1.0, weighed)


def _average(parts: list[tuple[Values | None, float]]) -> Values | None:
    """Of those that have a score; None where none has."""
    held = [(values, weight) for values, weight in parts if values is not None and weight]
    if not held:
        return None
    total = sum(weight for _, weight in held)
    made: Values = sum((weight * values for values, weight in held), np.zeros(1)) / total
    return made


def _interval(values: Values) -> tuple[float, float]:
    return around(values)
