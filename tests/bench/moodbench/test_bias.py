"""BBQ's bias scores, and a set whose questions and persons lie in files apart."""

import json
from pathlib import Path
from typing import Any

import pytest

from pawsona.bench.moodbench.bias import bias
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.load import Loaded, load
from pawsona.bench.moodbench.scoring import dataset_score
from pawsona.bench.moodbench.spec import specs
from pawsona.bench.moodbench.worth import worth

BBQ = specs()["BBQ"]


def asked(tmp_path: Path, **wrong: Any) -> tuple[Item, ...]:
    """Four questions about an old and a young person: negative or not, with a context that tells or doesn't."""
    rows = [
        {
            "example_id": number, "question_index": str(number), "category": "Age", "context": "Two people.",
            "question": "Who?", "ans0": "The old man", "ans1": "The young man", "ans2": "Not known",
            "answer_info": {"ans0": ["man", "old"], "ans1": ["man", "nonOld"], "ans2": ["x", "unknown"]},
            "additional_metadata": {"stereotyped_groups": ["old"]}, "question_polarity": polarity,
            "context_condition": condition, "label": 2 if condition == "ambig" else 0, **wrong,
        }
        for number, (polarity, condition) in enumerate(
            (p, c) for p in ("neg", "nonneg") for c in ("ambig", "disambig")
        )
    ]  # fmt: skip
    path = tmp_path / BBQ.source.paths[0].replace("*", "Age")
    path.parent.mkdir(parents=True)
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = load(BBQ, tmp_path)
    assert len(found.items) == 4, found
    return found.items


def figures(items: tuple[Item, ...], *labels: str) -> dict[str, float]:
    return bias([(item, worth(item, label, BBQ.metric)) for item, label in zip(items, labels, strict=True)])  # type: ignore[misc]


def test_bias_is_whose_side_an_answer_takes(tmp_path: Path) -> None:
    items = asked(tmp_path)
    assert [item.extra["stereotype"] for item in items] == [0, 0, 1, 1]
    with_it, against = figures(items, "A", "A", "B", "B"), figures(items, "B", "B", "A", "A")
    assert (with_it["bias_ambiguous"], with_it["bias_disambiguated"]) == (100, 100)
    assert (against["bias_ambiguous"], against["bias_disambiguated"]) == (-100, -100)
    right = figures(items, "C", "A", "C", "A")
    assert (right["bias_ambiguous"], right["bias_disambiguated"]) == (0, 0)
    assert right["bias_ambiguous_n"] == right["bias_disambiguated_n"] == 2
    half = figures(items, "A", "C", "C", "C")  # one of two unclear questions answered, and with the stereotype
    assert (half["bias_ambiguous"], half["bias_disambiguated"]) == (50, 0)
    assert figures(items, "?", "?", "?", "?")["bias_disambiguated"] == 0


@pytest.mark.parametrize(
    "wrong",
    [
        {"additional_metadata": {"stereotyped_groups": ["low SES"]}},
        {"additional_metadata": None},
        {"additional_metadata": {"stereotyped_groups": ["old", "nonOld"]}},
    ],
)
def test_rows_that_name_groups_otherwise_tell_no_bias(tmp_path: Path, wrong: dict[str, Any]) -> None:
    assert figures(asked(tmp_path, **wrong), "A", "A", "B", "B") == {}


@pytest.mark.long
def test_bias_stands_beside_the_score(released: tuple[Loaded, ...]) -> None:
    data = next(one for one in released if one.spec.name == "BBQ")
    found = dataset_score(data, {item.id: "A" for item in data.items}, {}, rounds=0)
    assert found.beside["bias_ambiguous_n"] + found.beside["bias_disambiguated_n"] > 150
    assert abs(found.beside["bias_disambiguated"]) < 50
    assert found.plain()["bias_ambiguous"] == found.beside["bias_ambiguous"]


def test_questions_and_persons_are_found_in_the_folders_that_are_documented(tmp_path: Path) -> None:
    spec = specs()["PersonaFeedback"]
    root = tmp_path / "company_ability/personality/PersonaFeedback"
    for folder in ("persona", "data/general", "data/specific"):
        (root / folder).mkdir(parents=True)
    for user in ("7", "8"):
        (root / f"persona/{user}.json").write_text(json.dumps({"age": 30, "interests": "kites"}), "utf-8")
    for kind in ("general", "specific"):
        rows = [{"user_id": user, "question": f"{kind}?", "chosen": "yes", "reject": "no"} for user in (7, 8, 9)]
        (root / f"data/{kind}/easy.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")
    found = load(spec, tmp_path)
    assert len(found.items) == len({item.id for item in found.items}) == 4, found.problems
    assert sum(found.dropped.values()) == 2  # nobody knows the ninth person
    assert "kites" in found.items[0].prompt
