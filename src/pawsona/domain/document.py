"""A page of plain text with headings, lists and tables; who shows it decides how it looks."""

from dataclasses import dataclass

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


Block = str | Points | Grid


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
