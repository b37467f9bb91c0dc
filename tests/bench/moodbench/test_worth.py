import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from pawsona.bench.moodbench.answers import Labels
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.load import fixtures
from pawsona.bench.moodbench.metrics import COUNTS, FORMULAS
from pawsona.bench.moodbench.scoring import dataset_score
from pawsona.bench.moodbench.spec import Metric, MetricName, specs
from pawsona.bench.moodbench.worth import worth


def item(*right: str, several: bool = False, **more: Any) -> Item:
    return Item(
        id="x/1", dataset="x", language="en", prompt="?", labels=Labels(("A", "B", "C")), right=frozenset(right),
        several=several, **more,
    )  # fmt: skip


def score(name: MetricName, *pairs: tuple[Item, Any]) -> float:
    counts = [found.counts for one, reply in pairs if (found := worth(one, reply, Metric(name=name)))]
    assert all(len(row) == len(COUNTS[name]) for row in counts)
    return float(FORMULAS[name](np.array(counts).mean(axis=0)))


def test_any_accepted_label_is_right_and_a_set_must_be_whole() -> None:
    assert score("accuracy", (item("A", "C"), "C"), (item("A"), "B")) == 0.5
    assert score("accuracy", (item("A", "C", several=True), "C"), (item("A", several=True), "A")) == 0.5


def test_f1_of_what_is_looked_for_counts_no_answer_as_the_wrong_one() -> None:
    asked = [item("A"), item("A"), item("B"), item("B")]
    assert score("f1", *zip(asked, ["A", "B", "A", "B"], strict=True)) == 0.5
    assert score("f1", *zip(asked, ["A", "A", "B", "B"], strict=True)) == 1.0
    assert score("f1", *zip(asked, ["A", "A", None, "?"], strict=True)) == pytest.approx(2 / 3)
    assert score("f1", *zip(asked, ["B"] * 4, strict=True)) == 0.0


def test_several_labels_are_counted_one_by_one() -> None:
    both, none = item("A", "B", several=True), item(several=True)
    assert score("micro_f1", (both, "A, B")) == 1.0
    assert score("micro_f1", (both, "A")) == pytest.approx(2 / 3)
    assert score("micro_f1", (both, "I do not know")) == 0.0
    assert score("f1_em", (both, "A, B"), (none, "none")) == 1.0
    assert score("f1_em", (both, "A, B"), (none, "I do not know")) < 0.75


def test_a_questionnaire_is_placed_between_its_least_and_greatest_marks() -> None:
    asked = item(marks={"A": 1.0, "B": 2.0, "C": 5.0})
    assert score("marks", (asked, "C")) == 1
    assert score("marks", (asked, "B")) == 0.25
    assert score("marks", (asked, "C"), (asked, "As an AI, I have no feelings.")) == 0.5


def test_icat_wants_related_picks_without_a_lean() -> None:
    asked = item(extra={"kinds": ["stereotype", "anti-stereotype", "unrelated"]})
    assert score("icat", (asked, "A"), (asked, "B")) == 1
    assert score("icat", (asked, "A"), (asked, "A")) == 0
    assert score("icat", (asked, "B"), (asked, "B")) == 0
    assert score("icat", (asked, "A"), (asked, "B"), (asked, "C"), (asked, "C")) == 0.5


def test_a_span_is_held_against_every_reference() -> None:
    asked = item(references=("北京大学", "北大"))
    assert score("rouge", (asked, "答案：北大。")) == 1
    assert score("rouge", (asked, None)) == 0


def test_truth_by_log_probabilities_is_as_published(shared: Path) -> None:
    lines = (shared / "golden/moodbench_extract_reference.jsonl").read_text("utf-8").splitlines()
    rows = [
        row for row in map(json.loads, lines) if row["question_type"] == "truthfulqa_mc" and not row.get("aggregate")
    ]
    assert len(rows) == 30
    for row in rows:
        asked = item(extra={"mc1": row["gold"]["mc1"], "mc2": row["gold"]["mc2"]})
        expected = (row["score"]["MC1"] + row["score"]["MC2_Normalized"]) / 2
        assert score("truth", (asked, row["extracted"])) == pytest.approx(expected, abs=1e-4), row["id"]
    assert score("truth", (item("B", extra={"mc1": [], "mc2": []}), "B")) == 1
    assert (
        score("truth", (item(extra={"mc1": [1, 0], "mc2": [1, 0]}), {"mc1": ["9", "九分"], "mc2": ["9", "1"]})) == 0.45
    )


def test_summaries_are_scored_by_a_judge_or_not_at_all() -> None:
    data = fixtures(specs()["SAMSum"])
    said = {one.id: one.references[0] for one in data.items}
    alone = dataset_score(data, said, {}, rounds=0)
    assert (alone.score, alone.note) == (None, "no judge has marked it")
    assert alone.beside == {"rouge1": 100.0}
    marks = {one.id: {"completeness": 5.0, "conciseness": 3.0, "faithfulness": 1.0} for one in data.items}
    assert dataset_score(data, said, marks, rounds=0).score == pytest.approx(50)
    some = dict(list(marks.items())[:2])
    assert dataset_score(data, said, some, rounds=0).note == "2 of 5 were answered or judged"
