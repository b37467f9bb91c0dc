"""A page: a heading, tables and charts, one style sheet beside it."""

from collections.abc import Sequence
from html import escape

from pawsona.bench.core import Cell, Interval, Table

_PAGE = """<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'self'">
<link rel="stylesheet" href="style.css">
<title>{title}</title>
<main>
{body}
</main>
</html>
"""


def page(title: str, parts: Sequence[str]) -> str:
    """All of a page."""
    return _PAGE.format(title=escape(title), body="\n".join(parts))


def heading(text: str, level: int = 2) -> str:
    """A heading; level 1 once a page."""
    return f"<h{level}>{escape(text)}</h{level}>"


def text(said: str) -> str:
    """A paragraph."""
    return f"<p>{escape(said)}</p>"


def link(said: str, to: str) -> str:
    """A link inside the folder, or to a log where its run left it."""
    return f'<a href="{escape(to, quote=True)}">{escape(said)}</a>'


def figure(drawn: str, caption: str) -> str:
    """A chart with what it shows."""
    return f"<figure>{drawn}<figcaption>{escape(caption)}</figcaption></figure>"


def table(made: Table) -> str:
    """A table as people print it: names left, figures right, intervals small."""
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in made.columns)
    rows = "".join(
        f'<tr><th scope="row">{_cell(row[0])}</th>{"".join(f"<td>{_cell(cell)}</td>" for cell in row[1:])}</tr>'
        for row in made.rows
    )
    caption = f"<caption>{escape(made.title)}</caption>" if made.title else ""
    notes = "".join(f"<p class=note>{escape(note)}</p>" for note in made.note.splitlines())
    return f"<div class=wide><table>{caption}<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{notes}"


def _cell(cell: Cell) -> str:
    if cell is None:
        return "–"
    if isinstance(cell, Interval):
        places = cell.places
        return f"{cell.value:.{places}f} <small>{cell.low:.{places}f} to {cell.high:.{places}f}</small>"
    return escape(f"{cell:.3f}" if isinstance(cell, float) else str(cell))
