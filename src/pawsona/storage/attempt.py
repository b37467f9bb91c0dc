"""A query on the event loop that is given up where it takes long; only SQLite can be asked so."""

import sqlite3
from collections.abc import Callable
from itertools import count
from typing import TypeVar

from sqlalchemy import Connection

T = TypeVar("T")
_STEPS, _PAUSES = 500, 20
"""SQLite is asked to stop once it has taken so many steps so often: 10,000 are some 100 memories, or 0.3 ms."""


class TooLongError(Exception):
    """A query takes more than the event loop should wait for."""


def attempt(connection: Connection, work: Callable[[Connection], T]) -> T:
    """Run queries as long as they take few of SQLite's steps.

    Raises:
        TooLongError: they take more; nothing of them is under way any more.
    """
    driver, pauses = connection.connection.driver_connection, count(1)
    assert isinstance(driver, sqlite3.Connection)
    driver.set_progress_handler(lambda: next(pauses) > _PAUSES, _STEPS)
    try:
        return work(connection)
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_INTERRUPT":
            raise
        raise TooLongError from None
    finally:
        driver.set_progress_handler(None, 0)
