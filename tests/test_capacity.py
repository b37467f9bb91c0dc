"""The plan of docs/capacity.md is reckoned, and from figures that a script of ours prints."""

from pathlib import Path

import pytest
from scripts.write_capacity import PAGE, figures, page, plan, short, values

ROOT = Path(__file__).parent.parent


def test_the_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == page(), "run: python scripts/write_capacity.py"


def test_every_measured_figure_names_a_script_that_there_is() -> None:
    for name, figure in figures()["measured"].items():
        assert figure["value"] > 0, name
        by = figure["by"].replace("the same", "benchmarks/load.py").split()[0].strip(",")
        assert (ROOT / by).is_file(), name


def test_ten_times_the_people_are_ten_times_the_work() -> None:
    k = values(figures())
    few, many = plan(1_000_000, k), plan(10_000_000, k)
    assert many.turns == pytest.approx(10 * few.turns)
    assert many.money == pytest.approx(10 * few.money)


def test_a_million_people_by_hand() -> None:
    k = values(figures()) | {"active": 0.5, "turns": 8.64, "peak": 2, "turn_cpu": 0.06, "busy": 0.6}
    found = plan(1_000_000, k)
    assert found.turns == pytest.approx(100)  # 4.32 million turns a day, 50 a second, twice that
    assert found.turn_cores == pytest.approx(10)


def test_nights_of_a_core_by_hand() -> None:
    k = values(figures()) | {"night_cpu": 0.02, "night_cpu_database": 0.01, "busy": 0.6, "zones": 3, "hours": 4}
    found = plan(1_000_000, k)
    assert found.core_nights == pytest.approx(72_000)  # 20 a second
    assert found.night_cores == pytest.approx(1_000_000 / 3 / 4 / 72_000)


def test_numbers_are_short() -> None:
    assert [short(n) for n in (0.0004, 0.0312, 5.44, 54.4, 999, 5_440, 54_400_000)] == [
        "< 0.01",
        "0.031",
        "5.4",
        "54",
        "999",
        "5.4 k",
        "54 M",
    ]
