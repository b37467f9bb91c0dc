"""Connections to a server that nobody uses just now; the one that was used last goes first."""

import time
from collections import deque

from sqlalchemy import Connection

from pawsona.storage import postgres


class Spares:
    """Safe for use by several threads.

    One that broke tells on those that lay here meanwhile: they go over the same network to the same server. Each of
    them would be waited for anew, where nothing says that nobody is there.
    """

    def __init__(self) -> None:
        self._idle: deque[tuple[float, Connection]] = deque()
        """With the moment since when."""
        self._broke = 0.0
        """When one did."""

    def take(self) -> Connection | None:
        """One, if there is any that may be of use."""
        while True:
            try:
                since, connection = self._idle.pop()
            except IndexError:
                return None
            if since > self._broke:
                return connection
            _drop(connection)

    def put(self, connection: Connection) -> None:
        """Take it back, whole or not at all."""
        if postgres.broken(connection):
            self._broke = time.monotonic()
        if postgres.lost(connection) or postgres.inside(connection):
            _drop(connection)
        else:
            self._idle.append((time.monotonic(), connection))

    def close(self) -> None:
        while self._idle:
            self._idle.pop()[1].close()


def _drop(connection: Connection) -> None:
    connection.invalidate()
    connection.close()
