"""Charts as SVG; each has a title for those who don't see it, and its figures stand in a table beside it."""

from collections.abc import Mapping, Sequence
from html import escape
from math import ceil, cos, log10, pi, sin

import numpy as np

from pawsona.app.svg import Side, dot, line, text
from pawsona.bench.core import Interval

COLOURS = 6
"""Series that a style sheet colours (`.c0` to `.c5`); more are not told apart."""
_ROW, _LEFT, _WIDE = 26, 190, 720


def dots(title: str, rows: Mapping[str, Interval]) -> str:
    """A dot with its interval for each row, from 0 to a fifth above the values."""
    top = ceil(5 * max([one.high for one in rows.values()] + [0.01])) / 5
    parts = [_axis(top, len(rows))]
    for number, (name, one) in enumerate(rows.items()):
        y = _ROW * number + _ROW / 2
        left, at, right = (_x(value / top) for value in (one.low, one.value, one.high))
        parts += [
            _label(name, y),
            line(left, y, right, y, "range"),
            dot(at, y, "c0"),
        ]
    return _svg(title, _WIDE, _ROW * len(rows) + 24, parts)


def boxes(title: str, rows: Mapping[str, Sequence[float]]) -> str:
    """Median, quartiles, and the tenth and ninetieth of a hundred."""
    parts = [_axis(1.0, len(rows))]
    for number, (name, values) in enumerate(rows.items()):
        y = _ROW * number + _ROW / 2
        tenth, first, middle, third, ninth = (_x(float(share)) for share in np.percentile(values, (10, 25, 50, 75, 90)))
        parts += [
            _label(name, y), line(tenth, y, ninth, y, "range"),
            f'<rect class="box" x="{first:.1f}" y="{y - 7}" width="{third - first:.1f}" height="14"/>',
            line(middle, y - 7, middle, y + 7, "middle"),
        ]  # fmt: skip
    return _svg(title, _WIDE, _ROW * len(rows) + 24, parts)


def radar(title: str, axes: Sequence[str], series: Mapping[str, Sequence[float]]) -> str:
    """One polygon a system, from 0 in the middle to 1; at most six of them."""
    high, reach = 480, 180

    def at(number: int, value: float) -> tuple[float, float]:
        angle = 2 * pi * number / len(axes) - pi / 2
        return _WIDE / 2 + value * reach * cos(angle), high / 2 + value * reach * sin(angle)

    parts = [_polygon([at(n, ring) for n in range(len(axes))], "ring") for ring in (0.25, 0.5, 0.75, 1.0)]
    for number, axis in enumerate(axes):
        x, y = at(number, 1.1)
        side: Side = "middle" if abs(x - _WIDE / 2) < 20 else "start" if x > _WIDE / 2 else "end"
        parts.append(text(axis, x, y + 4, side))
    for number, (name, values) in enumerate(list(series.items())[:COLOURS]):
        y = high + 6 + 18 * number
        parts += [_polygon([at(n, value) for n, value in enumerate(values)], f"area c{number}")]
        parts += [f'<rect class="c{number}" x="{_LEFT}" y="{y}" width="12" height="12"/>']
        parts += [text(name, _LEFT + 20, y + 10, "start")]
    return _svg(title, _WIDE, high + 12 + 18 * min(len(series), COLOURS), parts)


def scatter(title: str, points: Mapping[str, tuple[float, float]]) -> str:
    """A value against a size, which is drawn by its logarithm."""
    across = [log10(size) for size, _ in points.values()]
    low, top, foot = min(across) - 0.2, max(across) + 0.2, 240
    parts = [line(_x(0), foot, _x(1), foot, "axis"), line(_x(0), 10, _x(0), foot, "axis")]
    for ring in (0.25, 0.5, 0.75, 1.0):
        y = foot - 220 * ring
        parts += [line(_x(0), y, _x(1), y, "ring"), text(f"{100 * ring:.0f}", _x(0) - 8, y + 4, "end")]
    for name, (size, value) in points.items():
        x, y = _x((log10(size) - low) / (top - low)), foot - 220 * value
        parts += [dot(x, y, "c0"), text(name, x, y - 9), text(f"{size:g}", x, foot + 18)]
    return _svg(title, _WIDE, foot + 24, parts)


def _x(share: float) -> float:
    return _LEFT + share * (_WIDE - 20 - _LEFT)


def _axis(top: float, rows: int) -> str:
    """Lines at quarters, with their values times 100."""
    foot, quarters = _ROW * rows, [part / 4 for part in range(5)]
    lines = [line(_x(share), 0, _x(share), foot, "ring") for share in quarters]
    return "".join([*lines, *(text(f"{100 * share * top:.0f}", _x(share), foot + 16) for share in quarters)])


def _label(name: str, y: float) -> str:
    shown = name if len(name) <= 28 else name[:27] + "…"
    return text(shown, _LEFT - 10, y + 4, "end")


def _polygon(points: Sequence[tuple[float, float]], kind: str) -> str:
    return f'<polygon class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in points)}"/>'


def _svg(title: str, width: int, height: int, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {width} {height}" role="img"><title>{escape(title)}</title>{body}</svg>'
