"""What people answer to "How is it today?"."""

import pytest

from pawsona.care.followup import read_answer

BETTER = [
    "a bit better, thanks", "Much better!", "better", "not so bad", "I'm ok today", "calmer", "I talked to my sister",
    "it's better than last week", "pretty good actually",
    "好多了", "好一点了", "还不错", "没事了", "今天轻松多了", "跟我妈说了", "没那么难受了", "还可以吧", "我去看了医生",
]  # fmt: skip
WORSE = [
    "worse", "no better", "not any better", "it isn't getting better", "the same", "Same.", "still bad", "still struggling",
    "not good", "Yes I'm still having those thoughts", "it hasn't gone", "the thoughts are back", "I still think about it",
    "还是有那些念头", "那个念头还在", "我还在想那件事", "awful", "it's really bad", "nothing has changed", "I don't feel better", "still the same",
    "更糟了", "还是一样", "没好转", "不太好", "还是很难受", "老样子", "越来越难受", "没有好", "撑不住了", "不好", "没变化",
]  # fmt: skip
OTHER = [
    "what are you doing today?", "I'd rather not say", "I made soup", "let's talk about the garden", "who asked",
    "不想说", "你今天干嘛了", "我煮了汤", "说点别的吧", "下雨了",
]  # fmt: skip


@pytest.mark.parametrize("said", BETTER)
def test_better(said: str) -> None:
    assert read_answer(said) == "better"


@pytest.mark.parametrize("said", WORSE)
def test_worse(said: str) -> None:
    assert read_answer(said) == "worse"


@pytest.mark.parametrize("said", OTHER)
def test_anything_else_is_taken_as_it_is(said: str) -> None:
    assert read_answer(said) == "other"


@pytest.mark.parametrize(
    ("said", "answer"),
    [("沒有變好", "worse"), ("還是很難受", "worse"), ("沒事了", "better"), ("ＮＯ ＢＥＴＴＥＲ", "worse")],
)
def test_traditional_signs_and_wide_letters_are_read_alike(said: str, answer: str) -> None:
    assert read_answer(said) == answer
