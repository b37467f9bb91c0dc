"""Equations 2 and 3, with the scale said aloud, and what goes to people."""

from pathlib import Path

import pytest

from pawsona.bench.core import Score
from pawsona.bench.core.scoring import scores
from pawsona.bench.core.suite import Item
from pawsona.bench.core.tree import draw
from pawsona.bench.h2htalk.data import load
from pawsona.bench.h2htalk.scores import composite, for_people, tree
from pawsona.bench.suites import suite_of
from pawsona.errors import InputError

COUNTED = {"bleu1": 0.9, "bleu2": 0.8, "bleu3": 0.7, "bleu4": 0.6, "rouge1": 0.5, "rouge2": 0.4, "rougeL": 0.3}


def test_s_is_the_mean_of_seven_and_j_mixes_it_with_the_judge() -> None:
    found = composite(COUNTED | {"ss": 0.2, "judge": 0.8})
    assert found["s"] == pytest.approx((0.9 + 0.8 + 0.7 + 0.6 + 0.5 + 0.3 + 0.2) / 7)
    assert found["j"] == pytest.approx(0.6 * found["s"] + 0.4 * 0.8)
    assert "repo_composite" not in found
    released = composite(COUNTED | {"ss": 0.2, "bertscore": 0.1})["repo_composite"]
    assert released == pytest.approx(
        0.1 * 0.5 + 0.15 * 0.4 + 0.2 * 0.3 + 0.25 * 0.1 + 0.2 * 0.2 + 0.03 * (0.9 + 0.8) + 0.02 * (0.7 + 0.6)
    )
    assert set(composite(COUNTED)) == {"overlap", "repo_overlap"}


def test_people_see_what_is_below_tau_on_the_scale_of_five() -> None:
    rows = [Score(id=str(j), scores={"j": j / 5}) for j in (0.0, 3.4, 3.5, 5.0)]
    assert for_people([*rows, Score(id="unjudged", scores={"s": 0.1})]) == ["0.0", "3.4"]


def test_the_overall_is_weighted_by_the_papers_counts_over_what_is_there() -> None:
    texts = {"dialogue_emotion:0": 1.0, "itinerary_middle:0": 0.0}
    rows = [
        Score(id=id_, scores=dict.fromkeys([*COUNTED, "ss"], value), category=id_.split(":")[0])
        for id_, value in texts.items()
    ]
    found = tree(rows)
    assert found is not None
    drawn = draw(found, rounds=5)
    assert drawn.root == "overall_unjudged"
    assert drawn.values[drawn.root][0] == pytest.approx(99 / (99 + 444))
    judged = [row if row.category != "itinerary_middle" else Score(
        id=row.id, scores={**row.scores, "judge": 1.0}, category=row.category) for row in rows]  # fmt: skip
    again = tree(judged)
    assert again is not None
    assert draw(again, rounds=0).values["overall/itinerary_middle"][0] == pytest.approx(0.4)


def test_an_oracle_is_worth_everything_and_nothing_nothing() -> None:
    suite = suite_of("h2htalk")
    items = [Item(id="dialogue_base:0", task="dialogue_base", reference="今天下雨了，记得带伞哦。", language="zh")]
    [oracle] = scores(suite, items, {items[0].id: items[0].reference})
    assert {oracle.scores[name] for name in ("bleu1", "bleu4", "rouge1", "rougeL", "overlap")} == {1.0}
    [nothing] = scores(suite, items, {items[0].id: ""})
    assert set(nothing.scores.values()) == {0.0}


def test_a_folder_is_read_as_far_as_it_is_there(tmp_path: Path) -> None:
    (tmp_path / "recollection_refine.jsonl").write_text(
        '{"response": "我爱吃面。"}\n{"response": "天晴了。"}\n', "utf-8"
    )
    found = load(tmp_path)
    assert [item.id for item in found.items] == ["recollection_refine:0", "recollection_refine:1"]
    assert "rubric" not in found.items[1].given
    (tmp_path / "itinerary_middle.jsonl").write_text('{"response": "07:00 跑步{慢}"}\n', "utf-8")
    [level] = [item for item in load(tmp_path).items if item.task == "itinerary_middle"]
    asked = level.given["rubric"].prompt.format(answer="08:00 画画")
    assert "07:00 跑步{慢}" in asked and "08:00 画画" in asked and level.given["rubric"].labels["overall"]
    assert "RecollectionRefinement: 2 of 589 references" in found.notes
    assert "DialogueBase: absent" in found.notes
    (tmp_path / "recollection_refine.jsonl").write_text('{"answer": "x"}\n')
    with pytest.raises(InputError, match='object 1 has no text under "response"'):
        load(tmp_path)
    with pytest.raises(InputError, match=r"LolerPanda.*no licence"):
        load(tmp_path / "empty")
