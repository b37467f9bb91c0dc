"""When a night is due, and which pets it is for."""

from datetime import datetime, timedelta

from pawsona.domain.person import Person
from pawsona.world.calendar import SMALL_HOURS

SLEEPS_AFTER = timedelta(days=7)
"""A pet that nobody visited for so long sleeps, costs nothing, and wakes when its person comes back."""


def sleeps(last_visit: datetime, now: datetime) -> bool:
    """Whether the pet sleeps through this night."""
    return now - last_visit > SLEEPS_AFTER


def next_night(person: Person, now: datetime) -> datetime:
    """The next moment at which the small hours strike where the person is (aware, on their clock)."""
    local = person.local(now)
    tonight = local.replace(hour=SMALL_HOURS.hour, minute=SMALL_HOURS.minute, second=0, microsecond=0)
    return tonight if tonight > local else tonight + timedelta(days=1)
