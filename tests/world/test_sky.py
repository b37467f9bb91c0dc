"""Season and weather: decided by date, place and seed, and like weather."""

from collections import Counter
from datetime import date, timedelta

import pytest

from pawsona.domain.day import Season
from pawsona.world.season import season_of, southern
from pawsona.world.weather import weather_of


@pytest.mark.parametrize(
    ("on", "zone", "season"),
    [
        (date(2026, 4, 12), "Europe/Berlin", "spring"), (date(2026, 7, 1), "Asia/Shanghai", "summer"),
        (date(2026, 10, 1), "America/New_York", "autumn"), (date(2026, 1, 5), "Europe/London", "winter"),
        (date(2026, 12, 31), "Asia/Tokyo", "winter"), (date(2026, 1, 5), "Australia/Sydney", "summer"),
        (date(2026, 7, 1), "America/Sao_Paulo", "winter"), (date(2026, 4, 12), "Pacific/Auckland", "autumn"),
        (date(2026, 10, 1), "Africa/Johannesburg", "spring"), (date(2026, 7, 1), "UTC", "summer"),
        (date(2026, 7, 1), "Australia/ACT", "winter"),
    ],
)  # fmt: skip
def test_the_season_follows_the_month_and_the_hemisphere(on: date, zone: str, season: Season) -> None:
    assert season_of(on, zone) == season


def test_an_unknown_zone_counts_as_northern() -> None:
    assert not southern("Mars/Olympus")


def test_weather_is_the_same_whenever_one_asks() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(60)]
    first = [weather_of(7, day, "winter") for day in days]
    assert [weather_of(7, day, "winter") for day in reversed(days)] == first[::-1]
    assert [weather_of(8, day, "winter") for day in days] != first


def test_snow_falls_in_winter_only() -> None:
    days = [date(2026, 1, 1) + timedelta(days=n) for n in range(365)]
    for seed in range(20):
        for day in days:
            season = season_of(day, "Europe/Berlin")
            assert season == "winter" or weather_of(seed, day, season) != "snow"
    assert any(weather_of(seed, date(2026, 1, 10), "winter") == "snow" for seed in range(20))


def test_weather_comes_in_spells_and_changes() -> None:
    week = [weather_of(3, date(2026, 4, 1) + timedelta(days=n), "spring") for n in range(1000)]
    same = sum(a == b for a, b in zip(week, week[1:], strict=False)) / 999
    assert 0.45 < same < 0.75
    assert max(Counter(week).values()) < 500 and set(week) == {"sun", "cloud", "rain", "wind", "fog"}
