"""A text becomes words, and a question becomes few terms."""

import numpy as np
import pytest

from pawsona.memory.lexemes import lexemes, numbered, sought, stem


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Ann's cat, don't!", ["ann", "cat"]),
        ("喝咖啡", ["喝咖", "咖啡", "喝", "咖", "啡"]),
        ("去Berlin玩", ["berlin", "去", "玩"]),
        ("ＡＢＣ ①", ["abc", "1"]),
        ("🐱 …", []),
    ],
)
def test_a_text_is_found_by_its_words_pairs_and_characters(text: str, found: list[str]) -> None:
    assert lexemes(text) == found


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Do you remember my dog's name?", ["dog", "nam"]),
        ("你还记得我的猫叫什么吗", ["猫叫", "猫", "叫"]),
        ("what was that", []),
        ("这是什么", []),
        ("tea tea TEA", ["tea"]),
    ],
)
def test_a_question_keeps_what_it_is_about(question: str, terms: list[str]) -> None:
    assert sought(question) == terms


def test_a_long_question_stays_cheap() -> None:
    assert len(sought(" ".join(f"word{n}" for n in range(500)) + "长" * 99)) == 20


@pytest.mark.parametrize(
    "words",
    ["hike hikes hiked hiking", "wedding weddings", "box boxes", "city cities", "stop stopped stopping", "coffee coffees",
     "glass glasses", "try tries tried", "quick quickly", "church churches"],
)  # fmt: skip
def test_the_forms_of_a_word_are_one(words: str) -> None:
    assert len({stem(word) for word in words.split()}) == 1


@pytest.mark.parametrize("pair", ["bus bush", "new news paper", "this the", "cats cars"])
def test_other_words_stay_apart(pair: str) -> None:
    assert len({stem(word) for word in pair.split()}) > 1


def test_words_are_compared_as_numbers() -> None:
    one, two = numbered(["tea", "咖啡"]), numbered(["咖啡"])
    assert one.dtype == np.uint32 and one[1] == two[0] and one[0] != two[0]
