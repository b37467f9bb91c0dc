"""The papers' own tables, computed again by our trees: what agrees, and by how much the rest does not."""

import csv

import pytest
from tests.shared import shared

from pawsona.bench.core import Score
from pawsona.bench.core.tree import draw
from pawsona.bench.h2htalk.scores import tree
from pawsona.bench.h2htalk.tasks import TASKS
from pawsona.bench.petbench.tasks import TASKS as PETBENCH

COLUMNS = {
    "dialogue_base": "dialogue_base", "dialogue_emotion": "dialogue_emotion", "dialogue_schedule": "dialogue_schedule",
    "recollection_synthesize": "recol_synthesis", "recollection_refine": "recol_refinement",
    "recollection_initialize": "recol_init", "itinerary_basic": "itin_basic", "itinerary_middle": "itin_middle",
    "itinerary_advanced": "itin_advanced", "itinerary_feedback": "itin_response", "itinerary_initialize": "itin_init",
}  # fmt: skip
AVERAGES = {"Dialogue": "dialogue_avg", "Recollection": "recol_avg", "Itinerary": "itin_avg"}
OUTLIERS = {"DeepSeek-R1-Distill-Qwen-1.5B", "DeepSeek-R1-Distill-Qwen-1.5B-Pro", "QwQ-32B-Preview"}


def table(name: str) -> list[dict[str, str]]:
    path = shared(f"data/published/{name}")
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def overall(row: dict[str, str]) -> float:
    """Of a row of table 2, by the tree that our own scores go through: one item a task, with the task's score."""
    names = ("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL", "ss")
    scores = [
        Score(id=task, scores=dict.fromkeys(names, float(row[column])), category=task)
        for task, column in COLUMNS.items()
    ]
    made = tree(scores)
    assert made is not None
    return float(draw(made, rounds=0).values[made.name][0])


def test_table_1_has_the_counts_of_our_tasks() -> None:
    printed = {row["task"]: int(row["count"]) for row in table("h2htalk_table1.csv")}
    assert {task.title: task.n for task in TASKS} | {"TOTAL": 4650} == printed
    assert sum(task.n for task in TASKS) == 4650


def test_the_averages_of_table_2_are_plain_means() -> None:
    rows = table("h2htalk_table2.csv")
    assert len(rows) == 37
    for row in rows:
        for group, column in AVERAGES.items():
            values = [float(row[COLUMNS[task.name]]) for task in TASKS if task.group == group]
            assert sum(values) / len(values) == pytest.approx(float(row[column]), abs=0.01), row["model"]


def test_the_overall_of_table_2_is_weighted_by_counts() -> None:
    off = {row["model"]: overall(row) - float(row["overall"]) for row in table("h2htalk_table2.csv")}
    assert {model for model, error in off.items() if abs(error) >= 0.07} == OUTLIERS
    assert off["QwQ-32B-Preview"] == pytest.approx(-5.36, abs=0.01), "the printed figure is odd, not its averages"


def test_a_claim_of_the_text_that_its_table_denies_stays_denied() -> None:
    open_models = {row["model"]: float(row["itin_middle"]) for row in table("h2htalk_table2.csv")}
    assert open_models["DeepSeek-R1-Distill-Llama-70B"] == 58.36 > 62.33 - 10


def test_table_3_says_a_third_less_and_ten_times_as_many() -> None:
    with_sap, without = table("h2htalk_table3.csv")
    assert float(without["safety_score_1_5"]) / float(with_sap["safety_score_1_5"]) - 1 == pytest.approx(-1 / 3)
    assert float(without["violation_rate_pct"]) / float(with_sap["violation_rate_pct"]) == pytest.approx(10.1, abs=0.05)


def test_ipets_tables_say_what_its_text_says() -> None:
    for row in table("ipet_table2.csv"):
        change = 100 * (float(row["ipet"]) / float(row["previous"]) - 1)
        assert round(change, 1) == float(row["published_change_pct"])
    ratings = {(row["mode"], row["method"]): row for row in table("ipet_table1.csv")}
    assert len(ratings) == 8
    for mode in ("normal", "memory"):
        rows = {method: row for (one, method), row in ratings.items() if one == mode}
        for measure in ("realism", "consistency"):
            best = max(rows, key=lambda method: float(rows[method][measure]))
            assert best == "world_simulation"


def test_pet_benchs_table_has_the_counts_of_our_tasks() -> None:
    *rows, total = table("petbench_tasks.csv")
    assert [int(row["count"]) for row in rows] == [task.n for task in PETBENCH]
    assert [f"{row['dimension']} {row['task']}" for row in rows] == [task.title for task in PETBENCH]
    assert int(total["count"]) == sum(task.n for task in PETBENCH) == 7815
    human = sum(int(row["count"]) for row in rows if row["side"] == "human")
    assert (human, 7815 - human) == (5524, 2291)
