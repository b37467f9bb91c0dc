"""Documents as a page that needs no script, and as plain text."""

import re
from base64 import b64encode
from collections.abc import Iterator
from hashlib import sha256
from html import escape
from pathlib import Path

from pawsona.app.charts import drawn
from pawsona.domain.document import Block, Chart, Document, Grid, Notice, Points

_SHEET = Path(__file__).parent / "printed.css"
_LANG = {"en": "en", "zh": "zh-Hans"}
_SHORT = 12
_ADDRESS = re.compile(r"(?<![\w@/.])((?:findahelpline\.com|https?://[^\s<>\"，。；）]+))")


def sheet() -> str:
    """The style of a printed page."""
    return _SHEET.read_text("utf-8")


def as_html(document: Document, *, stylesheet: str = "", above: str = "") -> str:
    """A whole page.

    Args:
        document: what it says.
        stylesheet: the address of its style; without one the style is written into the page, for a file that asks
            nobody for anything, and is told so.
        above: links above the title, as HTML.
    """
    style = f'<link rel="stylesheet" href="{escape(stylesheet)}">' if stylesheet else _inside(sheet())
    contents = "".join(f'<li><a href="#{escape(one.id)}">{escape(one.title)}</a></li>' for one in document.sections)
    sections = "".join(
        f'<section id="{escape(one.id)}"><h2>{escape(one.title)}</h2>{"".join(map(_block, one.blocks))}</section>'
        for one in document.sections
    )
    return (
        f'<!doctype html><html lang="{_LANG[document.language]}"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(document.title)}</title>{style}</head><body><main>"
        f'{above}<h1>{escape(document.title)}</h1><p class="lead">{escape(document.lead)}</p>'
        f"<nav><ol>{contents}</ol></nav>{sections}</main></body></html>\n"
    )


def _inside(css: str) -> str:
    """Styles of a file, and the policy that lets nothing else in."""
    digest = b64encode(sha256(css.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f'<meta http-equiv="Content-Security-Policy" content="{policy}"><style>{css}</style>'


def as_text(document: Document) -> str:
    """The same for a terminal."""
    lines = [document.title, "", document.lead]
    for section in document.sections:
        lines += ["", f"## {section.title}"]
        for block in section.blocks:
            lines += ["", *_lines(block)]
    return "\n".join(lines)


def _block(block: Block) -> str:
    if isinstance(block, str):
        return f"<p>{_linked(block)}</p>"
    if isinstance(block, Points):
        return f"<ul>{''.join(f'<li>{_linked(item)}</li>' for item in block.items)}</ul>"
    if isinstance(block, Notice):
        return f'<p class="notice">{_linked(block.text)}</p>'
    return drawn(block) if isinstance(block, Chart) else _table(block)


def _table(block: Grid) -> str:
    head = "".join(f'<th scope="col">{escape(cell)}</th>' for cell in block.head)
    rows = "".join(f"<tr>{_cells(block, row)}</tr>" for row in block.rows)
    whole = f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>"
    if not block.wide:
        return f"<table>{whole}"
    name = escape(
        block.name or ", ".join(block.head[:2])
    )  # a place that moves needs a name, and a keyboard must reach it
    return f'<div class="wide" tabindex="0" role="region" aria-label="{name}"><table>{whole}</div>'


def _cells(grid: Grid, row: tuple[str, ...]) -> str:
    """Each cell knows its heading, which a narrow screen shows beside it."""
    first, *rest = zip(grid.head, row, strict=True)
    others = "".join(f'<td data-head="{escape(head)}"{_width(cell)}>{_linked(cell)}</td>' for head, cell in rest)
    return f'<th scope="row"{_width(first[1])}>{_linked(first[1])}</th>{others}'


def _width(cell: str) -> str:
    """A day, a number or a name keeps to one line."""
    return ' class="short"' if len(cell) <= _SHORT else ""


def _linked(text: str) -> str:
    return _ADDRESS.sub(_link, escape(text))


def _link(found: re.Match[str]) -> str:
    where = found[1] if found[1].startswith("http") else f"https://{found[1]}"
    return f'<a href="{where}" rel="noreferrer">{found[1]}</a>'


def _lines(block: Block) -> Iterator[str]:
    if isinstance(block, str):
        yield block
    elif isinstance(block, Notice):
        yield f"! {block.text}"
    elif isinstance(block, Points):
        yield from (f"- {item}" for item in block.items)
    elif isinstance(block, Grid):  # a chart says nothing that its table does not
        yield " | ".join(block.head)
        yield from (" | ".join(row) for row in block.rows)
