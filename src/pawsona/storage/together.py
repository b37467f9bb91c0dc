"""Brief reads that are asked for in the same step of the event loop go to a thread together.

A hop to a thread and back takes longer than most answers, and a turn of talk asks for a dozen things at once.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
Read = Callable[[Connection], Any]
_Outcome = tuple[Any, Exception | None]
MOST = 16
"""Reads that go together: they follow each other on one connection, and the others have threads of their own."""


class _Asked(NamedTuple):
    work: Read
    answer: asyncio.Future[Any]
    since: float


class Together:
    """Collects what is asked for, and hands out the answers.

    Args:
        run: takes reads to a thread, and does all of them once more where the server went; it is told since
            when they wait.
        passing: whether an error is the connection's, so that the rest would fail as well.
    """

    def __init__(
        self,
        run: Callable[[Callable[[Connection], list[_Outcome]], float], Awaitable[list[_Outcome]]],
        passing: Callable[[Exception], bool],
    ) -> None:
        self._run = run
        self._passing = passing
        self._asked: list[_Asked] = []
        self._under_way: set[asyncio.Task[None]] = set()

    async def read(self, work: Callable[[Connection], T], since: float | None = None) -> T:
        """What the work returns or raises.

        Args:
            work: a brief read.
            since: when somebody began to wait for it, by the clock that only grows; now, unless it was tried elsewhere.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[T] = loop.create_future()
        self._asked.append(_Asked(work, answer, time.monotonic() if since is None else since))
        if len(self._asked) == 1:
            loop.call_soon(self._send)
        return await answer

    def _send(self) -> None:
        asked, self._asked = self._asked, []
        for start in range(0, len(asked), MOST):
            task = asyncio.create_task(self._answered(asked[start : start + MOST]))
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)

    async def _answered(self, asked: Sequence[_Asked]) -> None:
        try:
            since = min(one.since for one in asked)
            found = await self._run(lambda connection: [self._tried(connection, one.work) for one in asked], since)
        except Exception as error:  # noqa: BLE001 - raised where each was asked for
            found = [(None, error)] * len(asked)
        for one, (value, failed) in zip(asked, found, strict=True):
            if one.answer.done():  # nobody waits any more
                continue
            if failed is None:
                one.answer.set_result(value)
            else:
                one.answer.set_exception(failed)

    def _tried(self, connection: Connection, work: Read) -> _Outcome:
        """One that fails does not fail the others."""
        try:
            return work(connection), None
        except Exception as error:
            if self._passing(error):
                raise
            return None, error
