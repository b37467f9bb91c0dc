"""Turns under way: one at a time for each pet, and each lived to its end whoever still listens.

Two open pages are two listeners of one pet. A turn that both begin at once is two turns, the second of which hears the
first. A page that goes away in the middle leaves a turn that is stored all the same.
"""

import asyncio
import logging
from collections.abc import AsyncIterator
from weakref import WeakValueDictionary

from pawsona.app.blunder import place
from pawsona.dialogue.events import TurnEvent
from pawsona.domain.ids import Bond
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds that a turn may still take when the home closes; then it stops, and what was shown by then is kept."""


class Talks:
    """Runs turns apart from those who listen to them."""

    def __init__(self) -> None:
        self._locks: WeakValueDictionary[Bond, asyncio.Lock] = WeakValueDictionary()
        self._running: set[asyncio.Task[None]] = set()

    async def follow(self, bond: Bond, turn: AsyncIterator[TurnEvent]) -> AsyncIterator[TurnEvent]:
        """The events of a turn as they come. Raises what the turn raises."""
        told: asyncio.Queue[TurnEvent | None] = asyncio.Queue()
        task = asyncio.create_task(self._live(bond, turn, told))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        try:
            while (event := await told.get()) is not None:
                yield event
        except BaseException:
            task.add_done_callback(_tell_the_log)  # nobody else will hear of an error
            raise
        await task

    async def aclose(self) -> None:
        """Let turns end, for a moment; then stop them."""
        if not self._running:
            return
        _, late = await asyncio.wait(set(self._running), timeout=GRACE)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _live(self, bond: Bond, turn: AsyncIterator[TurnEvent], told: asyncio.Queue[TurnEvent | None]) -> None:
        lock = self._locks.setdefault(bond, asyncio.Lock())
        try:
            async with lock:
                async for event in turn:
                    told.put_nowait(event)
        finally:
            told.put_nowait(None)


def _tell_the_log(task: asyncio.Task[None]) -> None:
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        logger.error(
            "a turn that nobody followed failed: %s", error if isinstance(error, PawsonaError) else place(error)
        )
