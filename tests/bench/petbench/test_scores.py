"""Pet-Bench's scores of one answer, and its totals."""

from dataclasses import replace

import pytest

from pawsona.bench.core import Score
from pawsona.bench.core.scoring import scores
from pawsona.bench.core.suite import Item
from pawsona.bench.core.tree import draw
from pawsona.bench.petbench.forms import FORMS
from pawsona.bench.petbench.scores import accurate, tree
from pawsona.bench.suites import suite_of

PLAN = "07:30 Walk by the river\n09:00: Paint\n21:10 Sleep"


@pytest.mark.parametrize(
    ("said", "right"),
    [
        ("Intent: Active Search\nQuery: weather in Oslo", True),
        ("Intention: ACTIVE retrieval \nQuery:", True),
        ("Sure! Intent: Active Search\nQuery: x", True),
        ("Intent: Direct Response\nQuery:", False),
        ("Intent: active direct topic\nQuery: x", True),
        ("Intent: direct, active or topic\nQuery: x", False),
        ("Intent: other\nQuery: active", False),
        ("Active Search", False),
        ("Intent: Active Search. Query: x", False),
        ("", False),
    ],
)
def test_an_intent_counts_in_the_form_that_was_asked_for(said: str, right: bool) -> None:
    assert accurate(said, "Intent: Active Search\nQuery: Oslo weather") is right


@pytest.mark.parametrize(
    ("task", "text", "kept"),
    [
        ("note_intent", "Intent: Active Search\nQuery: x", True),
        ("note_intent", "I think it is Active Search", False),
        ("memory_summary", "No key information extracted.", True),
        ("memory_summary", "Memory Content: Likes tea\nMemory Category: Food\nMemory Importance: 1\n\n"
         "Memory Content: Has a sister\nMemory Category: Relatives\nMemory Importance: 2", True),
        ("memory_summary", "Memory Content: Likes tea\nMemory Importance: 7", False),
        ("memory_summary", "She likes tea.", False),
        ("routine_level_2", PLAN, True),
        ("routine_level_2", PLAN.replace("21:10", "08:10"), False),
        ("routine_level_2", PLAN.replace("21:10 Sleep", "17:10 Rest"), False),
        ("routine_level_2", "Here is the plan:\n" + PLAN, False),
        ("routine_level_2", "", False),
        ("routine_level_3", "07:10\n1. At 07:10, Fig opens a book.", True),
        ("routine_level_3", "Fig opens a book.", False),
    ],
)  # fmt: skip
def test_a_form_is_kept_or_not(task: str, text: str, kept: bool) -> None:
    assert FORMS[task](text) is kept


def test_an_oracle_is_worth_everything_and_nothing_nothing() -> None:
    suite = suite_of("petbench")
    item = Item(id="note_intent:0", task="note_intent", reference="Intent: Active Search\nQuery: Oslo weather today")
    [oracle] = scores(suite, [item], {item.id: item.reference})
    assert {*oracle.scores.values()} == {1.0}
    [nothing] = scores(suite, [item], {item.id: ""})
    assert {*nothing.scores.values()} == {0.0}


def rows(**more: float) -> list[Score]:
    counted = dict.fromkeys(("bleu1", "bleu2", "bleu3", "bleu4", "rouge1", "rougeL"), 0.6)
    return [
        Score(id="a", scores=counted | {"accuracy": 1.0} | more, category="note_intent"),
        Score(id="b", scores=counted | more, category="routine_level_1"),
        Score(id="c", scores=counted | more, category="chat_general"),
    ]


def test_a_total_says_by_its_name_what_it_is_made_of() -> None:
    names = {}
    for more in ({}, {"ss": 0.6}, {"ss": 0.6, "judge": 1.0}):
        made = tree(rows(**more))
        assert made is not None
        drawn = draw(made, rounds=0)
        names[drawn.root] = {
            path.split("/")[1]: float(drawn.values[path][0]) for path in drawn.values if path.count("/") == 1
        }
    assert set(names) == {"overlap", "total_unjudged", "total"}
    assert names["total"] == pytest.approx({"note_intent": 0.65, "routine_level_1": 0.65, "chat_general": 0.6})
    assert names["total_unjudged"]["routine_level_1"] == pytest.approx(0.6)
    assert names["overlap"]["note_intent"] == pytest.approx((6 * 0.6 + 1) / 7)
    assert tree([]) is None


def test_a_mark_that_the_judge_could_not_give_now_and_then_is_only_missing() -> None:
    many = [replace(row, id=f"{row.id}{n}") for n in range(200) for row in rows(ss=0.6, judge=1.0)]
    many[1] = replace(many[1], scores={name: value for name, value in many[1].scores.items() if name != "judge"})
    made = tree(many)
    assert made is not None and made.name == "total"
