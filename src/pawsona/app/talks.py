"""Turns under way: one at a time for each pet, and each lived to its end whoever still listens.

Two open pages are two listeners of one pet. A turn that both begin at once is two turns, the second of which hears the
first. A page that goes away in the middle leaves a turn that is stored all the same.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator
from typing import Literal, Protocol

from pawsona.app.blunder import place
from pawsona.app.order import OneProcess, Order
from pawsona.app.pressure import CLOSING, Pressure
from pawsona.dialogue.events import Crisis, Sentence, TurnEvent
from pawsona.domain.ids import Bond
from pawsona.errors import BusyError, PawsonaError, StoppedError

logger = logging.getLogger(__name__)

GRACE = 3.0
"""Seconds that a turn may still take when the home closes; then it stops, and what was shown by then is kept."""
Outcome = Literal["done", "refused", "failed"]


class Watch(Protocol):
    """Who counts turns; told no word and no id."""

    def began(self) -> None: ...
    def spoke(self, seconds: float) -> None:
        """The first sentence was there, so long after the turn began."""

    def ended(self, outcome: Outcome) -> None: ...


class Talks:
    """Runs turns apart from those who listen to them."""

    def __init__(self, order: Order | None = None, pressure: Pressure | None = None) -> None:
        self.order = order or OneProcess()
        self.pressure = pressure or Pressure()
        self.watch: Watch | None = None
        self._running: set[asyncio.Task[None]] = set()

    async def follow(self, bond: Bond, turn: AsyncIterator[TurnEvent]) -> AsyncGenerator[TurnEvent, None]:
        """The events of a turn as they come.

        Raises:
            BusyError: there is no place for it.
            StoppedError: the home closed before the turn had ended.
            PawsonaError: what the turn raises.
        """
        self.pressure.admit()
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
        await asyncio.wait({task})
        if task.cancelled():
            raise StoppedError(CLOSING)
        task.result()

    async def aclose(self, grace: float = GRACE) -> None:
        """Take nothing on, and let turns end, for a moment; then stop them."""
        self.pressure.close()
        if not self._running:
            return
        _, late = await asyncio.wait(set(self._running), timeout=grace)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)

    async def _live(self, bond: Bond, turn: AsyncIterator[TurnEvent], told: asyncio.Queue[TurnEvent | None]) -> None:
        outcome: Outcome = "failed"
        began, spoken = asyncio.get_running_loop().time(), False
        if self.watch is not None:
            self.watch.began()
        try:
            async with self.order.turn(bond), self.pressure.place():
                async for event in turn:
                    if self.watch is not None and not spoken and isinstance(event, Sentence | Crisis):
                        spoken = True
                        self.watch.spoke(asyncio.get_running_loop().time() - began)
                    told.put_nowait(event)
            outcome = "done"
        except BusyError:
            outcome = "refused"
            raise
        except StoppedError:  # by who heard it, before its first words
            outcome = "done"
            raise
        finally:
            if self.watch is not None:
                self.watch.ended(outcome)
            told.put_nowait(None)


def _tell_the_log(task: asyncio.Task[None]) -> None:
    if task.cancelled():
        return
    error = task.exception()
    if error is not None:
        logger.error(
            "a turn that nobody followed failed: %s", error if isinstance(error, PawsonaError) else place(error)
        )
