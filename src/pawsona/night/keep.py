"""How a day that was made reaches the store, whoever made it: with its ledger rows, and without what went meanwhile.

A night and a page that is opened may both make one day, in two processes: the one that is whole first is looked at by
somebody, so it stays (`made_since`).
"""

from collections.abc import Awaitable, Callable, Sequence
from datetime import date, datetime

from pawsona.domain.day import Day
from pawsona.domain.ids import Bond
from pawsona.domain.ports import Store
from pawsona.memory.derived import unquoted
from pawsona.night.stages import Stage

Together = Callable[[], Awaitable[None]]


async def nothing() -> None:
    """What else is done together with a stage: usually nothing."""


async def keep(store: Store, day: Day, stages: Sequence[Stage], at: datetime, together: Together = nothing) -> Day:
    """Store a day, record its stages and do what else is asked for, together; returns the day as it is stored."""
    async with store.transaction(whole=True):
        day = await unquoted(store, day)
        await store.days.put(day)
        for stage in stages:
            await store.nights.record(day.bond, day.on, stage, at)
        await together()
    return day


async def made_since(store: Store, bond: Bond, on: date, seen: Day | None) -> Day | None:
    """The whole day that another stored since `seen` was read; to be asked in the transaction that would store one."""
    day = await store.days.day(bond, on)
    return day if day is not None and day != seen and complete(day) else None


def complete(day: Day) -> bool:
    """Whether all three levels are there: a killed night leaves a day with fewer.

    A change of plan whose detail could not be made leaves one item untold; the day is lived all the same.
    """
    told = sum(item.detail is not None for item in day.items)
    return bool(day.items) and 2 * told > len(day.items)
