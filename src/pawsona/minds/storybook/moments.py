"""A moment as it was named in talk, and what both languages need to find it."""

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta

PART_HOUR = {"morning": 9, "noon": 12, "afternoon": 15, "evening": 19, "night": 21}


@dataclass(frozen=True)
class When:
    """A moment as it was named: any part may be missing."""

    on: date | None = None
    at: time | None = None
    part: str = ""
    exact: datetime | None = None
    weekday: bool = False
    spans: tuple[tuple[int, int], ...] = ()
    """Where in the text it stands, so that it can be cut out of what is to be said."""

    def moment(self, now: datetime, default_hour: int) -> datetime | None:
        """The moment after `now` that is meant; None where only the past fits.

        Args:
            now: on the person's wall clock, aware.
            default_hour: for a day without an hour.
        """
        if self.exact is not None:
            return self.exact
        clock = self.at or time(PART_HOUR.get(self.part, default_hour))
        due = datetime.combine(self.on or now.date(), clock, now.tzinfo)
        if due > now:
            return due
        if self.on is None:
            return due + timedelta(days=1)
        if self.weekday:
            return due + timedelta(days=7)
        if self.on == now.date() and self.at is None:
            later = now + timedelta(hours=2)
            return later.replace(second=0, microsecond=0)
        return None


def after(now: datetime, count: float, unit: str) -> datetime:
    """So many units after now; a month is thirty days."""
    hours = {"min": 1 / 60, "minute": 1 / 60, "hour": 1, "day": 24, "week": 168, "month": 720}[unit]
    return (now + timedelta(hours=count * hours)).replace(second=0, microsecond=0)


def dated(today: date, day: int, month: int | None) -> date | None:
    """The next day of that number, in that month where one was named; None for no such day."""
    for shift in range(13):
        number = (month or today.month) if month else (today.month - 1 + shift) % 12 + 1
        year = today.year + shift if month else today.year + (today.month - 1 + shift) // 12
        try:
            found = date(year, number, day)
        except ValueError:
            continue
        if found >= today:
            return found
    return None


def clock_time(hour: int, minute: int, mark: str, part: str, on: date | None, now: datetime) -> time | None:
    """An hour as it was meant: what was not marked is in waking hours, and for today still to come."""
    if hour > 24 or minute > 59:
        return None
    if mark in {"am", "pm"}:
        hour = hour % 12 + (12 if mark == "pm" else 0)
    elif hour < 12 and part in {"afternoon", "evening", "night"}:
        hour += 12
    elif part != "morning" and 1 <= hour <= 6:
        hour += 12
    elif (
        part != "morning"
        and hour < 12
        and (on or now.date()) == now.date()
        and (hour, minute) <= (now.hour, now.minute)
    ):
        hour += 12
    return time(hour % 24, minute)
