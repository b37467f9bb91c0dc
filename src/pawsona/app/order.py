"""The order of turns: one at a time for each pet, in the order in which they came.

In one process a lock is enough. Where several processes serve one store, each turn draws a ticket there, and whoever
has the lowest one speaks. A process that dies renews nothing: who waits behind its ticket sees that it stands still,
and takes it away. Nobody compares clocks, so none can jump or go wrong, and a store that went proves nothing.
"""

import asyncio
import logging
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol
from weakref import WeakValueDictionary

from pawsona.domain.ids import Bond
from pawsona.domain.ports import Clock, Store
from pawsona.domain.shared import Ticket
from pawsona.errors import BusyError, ConflictError, PawsonaError

logger = logging.getLogger(__name__)

RENEWED = 1.0
"""Seconds between two renewals."""
STILL = 6.0
"""Seconds in which a ticket was seen not to be renewed: its process is dead, or hangs. After a crash that nobody saw
the next turn waits for so long."""
BLIND = 1.0
"""Seconds without a look that make the count begin anew: whoever could not reach the store knows nothing of others."""
GOOD_FOR = timedelta(seconds=12)
"""What `until` is ahead of the clock: processes of the version before still judge by it."""
LOOK = (0.02, 0.2)
"""Seconds between two looks at who is first: short at the beginning, then longer."""
MOST_WAITING = 8
"""Turns of one pet that may wait in one process; nobody says more before the first is answered."""
_DRAWS = 20


class Order(Protocol):
    """Lets turns of one pet through one by one."""

    def turn(self, bond: Bond) -> AbstractAsyncContextManager[None]:
        """Wait until it is one's turn.

        Raises:
            BusyError: too many wait already.
        """


class _Crowd:
    """How many wait for a pet."""

    def __init__(self) -> None:
        self._waiting: Counter[Bond] = Counter()

    @asynccontextmanager
    async def joined(self, bond: Bond) -> AsyncIterator[None]:
        if self._waiting[bond] >= MOST_WAITING:
            raise BusyError("Your companion is still answering what you said before. Wait for that, then say more.", 5)
        self._waiting[bond] += 1
        try:
            yield
        finally:
            self._waiting[bond] -= 1
            if not self._waiting[bond]:
                del self._waiting[bond]


class OneProcess:
    """Order within this process."""

    def __init__(self) -> None:
        self._crowd = _Crowd()
        self._locks: WeakValueDictionary[Bond, asyncio.Lock] = WeakValueDictionary()

    @asynccontextmanager
    async def turn(self, bond: Bond) -> AsyncIterator[None]:
        lock = self._locks.setdefault(bond, asyncio.Lock())
        async with self._crowd.joined(bond), lock:
            yield


class ManyProcesses:
    """Order among all processes that serve a store."""

    def __init__(self, store: Store, clock: Clock, process: str) -> None:
        self._store = store
        self._clock = clock
        self._process = process
        self._crowd = _Crowd()
        self._held = 0
        self._keeper: asyncio.Task[None] | None = None
        self._left: list[tuple[Bond, int]] = []
        """Tickets that could not be given back; they would be renewed for ever."""

    @asynccontextmanager
    async def turn(self, bond: Bond) -> AsyncIterator[None]:
        async with self._crowd.joined(bond):
            number = await self._drawn(bond)
            self._held += 1
            if self._keeper is None or self._keeper.done():
                self._keeper = asyncio.create_task(self._keep())
            try:
                while not await self._reached(bond, number):
                    number = await self._drawn(bond)
                yield
            finally:
                self._held -= 1
                await asyncio.shield(self._leave(bond, number))

    async def _keep(self) -> None:
        """Renew what this process holds, as long as it holds anything."""
        while self._held or self._left:
            await asyncio.sleep(RENEWED)
            left, self._left = self._left, []
            for bond, number in left:
                await self._leave(bond, number)
            try:
                await self._store.tickets.keep(self._process, self._clock.now() + GOOD_FOR)
            except PawsonaError as error:
                logger.warning("the tickets of %d turns were not renewed: %s", self._held, error)

    async def _leave(self, bond: Bond, number: int) -> None:
        try:
            await self._store.tickets.leave(bond, number)
        except PawsonaError:
            self._left.append((bond, number))

    async def _drawn(self, bond: Bond) -> int:
        for attempt in range(_DRAWS):
            try:
                return await self._store.tickets.draw(bond, self._process, self._clock.now() + GOOD_FOR)
            except ConflictError:  # a process of an older version took the number, or the pet is gone
                await asyncio.sleep(0.005 * attempt)
        raise BusyError("Your companion is being talked with from many places at once. Try again in a moment.", 2)

    async def _reached(self, bond: Bond, number: int) -> bool:
        """Wait until nobody comes before; False where the ticket ran out meanwhile."""
        (pause, longest), watch = LOOK, Watch()
        while (first := await self._store.tickets.first(bond)) is not None and first.number < number:
            if watch.dead(first, time.monotonic()):
                logger.warning("a turn of pet %s stands still; the next one goes on", bond.pet)
                await self._store.tickets.take_away(bond, first)
                continue
            await asyncio.sleep(pause)
            pause = min(1.5 * pause, longest)
        return first is not None and first.number == number


@dataclass
class Watch:
    """What a waiting turn knows of the one before it."""

    seen: Ticket | None = None
    since: float = 0.0
    looked: float = 0.0

    def dead(self, first: Ticket, now: float) -> bool:
        """Whether it stood still for long enough.

        Args:
            first: as it is.
            now: seconds, by a clock that nobody sets.
        """
        if first != self.seen or now - self.looked > BLIND:
            self.seen, self.since = first, now
        self.looked = now
        return now - self.since >= STILL
