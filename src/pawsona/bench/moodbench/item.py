"""One question of a dataset, with what its answer should be."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from pawsona.bench.moodbench.answers import Labels
from pawsona.domain.language import Language

OWN = "/own-"
"""In the ids of questions that we wrote ourselves."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """What a shape makes of rows: fields for the prompt, options, and what is right; not yet worded."""

    key: str
    fields: Mapping[str, Any]
    options: tuple[str, ...] = ()
    right: tuple[int, ...] = ()
    """Places of right options; of several where several are right or each of them is accepted."""
    references: tuple[str, ...] = ()
    """Right answers that are texts."""
    several: bool = False
    """Any number of options may be right, none included."""
    marks: tuple[float, ...] = ()
    """What each option of a questionnaire is worth."""
    cluster: str = ""
    language: Language | None = None
    extra: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Dropped:
    """A row that can't be asked or whose label can't be confirmed."""

    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A question as a model is asked it."""

    id: str
    dataset: str
    language: Language
    prompt: str
    labels: Labels = field(default_factory=lambda: Labels(()))
    right: frozenset[str] = frozenset()
    """Right labels: all of them where `several`, else any one of them."""
    references: tuple[str, ...] = ()
    several: bool = False
    marks: Mapping[str, float] = field(default_factory=dict)
    cluster: str = ""
    extra: Mapping[str, Any] = field(default_factory=dict)
