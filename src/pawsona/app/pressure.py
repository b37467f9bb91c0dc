"""How many turns of talk a process takes on: some at once, some that wait, and the rest is told when to come back."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pawsona.errors import BusyError

PATIENCE = 10.0
"""Seconds that a turn may wait for its place; longer, and the person would think that nobody is there."""
COME_BACK = 3
"""Seconds after which somebody who found no place may ask again."""
_FULL = "So many are talking at this moment that there is no place left. Nothing is lost: say it again in a moment."
CLOSING = "Pawsona is being stopped. Nothing is lost: say it again in a moment."


class Pressure:
    """Places for turns.

    Args:
        at_once: turns that may run at the same time; as many again may wait.
    """

    def __init__(self, at_once: int = 64) -> None:
        self.at_once = at_once
        self.running = 0
        self.waiting = 0
        self._closing = False
        self._places = asyncio.Semaphore(at_once)

    def close(self) -> None:
        """Take nothing on any more; what runs goes on."""
        self._closing = True

    @property
    def closing(self) -> bool:
        return self._closing

    def admit(self) -> None:
        """Whether there is any hope of a place.

        Raises:
            BusyError: there is none; nothing was stored.
        """
        if self._closing:
            raise BusyError(CLOSING, COME_BACK)
        if self.running + self.waiting >= 2 * self.at_once:
            raise BusyError(_FULL, COME_BACK)

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """Have a place for as long as the block runs.

        Raises:
            BusyError: none became free in time; nothing was stored.
        """
        self.waiting += 1
        try:
            async with asyncio.timeout(PATIENCE):
                await self._places.acquire()
        except TimeoutError:
            raise BusyError(_FULL, COME_BACK) from None
        finally:
            self.waiting -= 1
        self.running += 1
        try:
            yield
        finally:
            self.running -= 1
            self._places.release()
