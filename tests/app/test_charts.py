"""Charts are readable: the scale has round steps, labels don't collide, gaps stay gaps, and text stays text."""

import re

import pytest

from pawsona.app.charts import drawn
from pawsona.domain.document import Chart, Series, Spot


def chart(*values: float | None, kind: str = "lines", **more: object) -> str:
    spots = tuple(None if value is None else Spot(value) for value in values)
    labels = tuple(f"label {n}" for n in range(len(values)))
    return drawn(Chart(kind, "Persons & <days>", labels, (Series("a", spots),), **more))  # type: ignore[arg-type]


def ticks(svg: str) -> list[str]:
    return re.findall(r'text-anchor="end">([^<]+)<', svg)


def test_the_scale_begins_at_nothing_and_has_round_steps() -> None:
    assert ticks(chart(3, 17)) == ["0", "5", "10", "15", "20"]
    assert ticks(chart(0.31, 0.9, percent=True)) == ["0%", "20%", "40%", "60%", "80%", "100%"]
    assert ticks(chart(-0.2, 0.3))[0] == "-0.2"
    assert ticks(chart(12000, 90000))[1] == "20k"
    assert ticks(chart(0, 0)) == ["0.0", "0.2"]


def test_a_hidden_value_leaves_a_gap_in_a_line_and_no_bar() -> None:
    path = re.search(r' d="([^"]*)"', chart(1, None, 3, 4))
    assert path and path[1].count("M") == 2 and path[1].count("L") == 1
    assert chart(1, None, 3, kind="bars").count("<rect") == 2
    assert "<circle" not in chart(None, None)


def test_labels_that_would_collide_are_left_out_but_never_the_last() -> None:
    svg = chart(*range(40), kind="bars")
    found = re.findall(r'text-anchor="middle">label (\d+)<', svg)
    assert found[-1] == "39" and len(found) < 10


def test_an_interval_is_drawn_around_one_line_at_nothing() -> None:
    spots = (Spot(0.1, 0.02, 0.18, "+0.10"), None)
    svg = drawn(Chart("ranges", "Differences", ("engaged", "mood"), (Series("", spots),)))
    [x1, x2] = re.findall(r'<line class="range" x1="([\d.]+)" y1="[\d.]+" x2="([\d.]+)"', svg)[0]
    assert 220 < float(x1) < float(x2) < 440 and "+0.10" in svg and "mood" in svg
    band = drawn(Chart("band", "By day", ("1", "2"), (Series("", (Spot(0.1, -0.2, 0.4), Spot(0.1, 0.0, 0.2))),)))
    assert band.count('class="range"') == 2


@pytest.mark.parametrize("kind", ["bars", "lines", "band", "ranges"])
def test_what_is_drawn_is_named_and_is_only_text(kind: str) -> None:
    svg = chart(1, 2, kind=kind)
    assert 'role="img" aria-label="Persons &amp; &lt;days&gt;"' in svg
    assert "style=" not in svg and "<days>" not in svg
