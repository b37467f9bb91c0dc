"""Answers go out blind and come back as marks beside the judge's."""

import csv
from pathlib import Path
from statistics import fmean

import numpy as np
import pytest
from tests.bench.review.conftest import ITEMS, written

from pawsona.bench.core.agreement import alpha, alpha_interval, apart, same
from pawsona.bench.core.result import read
from pawsona.bench.ipet import suite as days
from pawsona.bench.review import report, sheet
from pawsona.bench.review.like import Pair, correlation, kendall, pearson, spearman
from pawsona.bench.review.queue import Entry, Run, doubtful, entries, items_of, key_of, only, run_of
from pawsona.errors import InputError

MARKS = {"Hello.": 5, "Yes.": 4, "No.": 4, "Well.": 2, "Good.": 1, "Ah.": 2, "Oh.": 3, "Hm.": 3, "So.": 4, "Right.": 5}


def filled(table: Path, rater: str, change: int = 0, cells: dict[str, str] | None = None) -> Path:
    """A rater fills in every row; a change moves each mark."""
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    for row in rows:
        mark = min(5, max(1, MARKS[row["answer"]] + change))
        row |= {"1": "1", "2": "0", "3": "1", "4": "1" if row["4"] == "" else "", "overall": str(mark)} | (cells or {})
    path = table.with_name(f"{rater}.csv")
    with path.open("w", encoding="utf-8-sig", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]))
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture
def table(runs: list[Run], tmp_path: Path) -> Path:
    [path] = sheet.export(entries(runs, items_of(runs)), tmp_path / "out")
    return path


def test_a_table_names_no_system_and_has_equal_answers_once(table: Path, runs: list[Run]) -> None:
    text = table.read_text("utf-8")
    assert "llm:" not in text
    assert "berta" not in text
    assert text.count("Hello.") == 1
    with table.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == 10
    assert [row["item"] for row in rows] == sorted(row["item"] for row in rows)
    assert (table.parent / "RATING.md").exists()


def test_only_what_a_judge_doubts_goes_to_people(runs: list[Run]) -> None:
    found = only(entries(runs, items_of(runs)), doubtful(runs, 3.5))
    assert {entry.answer for entry in found.values()} == {"No.", "Well.", "Good.", "Hello.", "Ah.", "Oh."}


def test_ratings_become_marks_beside_the_judges(table: Path, runs: list[Run]) -> None:
    tables = [filled(table, "ana"), filled(table, "bo", change=-1)]
    found = report.reviewed([run.folder for run in runs], tables)
    report.keep(found)
    by_id = {row.id: row.scores for row in read(runs[0].folder).scores}
    assert by_id[ITEMS[0].id]["human"] == pytest.approx(4.5 / 5)
    assert "judge" in by_id[ITEMS[0].id]
    systems, raters, judge = report.tables(found)
    [one, _] = systems.plain()
    assert one["rated"] == "5/6"
    assert one["mark, of 5"]["value"] == pytest.approx(fmean([4.5, 3.5, 3.5, 1.5, 1.0]))
    assert [row[""] for row in raters.plain()] == ["marks", "statements"]
    assert judge.plain()[0]["Spearman"]["value"] > 0.9
    assert judge.plain()[1]["Spearman"]["value"] < 0.9
    assert report.figures(found)["rated"] == 10


def test_statements_hold_by_majority_and_a_tie_shows_nothing(table: Path, runs: list[Run]) -> None:
    tables = [
        filled(table, "ana"),
        filled(table, "bo", cells={"1": "0"}),
        filled(table, "cy", cells={"2": "1", "3": "0"}),
    ]
    found = report.reviewed([run.folder for run in runs], tables)
    key = key_of(ITEMS[0].id, "Hello.")
    count = len(found.entries[key].rubric.scale) - 1
    assert found.verdicts[key].statements == pytest.approx((count - 1) / count)  # only the second does not hold
    tied = report.reviewed([run.folder for run in runs], tables[:2])
    assert tied.verdicts[key].statements == pytest.approx((count - 2) / count)


@pytest.mark.parametrize(
    ("cells", "said"),
    [({"overall": "7"}, "row 2: overall is '7'"), ({"overall": "good"}, "from 1 to 5"), ({"1": "2"}, "from 0 to 1")],
)
def test_a_cell_that_is_no_rating_is_named(table: Path, runs: list[Run], cells: dict[str, str], said: str) -> None:
    with pytest.raises(InputError, match=said):
        report.reviewed([run.folder for run in runs], [filled(table, "ana", cells=cells)])


def test_what_can_not_be_rated_is_said(tmp_path: Path, runs: list[Run], table: Path) -> None:
    with pytest.raises(InputError, match="run a suite first"):
        run_of(tmp_path / "nowhere")
    other = [run_of(written(tmp_path / "three", "llm:carl", ["A", "B", "C", "D", "E", "F"]))]
    with pytest.raises(InputError, match="rates none of these"):
        report.reviewed([run.folder for run in other], [filled(table, "ana")])
    (tmp_path / "odd.csv").write_text("a,b\n1,2\n", "utf-8")
    with pytest.raises(InputError, match="no column 'item'"):
        report.reviewed([run.folder for run in runs], [tmp_path / "odd.csv"])
    with pytest.raises(InputError, match="nothing to rate"):
        sheet.export({}, tmp_path / "none")


def test_correlations_are_the_usual_ones() -> None:
    stats = pytest.importorskip("scipy.stats", reason="the oracle is in the extra `lab`")
    rng = np.random.default_rng(1)
    one, other = rng.integers(1, 6, 40).astype(float), rng.integers(1, 6, 40).astype(float)
    assert pearson(one, other) == pytest.approx(stats.pearsonr(one, other).statistic)
    assert spearman(one, other) == pytest.approx(stats.spearmanr(one, other).statistic)
    assert kendall(one, other) == pytest.approx(stats.kendalltau(one, other).statistic)
    found = correlation([Pair(a, a, str(n)) for n, a in enumerate(one)], "Spearman", rounds=50)
    assert found is not None
    assert [found.value, found.low] == pytest.approx([1.0, 1.0])
    assert correlation([Pair(1, 2, "a")], "Pearson") is None


@pytest.mark.parametrize("distance", [same, apart])
def test_alphas_interval_is_around_alpha(distance: object) -> None:
    rng = np.random.default_rng(2)
    truth = rng.integers(1, 6, 60)
    rated = [
        {f"r{n}": float(np.clip(value + rng.integers(-1, 2), 1, 5)) for n in range(rng.integers(1, 4))}
        for value in truth
    ]
    found = alpha_interval(rated, distance, rounds=300)  # type: ignore[arg-type]
    assert found.value == pytest.approx(alpha(rated, distance))  # type: ignore[arg-type]
    assert found.low < found.value < found.high
    with pytest.raises(ValueError, match="two raters"):
        alpha_interval([{"a": 1.0}], same)


def test_raters_of_days_are_not_told_the_method() -> None:
    items = [item for item in days.load().items if item.id.startswith("en-01:")]
    shown = {sheet.kind(Entry("k", item, item.given["rubric"], "")) for item in items}
    assert shown == {"day"}
