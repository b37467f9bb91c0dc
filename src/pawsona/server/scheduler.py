"""The server's sense of time: once a minute it closes silent sessions, runs due nights and tells of due promises."""

import asyncio
import logging

from pawsona.app.home import Home
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

TICK = 60.0
"""Seconds. The wall clock is asked at each tick, so a machine that slept catches up at the first one after."""


async def keep_time(home: Home) -> None:
    """Run until cancelled; a tick that fails is logged, and the next one tries again."""
    while True:
        try:
            await home.tick()
        except PawsonaError as error:
            logger.error("the minute's work failed: %s", error)
        await asyncio.sleep(TICK)
