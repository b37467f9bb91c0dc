"""A planned experiment, as data: what it varies, for how long, and by which figures it will be judged.

Plans are YAML; `content/` has iPET's own. A plan fixes before the start what counts, so nobody chooses afterwards.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, Self

import yaml
from pydantic import BaseModel, ConfigDict, Field, ValidationError, model_validator

from pawsona.domain.language import Language
from pawsona.errors import ContentError, InputError
from pawsona.lab.assignment import Experiment
from pawsona.lab.metrics import measures
from pawsona.lab.varied import Variable, problem

SHIPPED = ("ipet",)
Stratum = Literal["language", "mode", "tenure"]
"""Of a person at their exposure: what they speak, whether there are memories, whether they came since the start."""


class Metric(BaseModel):
    """One figure: what it is now, and how large a change of it matters."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    name: str = Field(min_length=1)
    kind: Literal["share", "mean"]
    role: Literal["primary", "secondary", "guardrail"]
    engagement: bool = False
    """It grows with use, and use alone is no good for lonely people."""
    base: float
    expected: float
    """For a guardrail: what must not be missed if it happens."""
    deviation: float | None = Field(default=None, gt=0)
    """One person's standard deviation, of a mean."""
    worse: Literal["lower", "higher"] | None = None
    assumed: tuple[str, ...] = ()
    """Which of these figures nobody measured."""

    @model_validator(mode="after")
    def _whole(self) -> Self:
        if self.kind == "share" and not (0 < self.base < 1 and 0 < self.expected < 1):
            raise ValueError("a share lies between 0 and 1")
        if self.kind == "mean" and self.deviation is None:
            raise ValueError("a mean needs the deviation of one person")
        if self.base == self.expected:
            raise ValueError("base and expected are the same: how large a change matters?")
        if (self.role == "guardrail") != (self.worse is not None):
            raise ValueError("a guardrail, and nothing else, says which way is worse")
        return self


class End(BaseModel):
    """When an experiment is over, so that it can be read once: nobody chooses that moment by what they see."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    persons: int | None = Field(default=None, ge=2)
    """In each arm; over once the days of so many are, in the arm that gets them last."""
    day: date | None = None
    """Over as it begins (UTC); who came too late for their days is left out."""

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.persons is None) == (self.day is None):
            raise ValueError("name either persons in each arm, or a day")
        return self

    def __str__(self) -> str:
        return f"{self.persons:,} persons in each arm" if self.persons else f"{self.day}"

    @property
    def moment(self) -> datetime | None:
        """Of the day."""
        return None if self.day is None else datetime(self.day.year, self.day.month, self.day.day, tzinfo=UTC)


class Plan(BaseModel):
    """An experiment before its start."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: Mapping[Language, str]
    days: int = Field(ge=1, le=365)
    arms: Mapping[str, float]
    """Arm -> weight; the others are held against the first."""
    varies: Mapping[str, tuple[str, ...]]
    """Setting -> its value in each arm."""
    metrics: tuple[Metric, ...]
    layer: str = ""
    """Experiments of one layer share no person; empty: a layer of its own."""
    share: tuple[float, float] = (0.0, 1.0)
    """Which part of its layer it owns."""
    holdout: float = Field(default=0.0, ge=0, le=0.5)
    """Share of persons who are in none of the experiments that hold out as many."""
    strata: tuple[Stratum, ...] = ()
    """Effects are taken within these, and put together."""
    end: End | None = None
    """Without one it is read by intervals that hold at all looks together, whenever it is stopped."""

    @model_validator(mode="after")
    def _fair(self) -> Self:
        if len(self.arms) < 2 or any(weight <= 0 for weight in self.arms.values()):
            raise ValueError("at least two arms with weights above 0 are needed")
        if not 0 <= self.share[0] < self.share[1] <= 1:
            raise ValueError(f"its share {self.share} is no range within 0 and 1")
        names = [metric.name for metric in self.metrics]
        if len(set(names)) < len(names):
            raise ValueError("a metric stands there twice")
        for metric in self.metrics:
            known = measures().get(metric.name)
            if known is None:
                raise ValueError(f"there is no metric {metric.name!r}; there is {', '.join(sorted(measures()))}")
            if (known.kind == "share") != (metric.kind == "share"):
                raise ValueError(f"{metric.name!r} is a {known.kind}, not a {metric.kind}")
        if not any(metric.role == "primary" for metric in self.metrics):
            raise ValueError("no metric is primary: by what is it decided?")
        return self

    @model_validator(mode="after")
    def _possible(self) -> Self:
        for name, values in self.varies.items():
            if len(values) != len(self.arms):
                raise ValueError("each setting needs one value for each arm")
            if wrong := problem(name, values):
                raise ValueError(wrong)
        return self

    @property
    def digest(self) -> str:
        """Changes when anything of it does."""
        unsaid = {"end"} if self.end is None else set()  # plans from before there were ends stay what they were
        return sha256(self.model_dump_json(exclude=unsaid).encode()).hexdigest()[:16]

    def experiment(self, name: str, salt: str) -> Experiment:
        """What deals its arms."""
        return Experiment(name, self.arms, self.layer, self.share, salt=salt, holdout=self.holdout)

    def value(self, name: Variable, arm: str) -> str:
        """What an arm sets."""
        return self.varies[name][list(self.arms).index(arm)]

    @property
    def guardrails(self) -> tuple[str, ...]:
        """Metrics that may stop it."""
        return tuple(metric.name for metric in self.metrics if metric.role == "guardrail")

    @property
    def guarded(self) -> "Plan":
        """With nothing but guardrails to look at."""
        return self.model_copy(update={"metrics": tuple(one for one in self.metrics if one.role == "guardrail")})

    @property
    def by_engagement_alone(self) -> bool:
        """Whether only figures that grow with use decide it."""
        return all(metric.engagement for metric in self.metrics if metric.role == "primary")


def plan(name: str) -> Plan:
    """A plan that ships, or one from a file.

    Raises:
        InputError: there is no such plan or file.
        ContentError: it is none; the sentence says where.
    """
    if name in SHIPPED:
        return _read(files("pawsona.lab").joinpath("content", f"{name}.yaml").read_text("utf-8"), name)
    path = Path(name)
    if not path.is_file():
        raise InputError(f"there is no plan {name!r}: name a YAML file, or one of {', '.join(SHIPPED)}")
    try:
        return _read(path.read_text("utf-8"), path.name)
    except ContentError as error:
        raise InputError(str(error)) from None  # it was given, so nothing of ours must change
    except (OSError, UnicodeDecodeError) as error:
        raise InputError(f"{name!r} can't be read as text: {type(error).__name__}") from None


def _read(text: str, where: str) -> Plan:
    try:
        content: Any = yaml.safe_load(text)
        return Plan.model_validate(content)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 0
        raise ContentError(f"{where}, line {line}: {error.problem}") from None
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"])
        raise ContentError(f"{where}: {place or 'plan'}: {first['msg'].removeprefix('Value error, ')}") from None
