"""The server's sense of time: once a minute it closes silent sessions, runs due nights and tells of due promises."""

import asyncio
import logging

from pawsona.app.blunder import place
from pawsona.app.home import Home
from pawsona.app.trying import follow, look
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

TICK = 60.0
"""Seconds. The wall clock is asked at each tick, so a machine that slept catches up at the first one after."""


async def keep_time(home: Home) -> None:
    """Run until cancelled; a tick that fails is logged, and the next one tries again."""
    while True:
        try:
            await home.tick()
            await follow(home)
            await look(home)
        except PawsonaError as error:
            logger.error("the minute's work failed: %s", error)
        except Exception as error:  # noqa: BLE001 - an entry point: the nights must go on
            logger.error("the minute's work failed: %s", place(error))
        await asyncio.sleep(TICK)
