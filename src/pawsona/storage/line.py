"""Those who wait to write, in line.

An `asyncio.Lock` wakes one waiter at a time, and a waiter that is woken runs in the next round of the event loop: on a
busy loop that is one write in 10 ms, though each takes one, and a line that was ever there never ends. So several are
woken at once: most write without letting the loop go on, and the next one finds the place free in the same round.
"""

import asyncio
from collections import deque
from itertools import islice
from types import TracebackType

AT_ONCE = 16
"""Waiters that are woken together; where the first of them keeps the place over a round, the others wait on."""


class _Waiter:
    """Somebody in line."""

    def __init__(self) -> None:
        self.called = asyncio.get_running_loop().create_future()


class Line:
    """A place that one task has at a time, in the order in which they came."""

    def __init__(self) -> None:
        self._taken = False
        self._waiting: deque[_Waiter] = deque()

    @property
    def free(self) -> bool:
        """Nobody has it, and nobody waits for it."""
        return not self._taken and not self._waiting

    async def acquire(self) -> None:
        """Come to have the place; at once, without letting others run, where it is free."""
        if not self.free:
            await self._reach()
        self._taken = True

    def release(self) -> None:
        """Leave it to the next one."""
        self._taken = False
        self._call()

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()

    async def _reach(self) -> None:
        me = _Waiter()
        self._waiting.append(me)
        try:
            await me.called
            while self._taken or self._waiting[0] is not me:
                me.called = asyncio.get_running_loop().create_future()
                await me.called
        except BaseException:
            self._waiting.remove(me)
            if not self._taken:
                self._call()  # whoever comes next may have been woken, and have seen us before them
            raise
        self._waiting.popleft()

    def _call(self) -> None:
        for waiter in islice(self._waiting, AT_ONCE):
            if not waiter.called.done():
                waiter.called.set_result(None)
