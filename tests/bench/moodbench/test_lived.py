from dataclasses import replace
from pathlib import Path

import pytest
from tests.conftest import run

from pawsona.bench.moodbench.data import datasets
from pawsona.bench.moodbench.item import Item
from pawsona.bench.moodbench.lived import TASKS, conversation_of, life
from pawsona.bench.moodbench.recalled import recall_at, word_recall
from pawsona.bench.moodbench.scoring import dataset_score
from pawsona.bench.moodbench.spec import spec_of, specs
from pawsona.bench.moodbench.structure import profile
from pawsona.bench.moodbench.suite import answered
from pawsona.config.settings import load


def items(name: str) -> tuple[Item, ...]:
    [data] = datasets(profile("paper"), None, [name])
    return data.items


def test_what_can_be_lived_is_told_before_it_is_asked() -> None:
    assert {name for name, spec in specs().items() if spec.lived} == set(TASKS)
    for name in TASKS:
        for item in items(name):
            conversation = conversation_of(item)
            assert conversation is not None
            told = " ".join(turn.text for turn in conversation.turns)
            assert told
            assert told not in item.extra["ask"]
    assert conversation_of(items("COPA")[0]) is None


def test_a_companion_lives_through_sessions_and_is_asked(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    settings = load(mind="storybook")
    item = items("LongMemEval")[0]
    conversation = conversation_of(item)
    assert conversation is not None

    async def asked() -> tuple[list[str], str, int]:
        async with life(conversation, settings) as there:
            question = conversation.questions[0]
            sessions = await there.sessions(question)
            memories = await there.replay.store.memories.all(there.replay.pet.bond)
            return sessions, await there.asked(item.extra["ask"], question.asked_at), len(memories)

    sessions, said, memories = run(asked())
    assert sessions[0] == "s1"
    assert memories > 0
    assert said


def test_only_what_can_be_lived_is_asked_of_a_companion(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    data = datasets(profile("paper"), None, ["LongMemEval", "COPA"], limit=1)
    outcome, replies = run(answered(profile("paper"), data, "companion", "storybook"))
    assert list(replies) == ["LongMemEval/own-f1"]
    assert outcome.datasets["LongMemEval"].score is not None
    assert replies["LongMemEval/own-f1"]["ranking"][0] == "s1"
    assert "COPA" in outcome.result.missing


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
