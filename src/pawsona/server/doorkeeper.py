"""Whoever was shut out elsewhere - in a terminal, or by erasing - is out here as well, with what they hold open.

Where several processes serve, all open the door that one of them opened: the system deals phones out among them.
"""

import asyncio
import contextlib
import logging

from fastapi import FastAPI

from pawsona.app.blunder import place
from pawsona.app.home import Home
from pawsona.app.news import Newsroom
from pawsona.errors import PawsonaError, SetupError
from pawsona.server.door import ADDRESS, Door

logger = logging.getLogger(__name__)

LOOK = 5.0
"""Seconds between two looks, while the door is open or another process may open it."""


async def keep_door(app: FastAPI, door: Door) -> None:
    """Run until cancelled."""
    known: set[str] = set()
    while True:
        await asyncio.sleep(LOOK)
        if not door.address and not door.shared:
            known = set()
            continue
        try:
            known = await _look(app, door, known)
        except PawsonaError as error:
            logger.error("nobody could be looked for at the door: %s", error)
        except Exception as error:  # noqa: BLE001 - an entry point: the door must stay watched
            logger.error("nobody could be looked for at the door: %s", place(error))


async def _look(app: FastAPI, door: Door, known: set[str]) -> set[str]:
    """The devices that may come in now."""
    present = {device.id for device in await app.state.pairing.devices()}
    if known - present:
        await let_go(app.state.home.news, door, left=bool(present))
    if present and door.shared:
        await _open_beside(app, app.state.home, door)
    elif door.shared and door.address and not await app.state.pairing.awaited():
        await door.close()  # who was let in and out between two looks was never known here
    return present


async def _open_beside(app: FastAPI, home: Home, door: Door) -> None:
    """Where it is shut here, or on another address than the one that was named since."""
    named = (await home.store.settings()).get(ADDRESS, "")
    if not door.address or (named and named != door.address):
        with contextlib.suppress(SetupError):  # no such network now; the next look may find it
            await door.open(app, named)


async def let_go(news: Newsroom, door: Door, *, left: bool) -> None:
    """A device is no longer known. `left`: whether any other is."""
    news.close()  # what listens connects anew, and this device can't
    if not left:
        await door.close()
