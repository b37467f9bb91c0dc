"""The strokes that charts are made of; a style sheet says how each kind of them looks."""

from html import escape
from typing import Literal

Side = Literal["start", "middle", "end"]


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight one."""
    return f'<line class="{kind}" x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}"/>'


def dot(x: float, y: float, kind: str, radius: float = 4) -> str:
    """A filled circle."""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"/>'


def text(said: str, x: float, y: float, side: Side = "middle") -> str:
    """Words, with the side of them that stands at x."""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{side}">{escape(said)}</text>'
