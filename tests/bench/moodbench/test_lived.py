from dataclasses import replace
from typing import Any

import pytest

from pawsona.bench.moodbench.about import load
from pawsona.bench.moodbench.chat import instance
from pawsona.bench.moodbench.data import datasets
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.lived import TASKS, lived
from pawsona.bench.moodbench.recalled import recall_at, word_recall
from pawsona.bench.moodbench.scoring import dataset_score
from pawsona.bench.moodbench.spec import spec_of, specs
from pawsona.bench.moodbench.structure import profile


def items(name: str) -> tuple[Item, ...]:
    [data] = datasets(profile("paper"), None, [name])
    return data.items


def test_what_can_be_lived_is_told_before_it_is_asked() -> None:
    assert {name for name, spec in specs().items() if spec.lived} == set(TASKS)
    for name in TASKS:
        for item in items(name):
            past = lived(item)
            assert past is not None
            told = " ".join(turn["say"] for sitting in past["sittings"] for turn in sitting["turns"])
            assert told
            assert told not in past["ask"]
            assert all(sitting["at"] < past["at"] for sitting in past["sittings"])
    assert lived(items("COPA")[0]) is None


def test_minds_are_asked_with_all_of_it_and_only_a_companion_lives() -> None:
    asked = {item.task: item for item in load(None).items}
    told = instance(asked["LongMemEval"])
    assert told["input"]["message"] == asked["LongMemEval"].prompt
    assert told["lived"]["sittings"]
    assert told["now"] == told["lived"]["at"]
    assert instance(asked["COPA"])["lived"] is None
    assert "row" not in asked["LongMemEval"].given["moodbench"]["extra"]


@pytest.mark.parametrize("wrong", [{"question_date": "soon"}, {"haystack_sessions": [3]}, {"haystack_dates": []}])
def test_a_past_that_can_not_be_read_is_no_past(wrong: dict[str, Any]) -> None:
    item = items("LongMemEval")[0]
    assert lived(replace(item, extra={**item.extra, "row": {**item.extra["row"], **wrong}})) is None


def longer(item: Item) -> Item:
    return replace(item, extra={**item.extra, "sessions": [str(n) for n in range(20)]})


def test_sessions_and_words_of_answers_are_counted() -> None:
    assert recall_at(["s2", "s2", "s1"], ["s1"], first=2) == 1
    assert recall_at(["s2", "s3", "s1"], ["s1", "s2"], first=2) == 0.5
    assert word_recall("Business administration!", ["Business Administration."]) == 1
    assert word_recall("It was seven plants", ["7"]) == 1
    assert word_recall("你的自行车是蓝色的", ["蓝色的自行车"]) == 1
    assert word_recall("", ["x"]) == 0
    assert word_recall("the the the", ["the"]) == 0
    assert word_recall("blue " + "and so on " * 20, ["blue"]) == 0.5
    [data] = datasets(profile("paper"), None, ["LongMemEval"])
    said = {item.id: {"ranking": item.extra["evidence"], "answer": item.references[0]} for item in data.items}
    found = dataset_score(data, said, {}, rounds=0)
    assert (found.score, found.beside) == (100, {})  # two sessions: any ranking of ten has both
    long = replace(data, items=tuple(longer(item) for item in data.items))
    assert dataset_score(long, said, {}, rounds=0).beside == {"session_recall_at_10": 100}
    assert spec_of("longmemeval").metric.name == "recall"
