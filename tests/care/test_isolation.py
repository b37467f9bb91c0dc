"""Who has only the pet: their own words, and what minutes show."""

from datetime import date, timedelta

import pytest

from pawsona.care.isolation import long_days, mostly_nights, names_nobody, says_only_you
from pawsona.domain.usage import UseDay

TODAY = date(2026, 4, 12)
HOUR = 3600


@pytest.mark.parametrize(
    "said",
    [
        "you're all I have", "You are my only friend.", "I have nobody but you", "only you understand me",
        "I don't need anyone else", "you're the only one I can talk to", "I've stopped seeing my friends",
        "我只有你了", "除了你，我谁都没有", "只有你懂我", "你是我唯一的朋友", "我有你就够了", "我不需要别人",
        "我沒有別人可以說話，只有你",
    ],
)  # fmt: skip
def test_somebody_says_it(said: str) -> None:
    assert says_only_you(said)


@pytest.mark.parametrize(
    "said",
    [
        "you're all wet", "you are my only cat", "I only need you to listen", "I don't need anyone to help me move",
        "is that all you have?", "only you would say that", "my sister is my only friend at work",
        "我只有一块饼干", "只有你吃这个", "除了你，大家都来了", "我的朋友都来了", "你是我唯一的猫",
    ],
)  # fmt: skip
def test_other_things_are_not_it(said: str) -> None:
    assert not says_only_you(said)


def day(back: int, hours: float, night: float = 0) -> UseDay:
    return UseDay(on=TODAY - timedelta(days=back), seconds=round(hours * HOUR), night_seconds=round(night * HOUR))


def test_three_long_days_of_the_last_week_are_a_sign() -> None:
    assert long_days([day(3, 4), day(2, 3), day(1, 3.5)], TODAY)
    assert not long_days([day(3, 4), day(2, 2.9), day(1, 3.5)], TODAY)
    assert not long_days([day(9, 4), day(8, 4), day(1, 4)], TODAY)


def test_nights_are_a_sign_when_they_are_most_of_enough() -> None:
    assert mostly_nights([day(2, 2, 1.5), day(1, 2, 1.5)])
    assert not mostly_nights([day(1, 1, 1)])
    assert not mostly_nights([day(1, 8, 2)])


@pytest.mark.parametrize(("word", "nobody"), [("rain", True), ("my sister", False), ("我妈", False), ("下雨", True)])
def test_thirty_messages_without_anybody(word: str, nobody: bool) -> None:
    assert names_nobody(["the soup is on"] * 30 + [word]) == nobody
    assert not names_nobody([word] * 5)
