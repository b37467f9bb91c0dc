"""When a night is due, which pets it is for, and putting what is due into the ledger."""

from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pawsona.domain.lease import Shard
from pawsona.domain.person import Person
from pawsona.domain.ports import Store
from pawsona.world.calendar import SMALL_HOURS, day_at

SLEEPS_AFTER = timedelta(days=7)
"""A pet that nobody visited for so long sleeps, costs nothing, and wakes when its person comes back."""
KEPT = timedelta(days=7)
"""How long the ledger says what became of a night."""
PAGE = 1000
"""Pets that are looked at in one transaction: planning holds so many in memory, whether there are ten or a million."""


def next_night(person: Person, now: datetime) -> datetime:
    """The next moment at which the small hours strike where the person is (aware, on their clock)."""
    local = person.local(now)
    tonight = local.replace(hour=SMALL_HOURS.hour, minute=SMALL_HOURS.minute, second=0, microsecond=0)
    return tonight if tonight > local else tonight + timedelta(days=1)


def shard(zone: str, now: datetime) -> Shard:
    """The nights before the present day of everybody in a time zone."""
    place = ZoneInfo(zone)
    on = day_at(now.astimezone(place))
    due = datetime.combine(on, SMALL_HOURS, place).astimezone(UTC)
    return Shard(zone=zone, on=on, due=due, awake_since=now - SLEEPS_AFTER)


def midnight(zone: str, now: datetime) -> datetime:
    """When the present day of a time zone's calendar began (aware, in UTC)."""
    place = ZoneInfo(zone)
    return datetime.combine(now.astimezone(place).date(), time(), place).astimezone(UTC)


async def plan(store: Store, now: datetime, known: dict[str, date] | None = None) -> int:
    """Put every night before the present day that is not in the ledger into it; how many were put in.

    Zone by zone, those whose day began first before the others, page by page; to be stopped halfway does no harm.

    Args:
        store: where the ledger is.
        now: the moment.
        known: for time zones that were planned the day up to which they were: these are passed by, the others noted.
    """
    count, known = 0, {} if known is None else known
    shards = [shard(zone, now) for zone in await store.leases.zones()]
    for one in sorted((one for one in shards if known.get(one.zone) != one.on), key=lambda one: one.due):
        page = await store.leases.plan(one, None, PAGE)
        count += page.planned
        while page.last is not None:
            page = await store.leases.plan(one, page.last, PAGE)
            count += page.planned
        known[one.zone] = one.on
    await store.leases.drop((now - KEPT).date())
    return count
