"""Brief reads on a server, without a thread: sent by the event loop, which reads the answers when they are there.

A hop to a thread and back wakes four sleepers, and each statement there two more. What is asked in the same step of the
loop goes in one message here. Whatever is out of the ordinary (a statement not prepared yet, a server that hung up) is
left to the threads, which can wait; so is every read where the loop can't tell that an answer came.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import Connection

from pawsona.storage.driver import Waiting
from pawsona.storage.prepared import Found, Owner, Prepared
from pawsona.storage.roundtrip import RoundTrip

MOST = 16
"""Reads that go in one message."""


class ElsewhereError(Exception):
    """It has to be asked in a thread; nothing is left of it here."""


class _Asked(NamedTuple):
    query: Prepared
    owner: Owner
    values: Mapping[str, Any]
    answer: asyncio.Future[list[Found]]


class OnLoop:
    """Collects what is asked for, and hands out the answers.

    Args:
        lend: a connection that nobody uses, if there is one.
        give_back: takes it back, and looks whether it is still of use.
        most: connections at once.
    """

    def __init__(
        self, lend: Callable[[], Connection | None], give_back: Callable[[Connection], None], most: int
    ) -> None:
        self._lend, self._give_back, self._most = lend, give_back, most
        self._asked: list[_Asked] = []
        self._lent = 0

    async def find(self, query: Prepared, owner: Owner, values: Mapping[str, Any]) -> list[Found]:
        """The rows that a query finds.

        Raises:
            ElsewhereError: not here.
        """
        loop = asyncio.get_running_loop()
        answer: asyncio.Future[list[Found]] = loop.create_future()
        self._asked.append(_Asked(query, owner, values, answer))
        if len(self._asked) == 1:
            loop.call_soon(self._send)
        return await answer

    async def close(self) -> None:
        """Wait for what is under way."""
        while self._asked or self._lent:
            await asyncio.sleep(0.001)

    def _send(self) -> None:
        asked, self._asked = self._asked, []
        for start in range(0, len(asked), MOST):
            self._sent(asked[start : start + MOST])

    def _sent(self, asked: Sequence[_Asked]) -> None:
        connection = self._lend() if self._lent < self._most else None
        if connection is None:
            return _elsewhere(asked)
        self._lent += 1
        driver: Any = connection.connection.driver_connection
        try:
            if not self._begun(connection, driver, asked):
                self._over(connection)
                _elsewhere(asked)
        except NotImplementedError:  # this loop watches no sockets: Windows' usual one
            self._most = 0
            self._broken(connection, driver, asked)
        except Exception:  # noqa: BLE001 - a thread asks again, and says what is wrong
            self._broken(connection, driver, asked)

    def _begun(self, connection: Connection, driver: Waiting, asked: Sequence[_Asked]) -> bool:
        if not driver.audible:
            return False
        bound = [driver.bound(*one.query.asked(connection, one.owner, one.values)) for one in asked]
        if not all(one.name for one in bound):
            return False
        loop, socket = asyncio.get_running_loop(), driver.pgconn.socket
        trip = RoundTrip(driver, bound)
        loop.add_reader(socket, self._heard, connection, driver, trip, asked, socket)
        return True

    def _heard(
        self, connection: Connection, driver: Waiting, trip: RoundTrip, asked: Sequence[_Asked], socket: int
    ) -> None:
        loop = asyncio.get_running_loop()
        try:
            answers = trip.answers()
            if answers is None:
                return
            found = [one.query.read(connection, answer.rows) for one, answer in zip(asked, answers, strict=True)]
        except Exception:  # noqa: BLE001 - as above
            loop.remove_reader(socket)
            return self._broken(connection, driver, asked)
        loop.remove_reader(socket)
        self._over(connection)
        for one, rows in zip(asked, found, strict=True):
            if not one.answer.done():  # somebody still waits
                one.answer.set_result(rows)

    def _broken(self, connection: Connection, driver: Waiting, asked: Sequence[_Asked]) -> None:
        """Answers may still be under way on it: nobody may ask it anything more."""
        if not driver.closed:
            driver.close()
        self._over(connection)
        _elsewhere(asked)

    def _over(self, connection: Connection) -> None:
        self._lent -= 1
        self._give_back(connection)


def _elsewhere(asked: Sequence[_Asked]) -> None:
    for one in asked:
        if not one.answer.done():
            one.answer.set_exception(ElsewhereError())
