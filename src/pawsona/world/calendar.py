"""The pet's day begins in the small hours, not at midnight: who talks at half past one still means today."""

from datetime import date, datetime, time, timedelta

from pawsona.domain.person import Person

SMALL_HOURS = time(3, 0)
"""The night runs once this hour has struck where the person is; the day it makes begins then."""


def day_of(person: Person, now: datetime) -> date:
    """The pet's day that a moment belongs to, on the person's calendar."""
    return day_at(person.local(now))


def day_at(local: datetime) -> date:
    """The pet's day that a moment of a wall clock belongs to."""
    return local.date() if local.time() >= SMALL_HOURS else local.date() - timedelta(days=1)
