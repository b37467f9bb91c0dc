"""What an instance says of an absence is told to minds as hours."""

import pytest

from pawsona.bench.open.away import USUAL, hours
from pawsona.bench.open.given import given_of
from pawsona.bench.open.suite import instances


@pytest.mark.parametrize(
    ("text", "days"),
    [("two days", 2), ("a week", 7), ("one day", 1), ("twelve days", 12), ("a month", 30), ("3 days", 3), ("两天", 2),
     ("一周", 7), ("半个月", 15), ("三个月", 90), ("十天", 10), ("一个星期", 7), ("三日", 3), ("两周", 14)],
)  # fmt: skip
def test_a_stretch_of_time_is_read(text: str, days: int) -> None:
    assert hours(text) == 24 * days


def test_minds_are_told_how_long_it_was() -> None:
    assert hours("for ages") == USUAL
    told = {given_of(one).away_hours for one in instances() if one.skill == "memory.greet"}
    assert len(told) > 5
