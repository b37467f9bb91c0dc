"""The weather of the pet's world: made up, but the same whenever one asks, and in spells as weather comes."""

from collections.abc import Mapping
from datetime import date, timedelta
from hashlib import blake2b

from pawsona.domain.day import Season, Weather

# Shares of days, in percent: a mild place with real seasons.
_CLIMATE: Mapping[Season, Mapping[Weather, int]] = {
    "spring": {"sun": 32, "cloud": 22, "rain": 24, "wind": 16, "fog": 6},
    "summer": {"sun": 52, "cloud": 18, "rain": 20, "wind": 8, "fog": 2},
    "autumn": {"sun": 26, "cloud": 24, "rain": 24, "wind": 14, "fog": 12},
    "winter": {"sun": 24, "cloud": 26, "rain": 10, "wind": 12, "fog": 8, "snow": 20},
}
_TURNS = 65
"""Percent of mornings on which the weather may turn: spells last a day or two."""
_LONGEST_SPELL = 4


def weather_of(seed: int, on: date, season: Season) -> Weather:
    """The weather of a day, from the pet's seed; snow falls in winter only."""
    began = on
    for back in range(_LONGEST_SPELL):
        began = on - timedelta(days=back)
        if _draw(seed, began, "turn") < _TURNS:
            break
    left = _draw(seed, began, "weather")
    shares = _CLIMATE[season]
    for weather, share in shares.items():
        left -= share
        if left < 0:
            return weather
    raise AssertionError(f"the shares of {season} do not add up to 100")


def _draw(seed: int, on: date, what: str) -> int:
    """0 to 99, decided by its arguments."""
    digest = blake2b(f"{seed}/{on.isoformat()}/{what}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") % 100
