"""A page of plain text with headings, lists, tables and charts; who shows it decides how it looks."""

from dataclasses import dataclass
from typing import Literal

from pawsona.domain.language import Language


@dataclass(frozen=True)
class Points:
    """A list."""

    items: tuple[str, ...]


@dataclass(frozen=True)
class Grid:
    """A table: a heading per column, and rows of as many cells."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    wide: bool = False
    """Figures: a narrow screen keeps them in their columns, and moves what doesn't fit sideways."""
    name: str = ""
    """What a screen reader calls it, where its head doesn't tell it from others."""


@dataclass(frozen=True)
class Spot:
    """A value, with an interval where it has one."""

    value: float
    low: float | None = None
    high: float | None = None
    said: str = ""
    """What stands beside it."""


@dataclass(frozen=True)
class Series:
    """What is drawn alike; None leaves a gap."""

    name: str
    spots: tuple[Spot | None, ...]


@dataclass(frozen=True)
class Chart:
    """Figures as a drawing. A table beside it says the same, since not everybody sees it.

    `bars` and `lines` stand over the labels, and so do the intervals of a `band`; `ranges` has a row for each label,
    with an interval of its own scale around one line at 0.
    """

    kind: Literal["bars", "lines", "band", "ranges"]
    caption: str
    labels: tuple[str, ...]
    series: tuple[Series, ...]
    percent: bool = False
    """Values are shares, to be shown times 100."""


@dataclass(frozen=True)
class Notice:
    """What must be read before any figure."""

    text: str


Block = str | Points | Grid | Chart | Notice


@dataclass(frozen=True)
class Section:
    """A heading with what stands under it."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class Document:
    """A whole page in one language."""

    title: str
    lead: str
    sections: tuple[Section, ...]
    language: Language
