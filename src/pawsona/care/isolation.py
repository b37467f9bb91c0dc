"""Signs that somebody has only the pet: said outright, or read from hours and nights without anybody else in them.

They are answered by pointing to people, at most now and then. Nothing is taken away.
"""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from functools import lru_cache
from typing import Literal

from pawsona.care.files import CONTENT, entry, mapping, read_yaml, text, texts
from pawsona.care.normal import folded
from pawsona.care.patterns import Patterns, any_in, compiled
from pawsona.domain.language import LANGUAGES
from pawsona.domain.usage import UseDay

Sign = Literal["said", "hours", "nights"]
AGAIN_AFTER = timedelta(days=7)
"""How long nobody is pointed to people again for hours or nights; for their own words a day."""
SAID_AFTER = timedelta(days=1)
LOOKED_BACK = timedelta(days=14)
WEEK = timedelta(days=7)
_NAME = "isolation.yaml"
_LONG_DAY = timedelta(hours=3).total_seconds()
_LONG_DAYS = 3
_NIGHTS = 0.6
_ENOUGH = timedelta(hours=3).total_seconds()
_MESSAGES = 30
"""So many messages without a word of anybody are a sign; fewer say nothing."""


def says_only_you(said: str) -> bool:
    """Whether somebody says that the pet is all they have."""
    return any_in(folded(said[:4000]), _content()[0])


def long_days(days: Sequence[UseDay], today: date) -> bool:
    """Whether the last days were spent here: three of the last seven with three hours and more."""
    return sum(day.seconds >= _LONG_DAY and today - day.on < WEEK for day in days) >= _LONG_DAYS


def mostly_nights(days: Sequence[UseDay]) -> bool:
    """Whether most of the time was between midnight and five."""
    whole = sum(day.seconds for day in days)
    return whole >= _ENOUGH and sum(day.night_seconds for day in days) >= _NIGHTS * whole


def names_nobody(said: Sequence[str]) -> bool:
    """Whether many messages in a row name no other person."""
    return len(said) >= _MESSAGES and not any(any_in(folded(one), _content()[1]) for one in said)


@lru_cache(maxsize=1)
def _content() -> tuple[Patterns, Patterns]:
    """The patterns of `isolation.yaml`.

    Raises:
        ContentError: it is wrong.
    """
    data = mapping(read_yaml(CONTENT / _NAME), _NAME)
    parts: list[Mapping[str, object]] = [mapping(entry(data, one, _NAME), f"{_NAME}: {one}") for one in LANGUAGES]
    only = [source for part in parts for source in texts(entry(part, "only_you", _NAME), f"{_NAME}: only_you")]
    people = [text(entry(part, "people", _NAME), f"{_NAME}: people") for part in parts]
    return compiled(only, f"{_NAME}: only_you"), compiled(people, f"{_NAME}: people")
