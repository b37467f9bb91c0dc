"""What is kept for good names the year that it was: "last year" is another one in a year."""

from datetime import date

import pytest
from tests.minds.test_storybook_memory import kept, said

from pawsona.domain.language import Language
from pawsona.minds.storybook.spans import dated_spans

ON = date(2026, 11, 23)


@pytest.mark.parametrize(
    ("language", "text", "wanted"),
    [
        ("en", "my dog Rex died last year in March", "my dog Rex died in March 2025"),
        ("en", "my dog Rex died in March last year", "my dog Rex died in March 2025"),
        ("en", "we married last March", "we married in March 2026"),
        ("en", "we met last December", "we met in December 2025"),
        ("en", "we marry next December", "we marry in December 2026"),
        ("en", "we move next April", "we move in April 2027"),
        ("en", "Last year I lost my job", "in 2025 I lost my job"),
        ("en", "I quit two years ago", "I quit in 2024"),
        ("en", "I quit 11 months ago", "I quit in December 2025"),
        ("en", "the baby comes next month", "the baby comes in December 2026"),
        ("en", "I moved here a year ago", "I moved here in 2025"),
        ("en", "we met one year ago", "we met in 2025"),
        ("en", "I have lived here since last year", "I have lived here since 2025"),
        ("en", "I stay until next month", "I stay until December 2026"),
        ("en", "I moved about two years ago", "I moved about 2024"),
        ("en", "I earn more than last year", "I earn more than 2025"),
        ("en", "I moved more than two years ago", "I moved more than two years ago"),
        ("en", "I quit almost a year ago", "I quit almost a year ago"),
        ("en", "twenty-two years ago", "twenty-two years ago"),
        ("en", "twenty two years ago", "twenty two years ago"),
        ("en", "2-3 years ago", "2-3 years ago"),
        ("en", "a year and two months ago", "a year and two months ago"),
        ("en", "one or two years ago", "one or two years ago"),
        ("en", "I changed a lot in the last year", "I changed a lot in the last year"),
        ("en", "last year's exam", "last year's exam"),
        ("en", "we may next see her", "we may next see her"),
        ("zh", "旺财去年三月死了", "旺财2025年三月死了"),
        ("zh", "我今年3月结婚了", "我2026年3月结婚了"),
        ("zh", "我今年30岁", "我今年30岁"),
        ("zh", "上个月搬的家", "2026年10月搬的家"),
        ("zh", "下个月5号考试", "下个月5号考试"),
        ("zh", "我三年前离婚了", "我2023年离婚了"),
        ("zh", "三十五年前出生", "1991年出生"),
        ("zh", "十一个月前来的", "2025年12月来的"),
        ("zh", "一两年前的事", "一两年前的事"),
        ("zh", "几十年前的事", "几十年前的事"),
        ("zh", "2-3年前的事", "2-3年前的事"),
        ("zh", "两到三年前的事", "两到三年前的事"),
        ("zh", "直到三年前才搬走", "直到2023年才搬走"),
        ("zh", "目前年薪不高", "目前年薪不高"),
        ("zh", "大前年学的琴", "2023年学的琴"),
    ],
)
def test_relative_years_and_months_become_those_that_they_are(language: Language, text: str, wanted: str) -> None:
    assert dated_spans(text, ON, language) == wanted


@pytest.mark.parametrize(
    ("language", "text", "year", "gone"),
    [
        ("en", "my dog Rex died last year in March", "2025", "last year"),
        ("zh", "我家狗旺财去年三月死了", "2025年", "去年"),
    ],
)
def test_a_death_is_kept_with_its_year(language: Language, text: str, year: str, gone: str) -> None:
    [draft] = kept(said(text), language=language)
    assert year in draft.text and year in draft.slots["you"]
    assert gone not in draft.text


@pytest.mark.parametrize(("language", "text", "name"), [("en", "my name is Lin", "Lin"), ("zh", "我叫小林", "小林")])
def test_a_name_is_not_told_of_itself(language: Language, text: str, name: str) -> None:
    [draft] = kept(said(text), language=language)
    assert draft.text.count(name) == 1
