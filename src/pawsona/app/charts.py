"""Charts as SVG, small enough to be read on a phone: a style sheet colours them, and shapes differ where colours do."""

from collections.abc import Callable, Iterator, Sequence
from html import escape
from math import ceil, floor, log10

from pawsona.app.svg import dot, line, text
from pawsona.domain.document import Chart, Spot

_Scale = Callable[[float], float]
_Points = Sequence[tuple[float, Spot | None]]

_WIDE, _HIGH = 440, 220
_LEFT, _TOP, _FOOT = 46, 12, 28
_ROW = 46
_TICKS = 5


def drawn(chart: Chart) -> str:
    """A figure with its caption, and the names of what is drawn where there are several."""
    named = chart.series if len(chart.series) > 1 else ()
    keys = "".join(f'<span class="key k{n}">{escape(one.name)}</span>' for n, one in enumerate(named))
    caption = f"{escape(chart.caption)}{keys and f' <span class=keys>{keys}</span>'}"
    return f"<figure>{_svg(chart)}<figcaption>{caption}</figcaption></figure>"


def _svg(chart: Chart) -> str:
    high = _ROW * len(chart.labels) + 8 if chart.kind == "ranges" else _HIGH
    parts = _ranges(chart) if chart.kind == "ranges" else _upright(chart)
    return f'<svg viewBox="0 0 {_WIDE} {high}" role="img" aria-label="{escape(chart.caption)}">{"".join(parts)}</svg>'


def _ranges(chart: Chart) -> Iterator[str]:
    """A row for each label: the widest interval of a row fills it, so rows can't be compared and don't look so."""
    middle, half = _WIDE / 2, _WIDE / 2 - 14
    yield line(middle, 4, middle, _ROW * len(chart.labels), "zero")
    for at, label in enumerate(chart.labels):
        y = _ROW * at + 16
        yield text(label, 0, y, "start")
        spot = chart.series[0].spots[at]
        if spot is None:
            continue
        yield text(spot.said, _WIDE, y, "end")
        if spot.low is None or spot.high is None:
            continue
        reach = max(abs(spot.low), abs(spot.high)) or 1.0
        low, value, high = (middle + half * number / reach for number in (spot.low, spot.value, spot.high))
        yield line(low, y + 14, high, y + 14, "range")
        yield dot(value, y + 14, "s0", 5)


def _upright(chart: Chart) -> Iterator[str]:
    spots = [spot for one in chart.series for spot in one.spots if spot is not None]
    numbers = [n for spot in spots for n in (spot.value, spot.low, spot.high) if n is not None]
    low, high = min([0.0, *numbers]), max([0.0, *numbers])
    step = _step(high - low)
    bottom, top = floor(low / step) * step, max(ceil(high / step), 1) * step

    def y(value: float) -> float:
        return _TOP + (top - value) / (top - bottom) * (_HIGH - _TOP - _FOOT)

    for n in range(round((top - bottom) / step) + 1):
        value = bottom + n * step
        yield line(_LEFT, y(value), _WIDE, y(value), "zero" if abs(value) < step / 2 else "rule")
        yield text(_tick(value, step, percent=chart.percent), _LEFT - 6, y(value) + 4, "end")
    each = (_WIDE - _LEFT) / max(len(chart.labels), 1)
    yield from _under(chart.labels, each)
    for n, one in enumerate(chart.series):
        points = [(_LEFT + each * (at + 0.5), spot) for at, spot in enumerate(one.spots)]
        if chart.kind == "bars":
            yield from _bars(points, n, len(chart.series), each, y)
        else:
            yield from _run(points, n, y, band=chart.kind == "band")


def _bars(points: _Points, n: int, of: int, each: float, y: _Scale) -> Iterator[str]:
    wide = each * 0.76 / of
    for x, spot in points:
        if spot is not None:
            top, bottom = sorted((y(spot.value), y(0)))
            left = x - each * 0.38 + n * wide
            yield f'<rect class="s{n}" x="{left:.1f}" y="{top:.1f}" width="{wide:.1f}" height="{bottom - top:.1f}"/>'


def _run(points: _Points, n: int, y: _Scale, *, band: bool) -> Iterator[str]:
    """A line with a dot for each value; a gap where there is none."""
    known = [(x, spot) for x, spot in points if spot is not None]
    if band:
        for x, spot in known:
            if spot.low is not None and spot.high is not None:
                yield line(x, y(spot.low), x, y(spot.high), "range")
    gaps = [at == 0 or points[at - 1][1] is None for at in range(len(points))]
    path = "".join(
        f"{'M' if gap else 'L'}{x:.1f} {y(spot.value):.1f}"
        for gap, (x, spot) in zip(gaps, points, strict=True)
        if spot is not None
    )
    yield f'<path class="l{n}" d="{path}"/>'
    yield from (dot(x, y(spot.value), f"s{n}") for x, spot in known)


def _under(labels: Sequence[str], each: float) -> Iterator[str]:
    """As many labels as there is room for, the last one always."""
    every = ceil((max(map(_width, labels), default=0) + 8) / each)
    for at, label in enumerate(labels):
        if (len(labels) - 1 - at) % every == 0:
            half = _width(label) / 2
            yield text(label, min(_LEFT + each * (at + 0.5), _WIDE - half), _HIGH - 8, "middle")


def _width(label: str) -> float:
    """About what it takes in 12 units' type."""
    return sum(6.8 if sign.isascii() else 12.0 for sign in label)


def _step(reach: float) -> float:
    """1, 2 or 5 times a power of ten, so that there are about five of them."""
    rough = (reach or 1.0) / _TICKS
    power = 10.0 ** floor(log10(rough))
    return float(next(times * power for times in (1, 2, 5, 10) if times * power >= rough * 0.999))


def _tick(value: float, step: float, *, percent: bool) -> str:
    if percent:
        return f"{100 * value:.{max(0, -floor(log10(step * 100)))}f}%"
    if step >= 1000:
        return f"{value / 1000:g}k"
    return f"{value:.{max(0, -floor(log10(step)))}f}"
