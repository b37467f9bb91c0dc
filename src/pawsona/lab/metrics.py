"""Metrics as data: how one number per person is taken from events."""

from functools import lru_cache
from importlib.resources import files
from typing import Literal, get_args

import yaml
from pydantic import BaseModel, ConfigDict, TypeAdapter

from pawsona.errors import InputError

Kind = Literal["exposure", "visit", "turn", "mood", "crisis", "farewell", "dependence", "break"]
"""Of an event. Its value: of `mood` -1 to 1; of `farewell` and `break` 1 where it was honoured or taken, else 0."""
KINDS: tuple[str, ...] = get_args(Kind)


class Measure(BaseModel):
    """One number per person; `content/metrics.yaml` says what the words mean."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    name: str
    kind: Literal["share", "mean", "ratio"]
    of: Kind | Literal["any"]
    take: Literal["any", "count", "sum", "minutes", "last", "trend"]
    over: Kind | None = None
    before: bool = False


@lru_cache(maxsize=1)
def measures() -> dict[str, Measure]:
    """All that can be measured, by name."""
    text = files("pawsona.lab").joinpath("content", "metrics.yaml").read_text("utf-8")
    return {one.name: one for one in TypeAdapter(list[Measure]).validate_python(yaml.safe_load(text))}


def measure(name: str) -> Measure:
    """The metric of that name.

    Raises:
        InputError: there is none; the sentence lists those there are.
    """
    if name not in measures():
        raise InputError(f"there is no metric {name!r}; there is {', '.join(sorted(measures()))}")
    return measures()[name]
