"""Whoever was shut out elsewhere - in a terminal, or by erasing - is out here as well, with what they hold open."""

import asyncio
import logging

from pawsona.app.blunder import place
from pawsona.app.news import Newsroom
from pawsona.app.pairing import Pairing
from pawsona.errors import PawsonaError
from pawsona.server.door import Door

logger = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks, while the door is open."""


async def keep_door(pairing: Pairing, news: Newsroom, door: Door) -> None:
    """Run until cancelled."""
    known: set[str] = set()
    while True:
        await asyncio.sleep(LOOK)
        if not door.address:
            known = set()
            continue
        try:
            present = {device.id for device in await pairing.devices()}
        except PawsonaError as error:
            logger.error("nobody could be looked for at the door: %s", error)
            continue
        except Exception as error:  # noqa: BLE001 - an entry point: the door must stay watched
            logger.error("nobody could be looked for at the door: %s", place(error))
            continue
        if known - present:
            await let_go(news, door, left=bool(present))
        known = set(present)


async def let_go(news: Newsroom, door: Door, *, left: bool) -> None:
    """A device is no longer known. `left`: whether any other is."""
    news.close()  # what listens connects anew, and this device can't
    if not left:
        await door.close()
