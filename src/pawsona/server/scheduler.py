"""The server's sense of time: once a minute it closes silent sessions, runs due nights and tells of due promises."""

import asyncio
import itertools
import logging
from collections.abc import Awaitable, Callable
from functools import partial

from pawsona.app.accounts import Tries
from pawsona.app.blunder import place
from pawsona.app.home import Home
from pawsona.app.local import CHOSEN
from pawsona.app.minds import AGREED
from pawsona.app.switching import reconsider
from pawsona.app.trying import follow, look
from pawsona.app.webhooks.delivery import Delivery
from pawsona.app.webhooks.nights import tell_of_nights
from pawsona.errors import PawsonaError
from pawsona.server.heap import give_back
from pawsona.server.metrics import Metrics

logger = logging.getLogger(__name__)

Work = Callable[[], Awaitable[object]]
CHOICE = 5
"""Seconds between two looks at which mind was chosen in another process."""
TICK = 60.0
"""Seconds. The wall clock is asked at each tick, so a machine that slept catches up at the first one after."""


async def keep_time(home: Home) -> None:
    """Run until cancelled; work that fails is logged, keeps no other from its turn, and is tried again next minute."""
    while True:
        leads = await _tried(home.leads)
        for work in _minute(home, leads=bool(leads)):
            await _tried(work)
        give_back()
        await asyncio.sleep(TICK)


def _minute(home: Home, *, leads: bool) -> tuple[Work, ...]:
    """What is to be done once, where this process leads, and what each does for itself: what it keeps in memory."""
    mine = partial(follow, home)
    if not leads:
        return home.upkeep, home.minute.remind, home.sweep.step, mine
    told = partial(tell_of_nights, home), Delivery(home.store, home.clock).tidy
    return home.tick, Tries(home.store, home.clock).sweep, mine, partial(look, home), *told


async def _tried(work: Work) -> object:
    """What the work returns; None where it failed."""
    try:
        return await work()
    except PawsonaError as error:
        logger.error("the minute's work failed: %s", error)
    except Exception as error:  # noqa: BLE001 - an entry point: the nights must go on
        logger.error("the minute's work failed: %s", place(error))
    return None


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


async def keep_telling(home: Home) -> None:
    """Bring letters to webhooks until cancelled; each process does, and none brings what another is at."""
    delivery = Delivery(home.store, home.clock, home.settings.webhooks == "private")
    try:
        while True:
            await _tried(delivery.step)
            await asyncio.sleep(1.0)
    finally:
        await delivery.aclose()


async def _chosen(home: Home) -> tuple[str | None, ...]:
    try:
        said = await home.store.settings()
    except PawsonaError:
        return ()
    return tuple(said.get(name) for name in (AGREED, CHOSEN))
