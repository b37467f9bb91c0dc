"""What was measured of the screen; data, so that the page never tells a figure that nobody measured."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from pawsona.care.files import CONTENT, entry, listing, mapping, read_yaml, text
from pawsona.domain.language import LANGUAGES, Language
from pawsona.errors import ContentError

_NAME = "measured.yaml"


@dataclass(frozen=True)
class Row:
    """One language, in percent."""

    language: Language
    found: float
    found_grave: float
    """Of the tiers high and imminent."""
    false_alarms: float


@dataclass(frozen=True)
class Measured:
    """One measurement."""

    on: date
    command: str
    set: Mapping[Language, str]
    """The lines it was measured on, in words."""
    rows: tuple[Row, ...]


@lru_cache(maxsize=1)
def measured() -> Measured:
    """The latest measurement.

    Raises:
        ContentError: the file is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    on = entry(data, "measured_on", _NAME)
    if not isinstance(on, date):
        raise ContentError(f"{_NAME}: measured_on: should be a day")
    words = mapping(entry(data, "set", _NAME), f"{_NAME}: set")
    rows = listing(entry(data, "rows", _NAME), f"{_NAME}: rows")
    return Measured(
        on,
        text(entry(data, "command", _NAME), f"{_NAME}: command"),
        {at: text(entry(words, at, f"{_NAME}: set"), f"{_NAME}: set.{at}") for at in LANGUAGES},
        tuple(_row(mapping(row, f"{_NAME}: rows[{n}]"), f"{_NAME}: rows[{n}]") for n, row in enumerate(rows)),
    )


def _row(row: Mapping[str, object], where: str) -> Row:
    language = entry(row, "language", where)
    for known in LANGUAGES:
        if language == known:
            return Row(known, *(_share(row, name, where) for name in ("found", "found_grave", "false_alarms")))
    raise ContentError(f"{where}: language: should be one of {', '.join(LANGUAGES)}")


def _share(row: Mapping[str, object], name: str, where: str) -> float:
    value = entry(row, name, where)
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 100:
        raise ContentError(f"{where}.{name}: should be a share from 0 to 100")
    return float(value)
