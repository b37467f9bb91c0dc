"""The cloakroom of several processes: the parent that watches over them keeps it, and each has a line to it.

The lines are pipes that nobody else can open; nothing of it has a name or lies on disk.
"""

import asyncio
import threading
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from multiprocessing.connection import Connection
from typing import Any

from pawsona.domain.cloakroom import Cloakroom
from pawsona.errors import BusyError

SOON = 3
"""Seconds after which to try again."""


class Steady:
    """A clock that nobody sets: its dates mean nothing, what lies between two is the time that passed."""

    def now(self) -> datetime:
        return datetime.min.replace(tzinfo=UTC) + timedelta(seconds=time.monotonic())


async def attend(line: Connection, cloakroom: Cloakroom) -> None:
    """Answer one process until it has ended."""
    with line:
        while True:
            await _readable(line)
            try:
                asked, given, named = line.recv()
                line.send(await getattr(cloakroom, asked)(*given, **named))
            except (EOFError, OSError):
                return


async def _readable(line: Connection) -> None:
    loop, ready = asyncio.get_running_loop(), asyncio.Event()
    loop.add_reader(line.fileno(), ready.set)
    try:
        await ready.wait()
    finally:
        loop.remove_reader(line.fileno())


class Shared:
    """The port `Cloakroom`, at the end of a process that serves."""

    def __init__(self, line: Connection) -> None:
        self._line = line
        self._one_at_a_time = threading.Lock()  # whoever gives up waiting must not leave their answer to the next

    async def put(self, shelf: str, name: str, thing: str, keep: timedelta, *, alone: bool = False) -> None:
        await self._ask("put", shelf, name, thing, keep, alone=alone)

    async def look(self, shelf: str, name: str) -> str | None:
        return await self._ask("look", shelf, name)

    async def take(self, shelf: str, name: str) -> str | None:
        return await self._ask("take", shelf, name)

    async def clear(self, shelf: str) -> None:
        with suppress(BusyError):  # what a parent kept that has ended is gone
            await self._ask("clear", shelf)

    async def tidy(self) -> None:
        """The parent does."""

    async def aclose(self) -> None:
        """What this process put there may be asked for in the others."""

    async def _ask(self, asked: str, *given: Any, **named: Any) -> str | None:
        return await asyncio.to_thread(self._exchange, asked, given, named)

    def _exchange(self, asked: str, given: tuple[Any, ...], named: dict[str, Any]) -> str | None:
        with self._one_at_a_time:
            try:
                self._line.send((asked, given, named))
                answer: str | None = self._line.recv()
            except (EOFError, OSError):
                raise BusyError("The server is stopping. Try again in a moment.", SOON) from None
        return answer
