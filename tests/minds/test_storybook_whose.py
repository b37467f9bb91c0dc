"""Whose an age is that is said without a subject."""

import pytest

from pawsona.minds.storybook.remembering import statements


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
