"""Whose an age is that is said without a subject, and whose a number is that stands in a note."""

import pytest
from tests.minds.talking import NOW, context, say

from pawsona.domain.ids import NoteId
from pawsona.domain.language import Language
from pawsona.domain.note import Note
from pawsona.minds.storybook.statements import statements


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("我家的狗叫饼干，十一岁了。", "我的狗十一岁了"),
        ("我家的猫叫年糕，两岁", "我的猫两岁"),
        ("我养了条狗，十一岁了", "我的狗十一岁了"),
        ("我们家的狗叫豆豆，九岁", "我的狗九岁"),
        ("我家闺女叫乐乐，六岁了", "我的闺女六岁了"),
        ("我家的爷爷叫李山，八十岁了", "八十岁了"),
        ("我叫小林，十一岁", "我十一岁"),
        ("我喜欢猫，十一岁", "我十一岁"),
    ],
)
def test_an_age_is_that_of_whom_the_clause_before_was_about(said: str, read: str) -> None:
    assert statements(said, "zh")[-1][1] == read


@pytest.mark.parametrize(
    ("language", "noted", "question", "told"),
    [
        ("en", "My doctor's phone number is 555-1234.", "what is my sister's phone number?", ""),
        ("en", "Anna's address is 4 Mill Lane, York.", "what is my sister's address in York?", ""),
        ("en", "Anna's phone number is 555-1234.", "do you remember what I told you is Julia's phone number?", ""),
        ("en", "My friend's locker code is 4417.", "what is my brother's locker code?", ""),
        ("en", "My mum's phone number is 111. My sister's is 222.", "what is my sister's phone number?", ""),
        ("en", "My doctor's number is 1. My sister's phone number is 222.", "what's my sister's phone number?", "222"),
        ("en", "Julia's phone number is 222.", "do you remember what I told you is Julia's phone number?", "222"),
        ("zh", "医生的电话号码是5551234。", "我姐姐的电话号码是多少？", ""),
        ("zh", "小王的电话号码是5551234。", "你记得我告诉你小美的电话号码是多少吗？", ""),
        ("zh", "我姐姐的电话号码是5551234。", "我姐姐的电话号码是多少？", "5551234"),
    ],
)
def test_a_note_answers_for_whom_it_names(language: Language, noted: str, question: str, told: str) -> None:
    note = Note(id=NoteId("n"), bond=context(language).pet.bond, title="Numbers", text=noted, at=NOW)
    reply = say(question, language=language, note=note)
    if told:
        assert told in reply.text
    else:
        assert "Numbers" not in reply.text
