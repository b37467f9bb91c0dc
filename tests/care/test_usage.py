"""Use time goes by the wall clock, whatever happens to page, program and clock."""

from datetime import UTC, datetime, timedelta

import pytest

from pawsona.care.usage import ENDS_AFTER, PAUSE, prolonged
from pawsona.domain.usage import Stretch

NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)
TALKED = Stretch(NOON - timedelta(hours=2), NOON)


def after(known: Stretch | None, **silence: float) -> tuple[timedelta, timedelta]:
    """Continuing use, and what was counted, when something is said so long after noon."""
    stretch, spent = prolonged(known, NOON + timedelta(**silence))
    return stretch.last_at - stretch.since, spent


def test_the_first_word_begins_it() -> None:
    assert after(None) == (timedelta(), timedelta())


def test_a_short_silence_counts_whole() -> None:
    assert after(TALKED, minutes=3) == (timedelta(hours=2, minutes=3), timedelta(minutes=3))


def test_a_longer_silence_goes_on_but_counts_five_minutes_of_time_in_use() -> None:
    assert after(TALKED, minutes=29) == (timedelta(hours=2, minutes=29), PAUSE)


def test_half_an_hour_of_silence_ends_it() -> None:
    assert after(TALKED, minutes=30) == (timedelta(), timedelta())


@pytest.mark.parametrize("hours", [-24 * 365, -5, 5, 24 * 365])
def test_a_clock_that_jumps_begins_anew(hours: float) -> None:
    assert after(TALKED, hours=hours) == (timedelta(), timedelta())


def test_a_clock_set_back_a_little_stands_still() -> None:
    assert after(TALKED, minutes=-20) == (timedelta(hours=2), timedelta())


def test_many_small_steps_back_never_make_it_negative() -> None:
    stretch: Stretch | None = None
    for step in range(50):
        stretch, spent = prolonged(stretch, NOON - step * (ENDS_AFTER - timedelta(seconds=1)))
        assert spent >= timedelta() and stretch.since <= stretch.last_at
