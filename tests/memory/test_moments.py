"""Which days a question means. Today is Wednesday, 15 April 2026."""

from datetime import date, timedelta

import pytest

from pawsona.memory.moments import period

TODAY = date(2026, 4, 15)


def day(month: int, number: int, year: int = 2026) -> date:
    return date(year, month, number)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("what did I eat yesterday?", day(4, 14), day(4, 14)),
        ("Last night I dreamt", day(4, 14), day(4, 14)),
        ("the day before yesterday", day(4, 13), day(4, 13)),
        ("who rang this morning", TODAY, TODAY),
        ("What happened last week?", day(4, 6), day(4, 12)),
        ("this week", day(4, 13), day(4, 19)),
        ("last weekend", day(4, 11), day(4, 12)),
        ("last month", day(3, 1), day(3, 31)),
        ("last year", day(1, 1, 2025), day(12, 31, 2025)),
        ("what did I say in March", day(3, 1), day(3, 31)),
        ("back in November", day(11, 1, 2025), day(11, 30, 2025)),
        ("in April", day(4, 1), day(4, 30)),
        ("3 days ago", day(4, 12), day(4, 12)),
        ("two weeks ago", day(3, 28), day(4, 5)),
        ("on Monday", day(4, 13), day(4, 13)),
        ("last Wednesday", day(4, 8), day(4, 8)),
        ("on Sunday", day(4, 12), day(4, 12)),
        ("lately", day(4, 1), TODAY),
        ("昨天吃了啥", day(4, 14), day(4, 14)),
        ("昨晚我说什么了", day(4, 14), day(4, 14)),
        ("前天", day(4, 13), day(4, 13)),
        ("大前天", day(4, 12), day(4, 12)),
        ("今天早上", TODAY, TODAY),
        ("上周我跟谁吵架了", day(4, 6), day(4, 12)),
        ("上个星期", day(4, 6), day(4, 12)),
        ("上周三", day(4, 8), day(4, 8)),
        ("上星期天", day(4, 12), day(4, 12)),
        ("周一", day(4, 13), day(4, 13)),
        ("这周", day(4, 13), day(4, 19)),
        ("上个月", day(3, 1), day(3, 31)),
        ("上周末", day(4, 11), day(4, 12)),
        ("三月我说过什么", day(3, 1), day(3, 31)),
        ("3月份", day(3, 1), day(3, 31)),
        ("十二月", day(12, 1, 2025), day(12, 31, 2025)),
        ("去年", day(1, 1, 2025), day(12, 31, 2025)),
        ("三天前", day(4, 12), day(4, 12)),
        ("两周之前", day(3, 28), day(4, 5)),
        ("最近", day(4, 1), TODAY),
        ("what did I do on 7 May 2023?", day(5, 7, 2023), day(5, 7, 2023)),
        ("who came on the 3rd of March?", day(3, 3), day(3, 3)),
        ("what did we eat on December 24th", day(12, 24, 2025), day(12, 24, 2025)),
        ("in August 2023", day(8, 1, 2023), day(8, 31, 2023)),
        ("last spring", day(3, 1, 2025), day(5, 31, 2025)),
        ("this spring", day(3, 1), day(5, 31)),
        ("in the summer of 2022", day(6, 1, 2022), day(8, 31, 2022)),
        ("last winter", day(12, 1, 2025), day(2, 28)),
        ("during 2022", day(1, 1, 2022), day(12, 31, 2022)),
        ("二月二十八号我去哪了", day(2, 28), day(2, 28)),
        ("2025年5月1日发生了什么", day(5, 1, 2025), day(5, 1, 2025)),
        ("2024年三月", day(3, 1, 2024), day(3, 31, 2024)),
        ("去年春天", day(3, 1, 2025), day(5, 31, 2025)),
        ("冬天我去哪了", day(12, 1, 2025), day(2, 28)),
    ],
)
def test_days_are_found(text: str, first: date, last: date) -> None:
    found = period(text, TODAY)
    assert found is not None
    assert (found.first, found.after - timedelta(days=1)) == (first, last)


@pytest.mark.parametrize(
    "text",
    [
        "may I ask you something", "march on", "what is my cat called", "a second ago feels long", "Monday mornings",
        "我的猫叫什么", "五月三号是我生日", "月亮真好看", "我周围的人", "一年四季",
    ],
)  # fmt: skip
def test_other_texts_name_no_days(text: str) -> None:
    assert period(text, TODAY) is None


def test_the_words_for_the_days_are_taken_out() -> None:
    found = period("what did I eat yesterday?", TODAY)
    assert found is not None
    assert "yesterday" not in found.rest
    assert "eat" in found.rest


def test_three_months_ago_is_meant_roughly() -> None:
    found = period("three months ago", TODAY)
    assert found is not None
    assert found.holds(day(1, 15))
    assert found.holds(day(1, 3))
    assert not found.holds(day(3, 1))


@pytest.mark.parametrize(
    "text", ["31 February 2026", "2月31号", "0 days ago", "400 years ago", "999 months ago", "十十天前", "99年前"]
)
def test_odd_numbers_do_no_harm(text: str) -> None:
    period(text, TODAY)


NAMES = "jan feb mar apr may jun jul aug sep sept oct nov dec january february march april june july august september"
DAYS = "monday tuesday wednesday thursday friday saturday sunday"


@pytest.mark.parametrize(
    "text",
    [f"what was there in {name}?" for name in f"{NAMES} october november december".split()]
    + [f"What did I do ON {name}{end}?" for name in DAYS.split() for end in ("", "s")]
    + [f"Last {season}?" for season in ("Spring", "summer", "autumn", "fall", "winter")]
    + [f"what was it {time} ago?" for time in ("a day", "two weeks", "a few months", "three years", "3 days")]
    + [f"what have I said {days}?" for days in ("lately", "recently", "the other day", "the last few days", "earlier")]
    + ["what did I eat this afternoon?", "and this evening?", "what's on tonight?", "what did I do today?", "in 2024?"]
    + ["What was there DURING 2019?", "the best of 1999?"],
)
def test_no_word_for_days_is_passed_over(text: str) -> None:
    """A text without any of them is not looked through pattern by pattern."""
    assert period(text, TODAY) is not None
