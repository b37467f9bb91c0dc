"""What supports a claim to remember: words around, who is named, and the kind of answer."""

from __future__ import annotations

from datetime import timedelta
from importlib.resources import files
from typing import TYPE_CHECKING

import pytest
import yaml

from pawsona.domain.language import Language
from pawsona.embed import Hashing
from pawsona.memory.recall import Recall
from pawsona.memory.slots import slots
from pawsona.memory.support import FEW, WEIGHTS, Claim, Support

if TYPE_CHECKING:
    from tests.memory.conftest import Life, Stage


def claim(question: str, language: Language = "en") -> Claim:
    return Claim(question, language, frozenset({"Ada", "Pip"}))


@pytest.mark.parametrize(
    ("language", "question", "talk", "missing"),
    [
        ("en", "What is my cousin called?", "my brother is called Tom", 1),
        ("en", "What is my mum called?", "my mother is called Ann", 0),
        ("en", "Where does Beth's sister live?", "Carys came with her sister", 1),
        ("en", "What did the teacher say?", "the pottery teachers said no", 0),
        ("zh", "我表姐叫什么？", "我表哥叫小李", 1),
        ("zh", "我妈妈叫什么？", "我老妈叫王芳", 0),
        ("zh", "我的吉他多少钱？", "买了把钢琴", 1),
    ],
)
def test_who_is_asked_for_must_be_in_the_talk(language: Language, question: str, talk: str, missing: int) -> None:
    assert claim(question, language).missing(talk) == missing


@pytest.mark.parametrize(
    ("language", "question", "text", "lacking"),
    [
        ("en", "What did I pay for my bike?", "I've got a bike now, bright orange", 1),
        ("en", "What did I pay for my bike?", "it was eighty quid", 0),
        ("en", "What colour is my bike?", "it was eighty quid", 1),
        ("en", "What is Gareth's wife called?", "went up with Gareth and his wife", 1),
        ("en", "What is Gareth's wife called?", "he and Maria came", 0),
        ("en", "Which film did I like?", "the one with the fox", 0),
        ("zh", "我的车多少钱买的？", "墨绿色的，二手", 1),
        ("zh", "我的车多少钱买的？", "八百块", 0),
        ("zh", "围巾是什么颜色？", "给他带了一条围巾", 1),
    ],
)
def test_the_kind_of_answer_must_be_there(language: Language, question: str, text: str, lacking: int) -> None:
    assert claim(question, language).lacking(text) == lacking


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_word_stands_for_one_member(language: Language) -> None:
    classes = yaml.safe_load(files("pawsona.memory").joinpath("content/siblings.yaml").read_text("utf-8"))[language]
    members = [[word.strip() for word in member.split(",")] for row in classes.values() for member in row.split(";")]
    for member in members:
        assert len({slots(language).within(word) for word in member}) == 1, member
    first = [slots(language).within(member[0]) for member in members]
    assert len(set(first)) == len(members)
    assert all(len(found) == 1 for found in first)


@pytest.mark.parametrize("kind", ["meaning", "spelling"])
def test_each_part_counts_as_it_should(kind: str) -> None:
    weights = WEIGHTS[kind]
    base = weights.odds(Support(5.0, 0.5, 1, 1))
    assert weights.odds(Support(6.0, 0.5, 1, 1)) > base
    assert weights.odds(Support(5.0, 0.6, 1, 1)) > base
    assert weights.odds(Support(5.0, 0.5, 0, 1)) > base
    assert weights.odds(Support(5.0, 0.5, 1, 0)) > base


def test_a_brother_is_no_cousin(stage: Stage) -> None:
    """In a long memory: the brother's name is told, the cousin's only lies near."""

    async def story(life: Life) -> None:
        await life.say("My brother is called Tom.")
        for number in range(FEW):
            life.clock.moment += timedelta(hours=1)
            await life.say(f"Walk number {number} by the canal was nice.")
        recall = Recall(life.store, life.embedder)

        async def asked(question: str, share: float = 1.0) -> list[tuple[str, bool]]:
            found = await recall.find(life.bond, life.person, question, life.clock.now(), share=share)
            return [(one.text, one.sure) for one in found]

        assert ("My brother is called Tom.", True) in await asked("What is my brother called?")
        assert await asked("What is my cousin called?") == []
        assert all(not sure for _, sure in await asked("What is my cousin called?", share=0.1))

    stage.play(story, embedder=Hashing())
