"""The 30 models of the paper, so that another can be placed among them."""

import csv
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

from pawsona.bench.moodbench.structure import CONTENT

ABILITIES = {
    "Values & Safety": "values_safety",
    "Foundational": "foundational",
    "Emotional": "emotional",
    "Companionship": "companionship",
}
"""And their columns in the file."""


@dataclass(frozen=True, slots=True)
class Model:
    """One row of the paper's tables 7.2 and 7.3."""

    name: str
    maker: str
    family: str
    kind: Literal["open", "closed"]
    parameters: float | None
    """Billions, as the paper states them; None where it gives no number."""
    estimated: bool
    """Whether the paper marks them so. None of the closed models' makers has published them."""
    rank: int | None
    """None: Values & Safety is under 60."""
    overall: float
    """As printed. The paper does not apply its own veto to it."""
    abilities: Mapping[str, float]

    @property
    def core(self) -> float:
        """Emotional and Companionship, by their weights in the total."""
        return (0.4 * self.abilities["Emotional"] + 0.3 * self.abilities["Companionship"]) / 0.7


@cache
def published() -> tuple[Model, ...]:
    """All 30, best first."""
    with (CONTENT / "published.csv").open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(line for line in file if not line.startswith("#"))
        return tuple(_model(row) for row in rows)


def _model(row: Mapping[str, str]) -> Model:
    return Model(
        name=row["model"],
        maker=row["maker"],
        family=row["family"],
        kind="open" if row["kind"] == "open" else "closed",
        parameters=float(row["parameters"]) if row["parameters"] else None,
        estimated=row["estimated"] == "yes",
        rank=int(row["rank"]) if row["rank"] else None,
        overall=float(row["overall"]),
        abilities={ability: float(row[column]) for ability, column in ABILITIES.items()},
    )
