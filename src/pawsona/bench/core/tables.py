"""A table for people (rich), for scripts (JSON) and for pages (Markdown)."""

from dataclasses import dataclass, field
from typing import Any

from pawsona.bench.core.bootstrap import Interval

_LINE, _WIDE = 160, 1000
"""Columns of a line that notes fill, and of the widest table."""
Cell = str | int | float | Interval | None


@dataclass
class Table:
    """Rows under a title; the first column names the row."""

    title: str
    columns: tuple[str, ...]
    rows: list[tuple[Cell, ...]] = field(default_factory=list)
    note: str = ""

    def add(self, *cells: Cell) -> None:
        """One more row.

        Raises:
            ValueError: it has not as many cells as there are columns.
        """
        if len(cells) != len(self.columns):
            raise ValueError(f"{len(cells)} cells for {len(self.columns)} columns")
        self.rows.append(cells)

    def show(self) -> None:
        """Print it for a person."""
        from rich import box
        from rich.console import Console
        from rich.table import Table as Drawn
        from rich.text import Text

        drawn = Drawn(
            title=self.title, title_justify="left", caption=self.note or None, caption_justify="left", box=box.SIMPLE
        )
        for number, column in enumerate(self.columns):
            drawn.add_column(column, justify="right" if number else "left", no_wrap=True)
        for row in self.rows:
            drawn.add_row(*(Text(_shown(cell)) for cell in row))  # no markup: names may have brackets
        console, wide = Console(), Console(width=_WIDE)
        line = console.width if console.is_terminal else _LINE  # a pipe has no width of its own
        # Figures must not be cut: a line that is too long for a terminal goes on below.
        Console(width=max(line, drawn.__rich_measure__(wide, wide.options).maximum)).print(drawn)

    def plain(self) -> list[dict[str, Any]]:
        """As JSON, one object per row."""
        return [dict(zip(self.columns, map(_plain, row), strict=True)) for row in self.rows]

    def markdown(self) -> str:
        """As a page."""
        lines = [f"**{self.title}**", "", _line(self.columns), _line(["---"] * len(self.columns))]
        lines += [_line([_shown(cell) for cell in row]) for row in self.rows]
        return "\n".join([*lines, *(["", self.note] if self.note else [])])


def _line(cells: "tuple[str, ...] | list[str]") -> str:
    return "| " + " | ".join(cells) + " |"


def _shown(cell: Cell) -> str:
    if cell is None:
        return "-"
    return f"{cell:.3f}" if isinstance(cell, float) else str(cell)


def _plain(cell: Cell) -> Any:
    return cell.plain() if isinstance(cell, Interval) else cell
