"""What one process of a fleet does: opens the home, lives what it can claim, and goes on until it is told to stop."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from pawsona.app.home import Home
from pawsona.errors import StorageError
from pawsona.night.worker import Counts, NightWorker, Terms
from pawsona.version import __version__

logger = logging.getLogger(__name__)

OpenHome = Callable[[], Awaitable[Home]]
PAUSE = 0.5
"""Seconds between two looks for something to do."""


class Node:
    """One process with a home of its own on the shared database.

    Args:
        opened: opens the home; sent to the process, so everything in it must be importable there.
        name: who it is in the ledger.
        at_once: nights at a time.
        terms: how long nights are held.
    """

    def __init__(self, opened: OpenHome, name: str, at_once: int, terms: Terms) -> None:
        self._opened = opened
        self._name = name
        self._at_once = at_once
        self._terms = terms
        self._counts = Counts()
        self._stopping = asyncio.Event()
        self._ended = asyncio.Event()

    async def version(self) -> str:
        """Pawsona's, as it is installed where the process runs."""
        return __version__

    async def work(self) -> None:
        """Live nights until `stop`.

        Raises:
            SetupError: the home can't be opened here.
        """
        self._ended.clear()
        try:
            home = await self._opened()
            try:
                await self._live(home)
            finally:
                await home.aclose()
        finally:
            self._ended.set()

    async def stop(self) -> Counts:
        """Finish what it is at, close the home; what it did."""
        self._stopping.set()
        await self._ended.wait()
        return self._counts

    async def _live(self, home: Home) -> None:
        worker = NightWorker(
            home.store, home.night, home.clock, self._name, self._at_once, terms=self._terms, counts=self._counts
        )
        if home.pinning is not None:
            worker.meet = home.pinning.settle
        while not self._stopping.is_set():
            try:
                await worker.drain()
            except StorageError as error:  # the database is away; what was begun is fenced, and begun again
                logger.error("%s: %s", self._name, error)
            try:
                await asyncio.wait_for(self._stopping.wait(), PAUSE)
            except TimeoutError:
                continue
