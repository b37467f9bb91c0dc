"""Limits of one's own are told at their line and nowhere else; hours of quiet go over midnight."""

from datetime import UTC, datetime, time, timedelta

import pytest

from pawsona.care.initiative import may_speak
from pawsona.care.limits import due, in_quiet
from pawsona.care.usage import Use
from pawsona.care.wording import lasting
from pawsona.domain.language import Language
from pawsona.domain.safeguards import Safeguards
from pawsona.domain.usage import Stretch

NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)


def use(before: float, today: float, *, continuing: tuple[float, float] = (0, 1)) -> Use:
    """Minutes in use today before and after a message; continuing use before and after it."""
    stretch = Stretch(NOON - timedelta(minutes=continuing[1]), NOON)
    return Use(stretch, timedelta(minutes=continuing[0]), timedelta(minutes=before), timedelta(minutes=today))


def told(given: Use, **settled: object) -> list[str]:
    return [words for _, words in due(given, Safeguards(**settled), NOON, "en")]  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (40, 44, ""),
        (42, 46, "45 minutes"),
        (46, 50, ""),
        (73, 76, "31 minutes past"),
        (76, 80, ""),
        (104, 106, "61 min"),
    ],
)
def test_the_day_is_told_when_it_is_used_and_every_half_hour_after(before: float, after: float, says: str) -> None:
    found = told(use(before, after), day_minutes=45)
    assert (says in found[0]) if says else found == []


def test_a_long_silence_that_jumps_over_the_line_is_told_once() -> None:
    assert len(told(use(10, 90), day_minutes=45)) == 1


@pytest.mark.parametrize(
    ("before", "after", "says"), [(20, 29, False), (28, 31, True), (31, 59, False), (58, 62, True)]
)
def test_a_break_comes_at_its_time(before: float, after: float, says: bool) -> None:
    found = told(use(0, 0, continuing=(before, after)), break_minutes=30)
    assert bool(found) == says


@pytest.mark.parametrize(
    ("hour", "quiet", "inside"),
    [
        (23, None, True), (3, None, True), (8, None, False), (21, None, False), (13, (time(12), time(14)), True),
        (14, (time(12), time(14)), False), (23, (time(12), time(14)), False),
    ],
)  # fmt: skip
def test_hours_of_quiet(hour: int, quiet: tuple[time, time] | None, inside: bool) -> None:
    assert in_quiet(NOON.replace(hour=hour), quiet) == inside


@pytest.mark.parametrize(
    ("hour", "spoken", "minor", "asked_for", "may"),
    [
        (12, 0, False, False, True), (12, 3, False, False, False), (12, 3, False, True, True), (23, 0, False, True, False),
        (12, 0, True, False, True), (12, 1, True, False, False), (7, 0, False, False, False),
    ],
)  # fmt: skip
def test_the_pet_begins_seldom_and_never_in_quiet(
    hour: int, spoken: int, minor: bool, asked_for: bool, may: bool
) -> None:
    local = NOON.replace(hour=hour)
    assert may_speak(local, Safeguards(), spoken, minor=minor, asked_for=asked_for) == may


def test_a_person_may_want_none_of_it() -> None:
    assert not may_speak(NOON, Safeguards(unasked=0), 0, minor=False, asked_for=False)


@pytest.mark.parametrize(
    ("minutes", "language", "words"),
    [
        (30, "en", "half an hour"), (60, "zh", "一个小时"), (240, "en", "4 hours"), (50, "en", "50 minutes"),
        (300, "zh", " 5 个小时"),
    ],
)  # fmt: skip
def test_times_are_said_as_people_say_them(minutes: int, language: Language, words: str) -> None:
    assert lasting(timedelta(minutes=minutes), language) == words
