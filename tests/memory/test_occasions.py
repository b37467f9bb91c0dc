"""Days that memories are about: each year, once, by two calendars."""

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pawsona.domain.ids import Bond, MemoryId, PersonId, PetId
from pawsona.domain.language import Language
from pawsona.domain.memory import Memory
from pawsona.domain.person import Person
from pawsona.memory.occasions import Yearly, occasions, yearly

NOW = datetime(2026, 4, 12, 12, tzinfo=UTC)


def person(language: Language = "en") -> Person:
    name = "Lin" if language == "en" else "小林"
    return Person(id=PersonId("p"), name=name, language=language, time_zone="UTC", created_at=NOW)


def memory(text: str, **fields: Any) -> Memory:
    given: dict[str, Any] = {"topic": "relatives_and_friends", "slots": {}, "origin": "said", **fields}
    return Memory(
        id=MemoryId("m"), bond=Bond(PersonId("p"), PetId("t")), text=text, importance=2, retention="permanent",
        sources=(), created_at=NOW, renewed_at=NOW, expires_on=None, **given,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("Lin's birthday is May 3rd", Yearly(5, 3)),
        ("born on the 3rd of May, 1990", Yearly(5, 3)),
        ("3 May 1990", Yearly(5, 3)),
        ("Sept. 9", Yearly(9, 9)),
        ("her birthday is February 29", Yearly(2, 29)),
        ("小林的生日是五月三号", Yearly(5, 3)),
        ("生日是5月3日", Yearly(5, 3)),
        ("十二月三十一号", Yearly(12, 31)),
        ("农历八月十五", Yearly(8, 15, lunar=True)),
        ("阴历腊月廿三", Yearly(12, 23, lunar=True)),
        ("正月初一", Yearly(1, 1, lunar=True)),
        ("on 31 February", None),
        ("13月45日", None),
        ("农历十三月初一", None),
        ("二月三十号", None),
        ("maybe 3 people", None),
        ("五月三", None),
        ("her birthday is soon", None),
    ],
)
def test_a_yearly_day_is_read_from_words(text: str, found: Yearly | None) -> None:
    assert yearly(text) == found


@given(st.dates(date(2020, 1, 1), date(2040, 12, 31)))
def test_a_day_of_the_year_falls_once_a_year_on_its_date(on: date) -> None:
    day = Yearly(on.month, on.day)
    days = [date(2027, 1, 1) + timedelta(days=n) for n in range(365)]
    [kept] = [one for one in days if day.falls(one)]
    assert (kept.month, kept.day) == ((2, 28) if (on.month, on.day) == (2, 29) else (on.month, on.day))


def test_the_29th_of_february_is_kept_on_the_28th_where_there_is_none() -> None:
    day = Yearly(2, 29)
    assert day.falls(date(2027, 2, 28)) and not day.falls(date(2027, 3, 1))
    assert day.falls(date(2028, 2, 29)) and not day.falls(date(2028, 2, 28))


@pytest.mark.long
@pytest.mark.parametrize(
    ("day", "on"),
    [
        (Yearly(8, 15, lunar=True), [date(2025, 10, 6), date(2026, 9, 25)]),  # Mid-Autumn
        (Yearly(1, 1, lunar=True), [date(2025, 1, 29), date(2026, 2, 17)]),  # New Year
        (Yearly(6, 1, lunar=True), [date(2025, 6, 25), date(2026, 7, 14)]),  # 2025 has a leap sixth month
    ],
)
def test_a_lunar_day_moves_through_the_year(day: Yearly, on: list[date]) -> None:
    days = (date(2025, 1, 1) + timedelta(days=n) for n in range(730))
    assert [one for one in days if day.falls(one)] == on


def test_the_thirtieth_of_a_month_without_one_is_its_last_day() -> None:
    """New Year's Eve, whether its month has 29 days or 30."""
    kept = [d for n in range(420) if Yearly(12, 30, lunar=True).falls(d := date(2026, 1, 1) + timedelta(days=n))]
    assert kept == [date(2026, 2, 16), date(2027, 2, 5)]


@pytest.mark.parametrize(
    ("language", "known", "text", "own", "kind"),
    [
        ("en", memory("Lin's birthday is May 3rd", topic="birthday"), "your birthday", True, "birthday"),
        ("en", memory("Lin was born on May 3", topic="birthday"), "your birthday", True, "birthday"),
        ("en", memory("Lin's mum's birthday is 3 May"), "your mum's birthday", False, "birthday"),
        ("en", memory("x 3 May", slots={"you": "your wedding anniversary is on May 3"}), "your wedding anniversary",
         True, "anniversary"),
        ("en", memory("A dentist on 3 May", slots={"on": "2026-05-03", "you": "you have a dentist on 3 May."}),
         "you have a dentist on 3 May", False, "day"),
        ("zh", memory("小林的生日是五月三号", topic="birthday"), "你的生日", True, "birthday"),
        ("zh", memory("小林的妈妈的生日是5月3日"), "你的妈妈的生日", False, "birthday"),
        ("zh", memory("5月3日", slots={"you": "你们的结婚纪念日是5月3日"}), "你们的结婚纪念日", True, "anniversary"),
    ],
)  # fmt: skip
def test_what_a_day_is_called_and_whose_it_is(
    language: Language, known: Memory, text: str, own: bool, kind: str
) -> None:
    [one] = occasions([known], person(language), date(2026, 4, 25))
    assert (one.on, one.text, one.own, one.kind) == (date(2026, 5, 3), text, own, kind)
    assert occasions([known], person(language), date(2026, 4, 25), days=2) == ()


def test_the_year_turns_and_what_was_made_up_does_not_count() -> None:
    new_year = memory("Lin's birthday is January 2", topic="birthday")
    [one] = occasions([new_year], person(), date(2026, 12, 28))
    assert one.on == date(2027, 1, 2)
    assert occasions([memory("Lin's birthday is May 3", origin="simulated")], person(), date(2026, 5, 3)) == ()
    assert occasions([memory("It is soon", slots={"on": "2026-02-31"})], person(), date(2026, 2, 20)) == ()
