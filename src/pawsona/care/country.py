"""Countries by their two letters (ISO 3166), from the table that comes with the time-zone data."""

from functools import lru_cache
from importlib import resources


def country(code: str) -> str | None:
    """The code in capitals; None where there is no such country. `UK` is often written for `GB`."""
    wanted = code.strip().upper()
    wanted = "GB" if wanted == "UK" else wanted
    return wanted if wanted in countries() else None


@lru_cache(maxsize=1)
def countries() -> frozenset[str]:
    """All codes."""
    table = resources.files("tzdata").joinpath("zoneinfo", "iso3166.tab").read_text("utf-8")
    return frozenset(line[:2] for line in table.splitlines() if line and not line.startswith("#"))
