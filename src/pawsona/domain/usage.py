"""How long somebody talks: minutes by the day and the stretch under way, never what was said."""

from dataclasses import dataclass
from datetime import date, datetime


@dataclass(frozen=True, slots=True)
class Stretch:
    """A time of continuing use, over all pets of a person; it survives reconnecting and a restart."""

    since: datetime
    last_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class UseDay:
    """One day on the person's calendar."""

    on: date
    seconds: int = 0
    night_seconds: int = 0
    """Of these, between midnight and five."""
    unasked: int = 0
    """What the pet brought up by itself."""
