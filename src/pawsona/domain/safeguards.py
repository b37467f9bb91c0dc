"""What a person settled about care: limits of their own, hours of quiet, somebody to turn to."""

from dataclasses import dataclass
from datetime import datetime, time

QUIET = (time(22), time(8))
"""When nothing is said unasked, unless the person settled other hours."""


@dataclass(frozen=True, slots=True)
class Contact:
    """Somebody whom the person named for an emergency."""

    name: str
    reach: str
    """How to reach them, in the person's own words; most often a number."""
    consented_at: datetime | None = None
    """When the person agreed that whoever runs this service may be told to call them; at home nobody is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Safeguards:
    """One person's; whoever settled nothing has these."""

    day_minutes: int | None = None
    """How long they want to talk a day; None is as they like."""
    break_minutes: int | None = None
    """After how long a break is suggested; None leaves it to the rules of the place."""
    quiet: tuple[time, time] | None = None
    """Their own hours of quiet, from and to on their wall clock; None is `QUIET`, and then only for the pet."""
    unasked: int = 3
    """How often a day the pet may bring something up by itself."""
    contact: Contact | None = None
