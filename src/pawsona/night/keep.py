"""How a day that was made reaches the store, whoever made it: with its ledger rows, and without what went meanwhile."""

from collections.abc import Sequence
from datetime import datetime

from pawsona.domain.day import Day
from pawsona.domain.ports import Store
from pawsona.memory.derived import unquoted
from pawsona.night.stages import Stage


async def keep(store: Store, day: Day, stages: Sequence[Stage], at: datetime) -> Day:
    """Store a day and record its stages together; returns the day as it is stored."""
    async with store.transaction():
        day = await unquoted(store, day)
        await store.days.put(day)
        for stage in stages:
            await store.nights.record(day.bond, day.on, stage, at)
    return day
