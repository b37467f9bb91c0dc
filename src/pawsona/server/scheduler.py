"""The server's sense of time: once a minute it closes silent sessions, runs due nights and tells of due promises."""

import asyncio
import itertools
import logging

from pawsona.app.blunder import place
from pawsona.app.home import Home
from pawsona.app.local import CHOSEN
from pawsona.app.minds import AGREED
from pawsona.app.switching import reconsider
from pawsona.app.trying import follow, look
from pawsona.errors import PawsonaError
from pawsona.server.metrics import Metrics

logger = logging.getLogger(__name__)

CHOICE = 5
"""Seconds between two looks at which mind was chosen in another process."""
TICK = 60.0
"""Seconds. The wall clock is asked at each tick, so a machine that slept catches up at the first one after."""


async def keep_time(home: Home) -> None:
    """Run until cancelled; a tick that fails is logged, and the next one tries again."""
    while True:
        try:
            leads = await home.leads()
            await (home.tick() if leads else home.upkeep())
            await follow(home)
            if leads:
                await look(home)
        except PawsonaError as error:
            logger.error("the minute's work failed: %s", error)
        except Exception as error:  # noqa: BLE001 - an entry point: the nights must go on
            logger.error("the minute's work failed: %s", place(error))
        await asyncio.sleep(TICK)


async def keep_in_step(home: Home, metrics: Metrics) -> None:
    """Hear of what other processes on this store do, until cancelled: news for open pages, another choice of mind."""
    known = await _chosen(home)
    for second in itertools.count():
        metrics.look()
        try:
            await home.news.look()
            if home.settings.shared and second % CHOICE == 0 and (chosen := await _chosen(home)) != known:
                known = chosen
                await reconsider(home)
        except PawsonaError as error:
            logger.warning("other processes can't be heard: %s", error)
        except Exception as error:  # noqa: BLE001 - an entry point: the next second may do better
            logger.error("other processes can't be heard: %s", place(error))
        await asyncio.sleep(1.0)


async def _chosen(home: Home) -> tuple[str | None, ...]:
    try:
        said = await home.store.settings()
    except PawsonaError:
        return ()
    return tuple(said.get(name) for name in (AGREED, CHOSEN))
