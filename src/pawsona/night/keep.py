"""How a day that was made reaches the store, whoever made it: with its ledger rows, and without what went meanwhile."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from pawsona.domain.day import Day
from pawsona.domain.ports import Store
from pawsona.memory.derived import unquoted
from pawsona.night.stages import Stage

Together = Callable[[], Awaitable[None]]


async def nothing() -> None:
    """What else is done together with a stage: usually nothing."""


async def keep(store: Store, day: Day, stages: Sequence[Stage], at: datetime, together: Together = nothing) -> Day:
    """Store a day, record its stages and do what else is asked for, together; returns the day as it is stored."""
    async with store.transaction():
        day = await unquoted(store, day)
        await store.days.put(day)
        for stage in stages:
            await store.nights.record(day.bond, day.on, stage, at)
        await together()
    return day
