"""Retention by the person's calendar."""

from dataclasses import replace
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pawsona.domain.ids import Bond, MemoryId, PersonId, PetId
from pawsona.domain.memory import Memory, Retention
from pawsona.domain.person import Person
from pawsona.memory.retain import add_months, day_of, expiry, pinned, renewed, share_left, unpinned


def person(zone: str = "Europe/London") -> Person:
    now = datetime(2026, 1, 1, tzinfo=UTC)
    return Person(id=PersonId("p"), name="Ada", language="en", time_zone=zone, created_at=now)


def memory(retention: Retention, at: datetime, who: Person) -> Memory:
    return Memory(
        id=MemoryId("m"), bond=Bond(who.id, PetId("t")), text="Likes tea.", topic="food", importance=1,
        retention=retention, origin="said", sources=(), created_at=at, renewed_at=at,
        expires_on=expiry(retention, at, who),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("day", "months", "expected"),
    [
        (date(2026, 4, 12), 1, date(2026, 5, 12)),
        (date(2026, 1, 31), 1, date(2026, 2, 28)),
        (date(2028, 1, 31), 1, date(2028, 2, 29)),
        (date(2026, 11, 30), 3, date(2027, 2, 28)),
        (date(2026, 12, 5), 1, date(2027, 1, 5)),
        (date(2026, 3, 31), -1, date(2026, 2, 28)),
        (date(2026, 1, 15), -1, date(2025, 12, 15)),
    ],
)
def test_months_are_calendar_months_and_stop_at_the_last_day(day: date, months: int, expected: date) -> None:
    assert add_months(day, months) == expected


@pytest.mark.parametrize(
    ("retention", "expected"),
    [("short_term", date(2026, 5, 12)), ("long_term", date(2026, 7, 12)), ("permanent", None)],
)
def test_each_retention_has_its_term(retention: Retention, expected: date | None) -> None:
    assert expiry(retention, datetime(2026, 4, 12, 12, tzinfo=UTC), person()) == expected


def test_the_day_is_the_one_where_the_person_is() -> None:
    late = datetime(2026, 4, 12, 23, 30, tzinfo=UTC)
    assert expiry("short_term", late, person("Asia/Shanghai")) == date(2026, 5, 13)
    assert expiry("short_term", late, person("America/Los_Angeles")) == date(2026, 5, 12)


@pytest.mark.parametrize("hour", range(24))
def test_a_clock_change_never_moves_the_day(hour: int) -> None:
    """London goes to summer time on 29 March 2026 and back on 25 October."""
    london = person()
    spring = datetime(2026, 3, 28, hour, 30, tzinfo=UTC)
    assert expiry("short_term", spring, london) == date(2026, 4, 28)
    autumn = datetime(2026, 10, 25, hour, 30, tzinfo=UTC)
    local = london.local(autumn).date()
    assert expiry("short_term", autumn, london) == date(local.year, local.month + 1, local.day)


def test_it_is_alive_until_the_day_and_gone_on_it() -> None:
    short = memory("short_term", datetime(2026, 4, 12, tzinfo=UTC), person())
    assert short.alive(date(2026, 5, 11))
    assert not short.alive(date(2026, 5, 12))


def test_talking_about_it_again_starts_its_time_anew() -> None:
    old = memory("short_term", datetime(2026, 4, 12, tzinfo=UTC), person())
    again = renewed(old, datetime(2026, 5, 1, tzinfo=UTC), person())
    assert (again.expires_on, again.renewed_at) == (date(2026, 6, 1), datetime(2026, 5, 1, tzinfo=UTC))
    assert again.created_at == old.created_at


def test_an_older_mention_never_shortens_it() -> None:
    fresh = memory("short_term", datetime(2026, 4, 12, tzinfo=UTC), person())
    assert renewed(fresh, datetime(2026, 4, 1, tzinfo=UTC), person()) == fresh


def test_a_pin_holds_for_good_and_taking_it_out_gives_a_full_term() -> None:
    kept = pinned(memory("short_term", datetime(2026, 4, 12, tzinfo=UTC), person()))
    assert kept.alive(date(2036, 1, 1))
    assert renewed(kept, datetime(2026, 8, 1, tzinfo=UTC), person()).expires_on is None
    free = unpinned(kept, datetime(2027, 1, 31, 12, tzinfo=UTC), person())
    assert (free.pinned, free.expires_on) == (False, date(2027, 2, 28))


def test_the_share_left_runs_from_one_to_nothing() -> None:
    short = memory("short_term", datetime(2026, 4, 12, tzinfo=UTC), person())
    shares = [share_left(short, date(2026, 4, 12) + timedelta(days=n)) for n in range(40)]
    assert shares[0] == 1.0
    assert shares[15] == 0.5
    assert shares[30:] == [0.0] * 10
    assert shares == sorted(shares, reverse=True)


def test_what_does_not_expire_does_not_fade() -> None:
    at = datetime(2026, 4, 12, tzinfo=UTC)
    assert share_left(memory("permanent", at, person()), date(2099, 1, 1)) == 1.0
    assert share_left(pinned(memory("short_term", at, person())), date(2099, 1, 1)) == 1.0


@pytest.mark.parametrize(
    ("ahead", "ends"),
    [
        (date(2026, 5, 19), date(2026, 5, 26)),  # a dentist in five weeks: a week longer than that
        (date(2026, 4, 20), date(2026, 5, 12)),  # it is over before the month is
        (date(2026, 4, 12), date(2026, 5, 12)),
        (date(2020, 1, 1), date(2026, 5, 12)),
        (None, date(2026, 5, 12)),
    ],
)
def test_what_has_a_date_ahead_outlives_it(ahead: date | None, ends: date) -> None:
    said = datetime(2026, 4, 12, 12, tzinfo=UTC)
    assert expiry("short_term", said, person(), ahead) == ends
    assert expiry("permanent", said, person(), ahead) is None
    known = replace(memory("short_term", said, person()), slots={"on": ahead.isoformat()} if ahead else {})
    assert renewed(known, said, person()).expires_on == ends
    assert unpinned(pinned(known), said, person()).expires_on == ends


@pytest.mark.parametrize("on", ["", "soon", "2026-02-31", "2026-13-45"])
def test_an_impossible_date_changes_nothing(on: str) -> None:
    assert day_of({"on": on}) is None


@example(said=datetime(2020, 3, 1, tzinfo=UTC), again=timedelta(), zone="Pacific/Kiritimati", moved="Pacific/Pago_Pago")
@given(
    said=st.datetimes(datetime(2020, 1, 1), datetime(2040, 1, 1), timezones=st.just(UTC)),
    again=st.timedeltas(timedelta(), timedelta(days=800)),
    zone=st.sampled_from(
        ["Pacific/Kiritimati", "America/Los_Angeles", "Europe/London", "Asia/Kolkata", "Asia/Shanghai"]
    ),
    moved=st.sampled_from(["Pacific/Pago_Pago", "Asia/Tokyo", "Europe/London"]),
)
def test_it_lives_its_months_to_midnight_wherever_the_person_goes(
    said: datetime, again: timedelta, zone: str, moved: str
) -> None:
    """Alive on every day before its day, gone from the midnight with which that begins; a flight moves only midnight."""
    short = memory("short_term", said, person(zone))
    assert short.expires_on is not None
    for place in (zone, moved):
        midnight = datetime.combine(short.expires_on, time(), ZoneInfo(place)).astimezone(UTC)
        assert short.alive(person(place).local(midnight - timedelta(seconds=1)).date())
        assert not short.alive(person(place).local(midnight).date())
    assert 27 <= (short.expires_on - person(zone).local(said).date()).days <= 31
    later = renewed(short, said + again, person(moved))
    assert later.expires_on is not None and later.expires_on >= short.expires_on
