"""What is asked: which words, about whom, about which days."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from zoneinfo import ZoneInfo

from pawsona.domain.person import Person
from pawsona.domain.sheet import Terms
from pawsona.memory.lexemes import numbered, sought
from pawsona.memory.moments import Period, period


@dataclass(frozen=True)
class Question:
    """A question taken apart."""

    text: str
    """Without the words that name days, and without the names of those who speak."""
    terms: Terms
    speaker: str | None = None
    """Whom it is about, where it names one of those who speak."""
    days: Period | None = None
    seconds: tuple[int, int] = (0, 0)
    """When these days began and ended where the person is, since 1970."""


def understood(query: str, person: Person, today: date, speakers: Sequence[str] = ()) -> Question:
    """Take a question apart.

    Args:
        query: what was said.
        person: whose calendar counts.
        today: the person's calendar day.
        speakers: who speaks in what is searched, beside the person.
    """
    days = period(query, today)
    text = days.rest if days else query
    named = [name for name in speakers if name and _named(name).search(text)]
    for name in named:
        text = _named(name).sub(" ", text)
    words = sought(text)
    text, words = (text, words) if words else (query, sought(query))
    seconds = (_begin(days.first, person), _begin(days.after, person)) if days else (0, 0)
    return Question(text, numbered(words), named[0] if len(named) == 1 else None, days, seconds)


def _named(name: str) -> re.Pattern[str]:
    return re.compile(rf"\b{re.escape(name)}(?:['’]s)?\b", re.IGNORECASE)


def _begin(day: date, person: Person) -> int:
    return int(datetime.combine(day, time(), ZoneInfo(person.time_zone)).timestamp())
