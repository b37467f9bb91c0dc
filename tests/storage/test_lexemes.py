"""Lexemes carry their bond's token, and a question becomes few, harmless terms."""

import re

import pytest

from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.storage.lexemes import expression, indexed, sought
from pawsona.storage.scope import token


@pytest.mark.parametrize(
    ("text", "lexemes"),
    [
        ("Ann's cat, don't!", ["ann", "cat", "dont"]),
        ("喝咖啡", ["喝咖", "咖啡", "喝", "咖", "啡"]),
        ("去Berlin玩", ["berlin", "去", "玩"]),
        ("ＡＢＣ ①", ["abc", "1"]),
        ("🐱 …", []),
    ],
)
def test_a_text_is_found_by_its_words_pairs_and_characters(text: str, lexemes: list[str]) -> None:
    assert indexed(text, "") == " ".join(lexemes)


def test_every_lexeme_starts_with_the_token() -> None:
    assert indexed("two words 猫", "7") == "7two 7words 7猫"


@pytest.mark.parametrize(
    ("question", "terms"),
    [
        ("Do you remember my dog's name?", ["dog", "name"]),
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


def test_an_expression_quotes_every_term() -> None:
    assert expression('tea" OR x:"*', "1") == '"1tea" OR "1x"'
    assert expression("?", "1") is None


def test_bonds_have_tokens_of_their_own_of_one_length() -> None:
    pairs = [("a", "bc"), ("ab", "c"), ("", "abc"), ("abc", ""), ("bc", "a")]
    tokens = {token(Bond(PersonId(person), PetId(pet))) for person, pet in pairs}
    assert len(tokens) == len(pairs)
    assert all(re.fullmatch(r"\d{20}", each) for each in tokens)
