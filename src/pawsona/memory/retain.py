"""How long a memory stays: by the person's calendar, longer when it is talked about, for good when it is pinned."""

from calendar import monthrange
from collections.abc import Mapping
from dataclasses import replace
from datetime import date, datetime, timedelta
from types import MappingProxyType

from pawsona.domain.memory import Memory, Retention
from pawsona.domain.person import Person

MONTHS: Mapping[Retention, int | None] = MappingProxyType({"permanent": None, "long_term": 3, "short_term": 1})
"""Calendar months (iPET sec. 2.2); None is forever."""


def add_months(day: date, months: int) -> date:
    """The same day of another month, or that month's last: 31 January plus one month is 28 February."""
    count = day.year * 12 + day.month - 1 + months
    year, month = divmod(count, 12)
    return date(year, month + 1, min(day.day, monthrange(year, month + 1)[1]))


AFTERWARDS = timedelta(days=7)
"""How long a memory outlives the date that it was about, at least: one still asks how it was."""


def expiry(retention: Retention, moment: datetime, person: Person, ahead: date | None = None) -> date | None:
    """The calendar day on which something said at a moment is gone.

    Counted in days where the person is, so a clock change or a flight never shortens it by an hour. What has a date
    ahead is not forgotten before it: a visit to the dentist in five weeks outlives a month.

    Args:
        retention: for how long.
        moment: when it was said, or talked about again.
        person: for the calendar.
        ahead: the day that it is about, where it has one; in the past it changes nothing.
    """
    months = MONTHS[retention]
    if months is None:
        return None
    said_on = person.local(moment).date()
    ends = add_months(said_on, months)
    return ends if ahead is None or ahead < said_on else max(ends, ahead + AFTERWARDS)


def day_of(slots: Mapping[str, str]) -> date | None:
    """The day that a memory is about (slot `on`); None where it has none, or one that is no date."""
    try:
        return date.fromisoformat(slots.get("on", ""))
    except ValueError:
        return None


def renewed(memory: Memory, moment: datetime, person: Person) -> Memory:
    """The memory after it was talked about; its time starts again, and never runs backwards.

    Not even for who flies west over the date line: a month from 29 February ends three days before one from 1 March.
    """
    moment = max(moment, memory.renewed_at)
    ends = _end(memory, moment, person)
    if ends is not None and memory.expires_on is not None:
        ends = max(ends, memory.expires_on)
    return replace(memory, renewed_at=moment, expires_on=ends)


def pinned(memory: Memory) -> Memory:
    """Kept for good, whatever its retention."""
    return replace(memory, pinned=True, expires_on=None)


def unpinned(memory: Memory, now: datetime, person: Person) -> Memory:
    """Mortal again: a full term from now, so that taking out an old pin deletes nothing tonight."""
    return renewed(replace(memory, pinned=False), now, person)


def share_left(memory: Memory, today: date) -> float:
    """How much of its time is left, 1 to 0: what a page shows as fading. 1 for what does not expire."""
    months = MONTHS[memory.retention]
    if memory.pinned or memory.expires_on is None or months is None:
        return 1.0
    whole = (memory.expires_on - memory.renewed_at.date()).days or 1
    return min(1.0, max(0.0, (memory.expires_on - today).days / whole))


def _end(memory: Memory, moment: datetime, person: Person) -> date | None:
    return None if memory.pinned else expiry(memory.retention, moment, person, day_of(memory.slots))
