"""The open set keeps its rules, and the linter sees when it doesn't."""

from dataclasses import replace

import pytest

from pawsona.bench.open.instance import Instance
from pawsona.bench.open.lint import problems
from pawsona.bench.open.near import by_words, table_of
from pawsona.bench.open.suite import instances

ALL = list(instances())


def some(skill: str, language: str = "en") -> Instance:
    return next(one for one in ALL if one.skill == skill and one.language == language)


def told(one: Instance) -> list[str]:
    """What is said of one instance in the whole set."""
    return [
        problem for problem in problems([one if other.id == one.id else other for other in ALL]) if one.id in problem
    ]


def test_nothing_is_wrong_with_what_ships() -> None:
    assert problems(ALL) == []


def test_what_two_instances_share_is_named() -> None:
    for language, said in (("en", "and then the whole kettle fell over"), ("zh", "然后整个水壶一下子就倒了下来")):
        first, second = [one for one in ALL if one.language == language and one.skill == "chat.general"][:2]
        changed = {one.id: replace(one, input={**one.input, "message": said}) for one in (first, second)}
        found = problems([changed.get(one.id, one) for one in ALL])
        assert len(found) == 1
        assert first.id in found[0]
        assert second.id in found[0]


@pytest.mark.parametrize(
    ("skill", "changes", "said"),
    [
        ("chat.routine", {"input": {"message": "a", "history": []}}, "lacks day"),
        ("chat.general", {"rubric": ("one", "two")}, "three to five"),
        ("chat.general", {"companion": {"name": "a", "kind": "snake", "personality": ""}}, "'snake'"),
        ("note.extract", {"reference": {"shoe size": ["44"]}}, "not asked"),
        ("note.intent", {"reference": {"kind": "direct", "query": "what"}}, "only a search"),
        ("memory.summarise", {"reference": [{"text": "a", "topic": "ghosts", "importance": 1}]}, "no topic"),
        ("routine.schedule", {"reference": [{"at": "08:00", "label": "Nap"}]}, "out of order"),
    ],
)
def test_what_is_wrong_with_an_instance_is_said(skill: str, changes: dict[str, object], said: str) -> None:
    assert any(said in problem for problem in told(replace(some(skill), **changes)))  # type: ignore[arg-type]


def test_what_a_skill_must_cover_is_counted() -> None:
    young = [replace(one, tags={**one.tags, "age": "young"}) if one.skill == "note.greet" else one for one in ALL]
    assert "en, note.greet: no teen" in problems(young)
    assert "zh, note.greet: there are 24 instances, not 25" in problems(
        [one for one in ALL if one.id != "zh-note.greet-03"]
    )


def test_the_nearest_of_twins_is_the_twin() -> None:
    some_ = [one for one in ALL if one.language == "en"][:20]
    found = by_words([*some_, replace(some_[3], id="twin")], "en")
    assert found.pairs[0][2] == pytest.approx(1.0)
    assert "twin" in found.pairs[0][:2]
    assert len(table_of([found]).rows) == 1
