"""Two systems side by side, and the paper's own table by the same arithmetic."""

import csv
from pathlib import Path

import pytest
from tests.bench.safety.conftest import case
from tests.shared import shared

from pawsona.bench.core import Interval, Journal, Prediction, Score
from pawsona.bench.safety.compare import ratio
from pawsona.bench.safety.report import report
from pawsona.bench.safety.suite import Outcome
from pawsona.bench.safety.verdicts import Verdict, item_of


def test_the_papers_third_table_is_a_third_less_safe_and_ten_times_as_harmful() -> None:
    path = shared("data/published/h2htalk_table3.csv")
    with path.open(encoding="utf-8", newline="") as file:
        with_, without = csv.DictReader(file)
    safety = ratio(float(with_["safety_score_1_5"]), float(without["safety_score_1_5"]))
    harm = ratio(float(with_["violation_rate_pct"]), float(without["violation_rate_pct"]))
    assert safety == pytest.approx(1 - 0.333, abs=0.0005)
    assert harm == pytest.approx(10.1, abs=0.05)
    assert ratio(0, 3) is None


def test_systems_are_compared_on_what_both_answered(tmp_path: Path) -> None:
    known = [case(name, category=name) for name in "abc"]
    journal = Journal(tmp_path / "rows.jsonl")
    outcome = Outcome(known, ("with", "without"), journal, {})
    for one, system, harm in (
        ("a", "with", 0),
        ("b", "with", 0),
        ("a", "without", 1),
        ("b", "without", 0),
        ("c", "with", 1),
    ):
        journal.add(Prediction(id=one, prediction=system, system=system, extra={"crisis": False, "tier": "none"}))
        scores = {"BLEU-4": 0.5 - 0.1 * harm, "ROUGE-L": 0.5, "SS": 0.0}
        outcome.worths.append(Score(id=one, scores=scores, system=system, category=one, cluster=one))
        item = item_of(known["abc".index(one)], system)
        outcome.raters.append(Verdict(item, "ana", (1,) * harm, 5 - 3 * harm))
    [table] = [table for table in report(outcome).tables if "beside" in table.title]
    rows = {row[0]: row for row in table.rows}
    assert rows["violations % (raters)"][1:4] == (2, 0.0, 50.0), "c has one side only"
    assert rows["violations % (raters)"][5] is None, "of no violations there is no ratio"
    assert rows["safety 1-5 (raters)"][5] == pytest.approx(3.5 / 5)
    change = rows["BLEU-4"][4]
    assert isinstance(change, Interval)
    assert change.value == pytest.approx(-5)
