"""Threads with a connection each: a piece of database work goes to one of them whole, and comes back done.

One hop to a thread costs as much as several queries of a turn, so hopping for each call of the driver (as
asynchronous drivers of SQLite do) would cost more than the database itself; see docs/decisions/0008-one-hop-storage.md.
"""

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

T = TypeVar("T")


class Threads:
    """Runs work beside the event loop.

    Args:
        count: threads at most; they start as they are needed.
    """

    def __init__(self, count: int) -> None:
        self._threads = ThreadPoolExecutor(count, thread_name_prefix="pawsona-store")

    async def run(self, work: Callable[[], T]) -> T:
        """What the work returns or raises. It is finished even if its task is cancelled: nobody could undo half."""
        loop, context = asyncio.get_running_loop(), copy_context()
        answer: _Answer[T] = _Answer(loop=loop)

        def hop() -> None:
            try:
                done = context.run(work)
            except StopIteration:  # a future can't carry it: whoever awaits would wait for ever
                loop.call_soon_threadsafe(answer.set_exception, RuntimeError("the work raised StopIteration"))
            except BaseException as error:  # noqa: BLE001 - it is raised where the work was asked for
                loop.call_soon_threadsafe(answer.set_exception, error)
            else:
                loop.call_soon_threadsafe(answer.set_result, done)

        self._threads.submit(hop)
        return await answer

    async def close(self) -> None:
        """Wait for work that is under way."""
        await asyncio.to_thread(self._threads.shutdown)


class _Answer(asyncio.Future[T]):
    """What a thread will say. A task that is cancelled meanwhile hears of it when the thread is done."""

    def cancel(self, msg: Any = None) -> bool:
        return False


class Workers:
    """Runs work on connections of one engine.

    Args:
        engine: what the threads connect through, once each.
        count: threads at most; they start as they are needed.
    """

    def __init__(self, engine: Engine, count: int) -> None:
        self._engine = engine
        self._threads = Threads(count)
        self._own = threading.local()
        self.connections: list[Connection] = []
        """Every one that was made; whoever uses one from elsewhere must know that no work is under way on it."""

    async def run(self, work: Callable[[Connection], T]) -> T:
        """What the work returns or raises. It is finished even if its task is cancelled: nobody could undo half."""
        return await self._threads.run(lambda: self._run(work))

    def connect(self) -> Connection:
        """One more connection, for the caller's own thread; it goes when the others go."""
        self.connections.append(self._engine.connect())
        return self.connections[-1]

    def forget(self) -> None:
        """Keep no statement that was run: SQLAlchemy's cache holds the first values of each with it."""
        self._engine.clear_compiled_cache()

    async def close(self) -> None:
        """Wait for work that is under way, and let the connections go."""
        await self._threads.close()
        while self.connections:
            self.connections.pop().close()
        self._engine.dispose()

    def _run(self, work: Callable[[Connection], T]) -> T:
        connection: Connection | None = getattr(self._own, "connection", None)
        if connection is None:
            connection = self._own.connection = self.connect()
        return work(connection)
