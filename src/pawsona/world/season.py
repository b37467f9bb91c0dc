"""The season where the person lives: by the month, and by the hemisphere of their time zone."""

from datetime import date
from functools import lru_cache
from importlib import resources

from pawsona.domain.day import Season

_BY_MONTH: tuple[Season, ...] = (
    "winter", "winter", "spring", "spring", "spring", "summer",
    "summer", "summer", "autumn", "autumn", "autumn", "winter",
)  # fmt: skip
_SOUTHERN = ("Australia/", "Antarctica/", "NZ", "Brazil/", "Chile/")
"""Old names that the table of zones does not list."""


def season_of(on: date, time_zone: str) -> Season:
    """The meteorological season of a day."""
    shift = 6 if southern(time_zone) else 0
    return _BY_MONTH[(on.month - 1 + shift) % 12]


def southern(time_zone: str) -> bool:
    """Whether a time zone's city lies south of the equator; unknown zones count as northern."""
    latitude = _latitudes().get(time_zone)
    return latitude == "-" if latitude else time_zone.startswith(_SOUTHERN)


@lru_cache(maxsize=1)
def _latitudes() -> dict[str, str]:
    """Zone -> "+" or "-", from the table that comes with the time-zone data (ISO 6709 coordinates)."""
    table = resources.files("tzdata").joinpath("zoneinfo", "zone.tab").read_text("utf-8")
    rows = (line.split("\t") for line in table.splitlines() if line and not line.startswith("#"))
    return {row[2]: row[1][0] for row in rows}
