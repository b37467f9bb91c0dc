"""Errands of a parent that only watches: each runs in a process of its own, which ends with it.

What a store takes to be opened (60 MB of libraries) would stay with the parent for as long as the server runs.
"""

import asyncio
import logging
import multiprocessing
import signal
from collections.abc import Callable, Coroutine
from multiprocessing.connection import Connection
from typing import Any

from pawsona.domain.shared import CLOCK
from pawsona.errors import PawsonaError, SetupError

logger = logging.getLogger(__name__)

LOOK = 0.05
"""Seconds between two looks at whether it is done."""
AGAIN = 1.0
"""Seconds between two tries to free what a dead process held, while the database is busy or away."""
Errand = Callable[..., Coroutine[Any, Any, None]]
"""At the top of a module, to be found; it imports what it needs when it runs."""


async def run_errand(errand: Errand, *given: str) -> None:
    """Let a process do it; who gives up waiting ends the process.

    Raises:
        PawsonaError: what the errand raised.
        SetupError: its process was ended.
    """
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_do, args=(theirs, errand, *given), daemon=True)
    with ours, theirs:
        process.start()
        try:
            while process.is_alive():
                await asyncio.sleep(LOOK)
        finally:
            process.kill()
            process.join()
        if ours.poll():
            raise ours.recv()
    if process.exitcode:
        raise SetupError(f"A process of the server ended with {process.exitcode}. Start the server again.")


def _do(told: Connection, errand: Errand, *given: str) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C is the parent's
    try:
        asyncio.run(errand(*given))
    except PawsonaError as error:
        told.send(error)
    except Exception as error:  # noqa: BLE001 - the entry point: a traceback could show what is stored
        from pawsona.app.blunder import place

        told.send(SetupError(f"Something went wrong that should not ({place(error)}). Nothing stored is lost."))


async def prepare(url: str) -> None:
    """Make the store, or bring its tables up to date: once, and not by all processes at the same time.

    Raises:
        StorageError: it can't be used.
    """
    from pawsona.storage import open_store

    await (await open_store(url)).close()


async def bury(url: str, process: str) -> None:
    """What a process that died held in the store is free at once; otherwise others wait until they miss it."""
    while True:
        try:
            return await _bury(url, process)
        except PawsonaError as error:
            logger.warning("what process %s held is not free yet: %s", process, error)
            await asyncio.sleep(AGAIN)


async def _bury(url: str, process: str) -> None:
    from pawsona.storage import open_store

    store = await open_store(url)
    try:
        await store.tickets.bury(process)
        await store.leases.bury(process)
        await store.leads.resign(CLOCK, process)
    finally:
        await store.close()
