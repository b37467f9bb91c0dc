"""The open set as it ships: whole, in its form, and worth 1 against itself."""

from collections import Counter
from dataclasses import replace

import pytest

from pawsona.bench.core.scoring import scores
from pawsona.bench.core.tree import draw
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.given import given_of
from pawsona.bench.open.suite import EACH, SUITE, instances, load, task_of, tree
from pawsona.bench.open.worth import FORM, metrics_of, worth
from pawsona.skills import SKILLS

ALL = list(instances())


def test_every_skill_has_its_instances_in_both_languages() -> None:
    counts = Counter((one.skill, one.language) for one in ALL)
    assert counts == {(skill, language): EACH for skill in SKILLS for language in ("en", "zh")}


def test_the_first_items_of_a_task_are_of_both_languages() -> None:
    items = [item for item in load().items if item.task == "note_intent"]
    assert [item.language for item in items[:4]] == ["en", "zh", "en", "zh"]


def test_a_reference_is_worth_1_and_an_answer_in_another_form_0() -> None:
    for item in load().items:
        assert set(worth(item, item.reference).values()) == {1.0}, item.id
        assert set(worth(item, "").values()) == {0.0}, item.id


def test_the_total_is_the_mean_of_the_tasks_and_the_form_is_no_part_of_it() -> None:
    items = [item for item in load().items if item.task in ("chat_general", "note_intent")]
    right = {item.id: item.reference for item in items}
    half = {item.id: item.reference if item.task == "chat_general" else "hm" for item in items}
    for texts, total in ((right, 1.0), (half, 0.5)):
        made = tree(scores(SUITE, items, texts))
        assert made is not None
        assert draw(made, rounds=20).interval("total").value == pytest.approx(total)


@pytest.mark.parametrize("skill", SKILLS)
def test_an_instance_is_the_input_of_its_skill(skill: str) -> None:
    for one in [one for one in ALL if one.skill == skill]:
        assert isinstance(given_of(one), SKILLS[skill].input)


@pytest.mark.parametrize("skill", SKILLS)
def test_a_model_is_told_everything_that_a_mind_is_given(skill: str) -> None:
    item = next(item for item in load().items if item.task == task_of(skill))
    for text in _texts(item.given["instance"]["input"]):
        assert text in item.prompt
    assert "$" not in item.prompt


def test_the_judge_sees_reference_statements_and_answer() -> None:
    item = next(item for item in load().items if item.task == "memory_summarise" and item.reference != "none")
    asked = item.given["rubric"].prompt.format(answer="THE ANSWER {}")
    assert item.reference in asked
    assert "THE ANSWER {}" in asked
    assert set(item.given["rubric"].scale) >= {"1", "2", "3", "overall"}


def test_memories_are_paired_once_and_topics_counted_apart() -> None:
    item = next(item for item in load().items if item.task == "memory_summarise")
    given = replace(item, reference="Plays the oboe on Sundays | hobbies | 2\nHas a sister | relationships | 2")
    twice = worth(given, "Plays the oboe on Sundays | food | 2\nPlays the oboe on Sundays | hobbies | 2")
    assert twice == {FORM: 1.0, "f1": 0.5, "topic": pytest.approx(0.5)}
    nothing = replace(item, reference="none")
    assert worth(nothing, "none")["f1"] == 1.0
    assert worth(nothing, "Plays the oboe | hobbies | 2")["f1"] == 0.0


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("07:00 a\n08:00 b\n09:00 c\n10:00 d\n21:00 sleep", 1.0),
        ("07:00 a\n08:00 b\n09:00 c\n10:00 d\n19:00 sleep", 0.0),
        ("08:00 a\n07:00 b\n09:00 c\n10:00 d\n21:00 sleep", 0.0),
        ("08:00 a\n21:00 sleep", 0.0),
    ],
)
def test_a_schedule_has_an_order(text: str, order: float) -> None:
    item = next(item for item in load().items if item.task == "routine_schedule")
    assert worth(item, text)["order"] == order
    assert metrics_of("routine.schedule") == ("rougeL", "order")
    assert form_of("routine.schedule").write(form_of("routine.schedule").read(text)) == text


def _texts(value: object) -> list[str]:
    if isinstance(value, str):
        return [value] if value not in ("person", "companion") else []
    if isinstance(value, dict):
        return [text for one in value.values() for text in _texts(one)]
    return [text for one in value for text in _texts(one)] if isinstance(value, list) else []
