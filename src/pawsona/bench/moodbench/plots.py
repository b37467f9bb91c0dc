"""Plots as SVG: boxes of abilities, and points with a line and its band. No other host, no script."""

from collections.abc import Sequence
from html import escape
from math import log10

from pawsona.bench.moodbench.analysis import Box, Fit, Scaling
from pawsona.bench.moodbench.published import Model

WIDTH, HEIGHT = 720, 420
_LEFT, _RIGHT, _TOP, _BOTTOM = 60, 20, 40, 50
_STYLE = """
text{font:13px system-ui,sans-serif;fill:#333} .small{font-size:11px;fill:#666} .axis{stroke:#bbb} .grid{stroke:#eee}
.box{fill:#dbe7f5;stroke:#3b6ea5} .mid{stroke:#1d3c5e;stroke-width:2} .dot{fill:#3b6ea5;fill-opacity:.75}
.open{fill:#c76b2b} .new{fill:#b3003c} .line{stroke:#1d3c5e;stroke-width:2;fill:none}
.band{fill:#3b6ea5;fill-opacity:.15}
"""
_COLOURS = ("#3b6ea5", "#c76b2b", "#3f8f5b", "#8b4fa3")


class _Axes:
    """Where values lie on the page."""

    def __init__(self, x: tuple[float, float], y: tuple[float, float]) -> None:
        self._x, self._y = x, y

    def across(self, value: float) -> float:
        low, high = self._x
        return _LEFT + (value - low) / (high - low) * (WIDTH - _LEFT - _RIGHT)

    def up(self, value: float) -> float:
        low, high = self._y
        return HEIGHT - _BOTTOM - (value - low) / (high - low) * (HEIGHT - _TOP - _BOTTOM)

    def point(self, x: float, y: float) -> str:
        return f"{self.across(x):.1f},{self.up(y):.1f}"

    def marks(self, values: Sequence[float]) -> list[str]:
        """Lines and numbers of the upward axis."""
        return [
            f'<line class="grid" x1="{_LEFT}" x2="{WIDTH - _RIGHT}" y1="{self.up(v):.1f}" y2="{self.up(v):.1f}"/>'
            f'<text x="{_LEFT - 8}" y="{self.up(v) + 4:.1f}" text-anchor="end">{v:g}</text>'
            for v in values
        ]

    def below(self, values: Sequence[float], unit: str = "") -> list[str]:
        """Numbers of the other axis."""
        return [
            f'<text x="{self.across(v):.1f}" y="{HEIGHT - _BOTTOM + 20}" text-anchor="middle">{v:g}{unit}</text>'
            for v in values
        ]


def ability_boxes(boxes: Sequence[Box], mine: Sequence[tuple[str, dict[str, float]]] = ()) -> str:
    """The paper's figure 4, left: one box an ability, every model a dot; `mine` in another colour."""
    shown = [box.quartiles[0] for box in boxes] + [score for _, scores in mine for score in scores.values()]
    floor = int(min(shown) // 10 * 10)
    axes = _Axes((0.5, len(boxes) + 0.5), (floor, 100))
    parts = axes.marks(range(floor, 101, 10))
    for at, box in enumerate(boxes, 1):
        least, lower, median, upper, most = box.quartiles
        middle, half = axes.across(at), 42
        parts += [
            f'<line class="axis" x1="{middle:.1f}" x2="{middle:.1f}" y1="{axes.up(least):.1f}" '
            f'y2="{axes.up(most):.1f}"/>',
            f'<rect class="box" x="{middle - half:.1f}" y="{axes.up(upper):.1f}" width="{2 * half}" '
            f'height="{axes.up(lower) - axes.up(upper):.1f}"/>',
            f'<line class="mid" x1="{middle - half:.1f}" x2="{middle + half:.1f}" y1="{axes.up(median):.1f}" '
            f'y2="{axes.up(median):.1f}"/>',
            f'<text x="{middle:.1f}" y="{HEIGHT - _BOTTOM + 20}" text-anchor="middle">{escape(box.ability)}</text>',
        ]
        parts += [_dot(middle + 52, axes.up(score), "dot", "") for score in box.scores]
        parts += [
            _dot(middle + 52, axes.up(scores[box.ability]), "new", name)
            for name, scores in mine
            if box.ability in scores
        ]
    return _page("Scores by ability", parts)


def core_against_foundational(fit: Fit, models: Sequence[Model]) -> str:
    """The paper's figure 7, with the line's band; open models in another colour."""
    x = [model.abilities["Foundational"] for model in models]
    y = [model.core for model in models]
    axes = _Axes((min(x) - 2, max(x) + 2), (min(y) - 4, max(y) + 4))
    band = [axes.point(at, low) for at, low in zip(fit.x, fit.low, strict=True)]
    band += [axes.point(at, high) for at, high in reversed(list(zip(fit.x, fit.high, strict=True)))]
    line = [axes.point(at, fit.intercept + fit.slope * at) for at in (fit.x[0], fit.x[-1])]
    parts = axes.marks(_steps(min(y), max(y))) + axes.below(_steps(min(x), max(x)))
    parts += [
        f'<polygon class="band" points="{" ".join(band)}"/>',
        f'<polyline class="line" points="{" ".join(line)}"/>',
    ]
    parts += [
        _dot(axes.across(model.abilities["Foundational"]), axes.up(model.core), _kind(model), model.name)
        for model in models
    ]
    told = f"Foundational (across), core (up); orange: open models; r = {fit.r}"
    parts.append(f'<text class="small" x="{_LEFT}" y="{HEIGHT - 8}">{told}</text>')
    return _page(f"Core and foundational ability, {fit.r.n} models", parts)


def family_scaling(families: Sequence[Scaling]) -> str:
    """The paper's figure 6: totals by size, a hollow dot where the size is an estimate."""
    axes = _Axes((-0.5, 3.6), (45, 75))
    parts = axes.marks(range(45, 76, 5)) + [
        f'<text x="{axes.across(at):.1f}" y="{HEIGHT - _BOTTOM + 20}" text-anchor="middle">{size}</text>'
        for at, size in ((0, "1B"), (1, "10B"), (2, "100B"), (3, "1,000B"))
    ]
    for colour, family in zip(_COLOURS, families, strict=False):
        for size, total, estimated, name in family.points:
            fill = "#fff" if estimated else colour
            parts.append(
                f'<circle cx="{axes.across(log10(size)):.1f}" cy="{axes.up(total):.1f}" r="5" fill="{fill}" '
                f'stroke="{colour}" stroke-width="2"><title>{escape(name)}: {total:g}</title></circle>'
            )
    legend = "; ".join(family.family for family in families)
    parts.append(f'<text class="small" x="{_LEFT}" y="{HEIGHT - 8}">{escape(legend)}; hollow: size estimated</text>')
    parts += [
        f'<text x="{WIDTH - 90}" y="{HEIGHT - 120 + 18 * at}" style="fill:{colour}">{escape(family.family)}</text>'
        for at, (colour, family) in enumerate(zip(_COLOURS, families, strict=False))
    ]
    return _page("Totals by size", parts)


def _kind(model: Model) -> str:
    if model.maker == "":
        return "new"
    return "open" if model.kind == "open" else "dot"


def _dot(x: float, y: float, kind: str, name: str) -> str:
    title = f"<title>{escape(name)}</title>" if name else ""
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{6 if kind == "new" else 4}">{title}</circle>'


def _steps(low: float, high: float) -> list[float]:
    size = 5 if high - low < 30 else 10
    return [float(at) for at in range(int(low // size + 1) * size, int(high) + 1, size)]


def _page(title: str, parts: Sequence[str]) -> str:
    size = f'viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}"'
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size}>'
        f'<style>{_STYLE}</style><rect width="{WIDTH}" height="{HEIGHT}" fill="#fff"/>'
        f'<text x="{_LEFT}" y="24" style="font-weight:600">{escape(title)}</text>{"".join(parts)}</svg>\n'
    )
