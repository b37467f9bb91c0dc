"""How long somebody has been talking: by the wall clock, over all their pets, with nothing kept of what was said.

Two clocks. *Continuing use*, which legal notices count, goes on through every silence shorter than half an hour, be
the page closed in between or the machine started anew. *Time in use*, which a person's own limit counts, leaves out
what is longer than five minutes of a silence: who makes dinner in between has not talked all the while.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Store
from pawsona.domain.usage import Stretch, UseDay

ENDS_AFTER = timedelta(minutes=30)
"""A silence that ends continuing use, as it ends a session."""
PAUSE = timedelta(minutes=5)
"""What counts of a silence at most, as time in use."""
NIGHT = range(0, 5)
"""Hours of the person's day that count as night."""


@dataclass(frozen=True)
class Use:
    """What one more message changed."""

    stretch: Stretch
    before: timedelta
    """Continuing use up to the message before; nothing where this one begins it."""
    today_before: timedelta
    today: timedelta
    """Time in use today, up to the message before and now."""

    @property
    def continuing(self) -> timedelta:
        return self.stretch.last_at - self.stretch.since

    @property
    def begins(self) -> bool:
        """Whether this message begins a time of use."""
        return self.stretch.since == self.stretch.last_at


@dataclass(frozen=True)
class UseTime:
    """Counts."""

    store: Store
    clock: Clock

    async def said(self, person: Person) -> Use:
        """Something was said at this moment; call it inside the transaction that stores the message."""
        now = self.clock.now()
        known = await self.store.usage.stretch(person.id)
        stretch, spent = prolonged(known, now)
        local = person.local(now)
        seconds = int(spent.total_seconds())
        more = UseDay(on=local.date(), seconds=seconds, night_seconds=seconds if local.hour in NIGHT else 0)
        days = await self.store.usage.days(person.id, local.date())
        today = timedelta(seconds=sum(day.seconds for day in days if day.on == local.date()))
        await self.store.usage.use(person.id, stretch, more)
        goes_on = known is not None and stretch.since == known.since
        before = known.last_at - known.since if known is not None and goes_on else timedelta()
        return Use(stretch, before, today, today + spent)


def prolonged(known: Stretch | None, now: datetime) -> tuple[Stretch, timedelta]:
    """The stretch at this moment, and what of the silence before counts as time in use.

    A clock that was set back or on by half an hour or more begins a new stretch; set back by less it stands still,
    so that no notice is put off by it.
    """
    if known is None or abs(now - known.last_at) >= ENDS_AFTER:
        return Stretch(now, now), timedelta()
    last = max(now, known.last_at)
    return Stretch(min(known.since, last), last), min(last - known.last_at, PAUSE)
