"""What was read of a person's words is kept in memory for speed, and goes when they delete something."""

import asyncio
from pathlib import Path

from pawsona import Companion
from pawsona.minds.storybook import ruled, worth

CACHES = (ruled._known, worth.earnest, worth._found, worth._weight)


def test_no_text_stays_where_something_was_deleted(tmp_path: Path) -> None:
    async def live() -> None:
        async with await Companion.open(tmp_path / "home") as companion:
            await companion.say("I live in York and my sister Ada plays the cello.")
            await companion.say("What do you know about me?")
            assert all(cache.cache_info().currsize for cache in CACHES)
            companion.home.sweep.forget()
            assert not any(cache.cache_info().currsize for cache in CACHES)

    asyncio.run(live())
