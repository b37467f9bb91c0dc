"""Several processes on one port: a parent that serves nobody starts them, starts again what dies, and stops them all.

All take connections from the same sockets, which the parent made and keeps: who has nothing to do is there first, and
what waits while a process dies is taken by another.
"""

import asyncio
import contextlib
import logging
import multiprocessing
import secrets
import signal
import socket
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from ctypes import c_bool
from dataclasses import dataclass, field
from functools import partial
from multiprocessing.connection import Connection
from multiprocessing.context import SpawnProcess
from pathlib import Path
from typing import Any

from pawsona.config.settings import Settings, load
from pawsona.config.several import forget_values, shared_values
from pawsona.domain.cloakroom import Cloakroom, Shelves
from pawsona.errors import PawsonaError, SetupError
from pawsona.server.cloakroom import Steady, attend
from pawsona.server.errands import bury, prepare, run_errand
from pawsona.server.listening import Listening

logger = logging.getLogger(__name__)

SPAWN = multiprocessing.get_context("spawn")
LOOK = 0.25
"""Seconds between two looks at who still runs."""
PATIENT = 3
"""Ends of a process by itself before it was up, one after the other, before all is stopped."""
MARGIN = 8
"""Seconds beyond the grace that a process may take to close its home."""
Work = Callable[[dict[str, Any], list[socket.socket], Connection, int, str, c_bool], None]
"""What a process runs: settings given, the sockets, its line to the cloakroom, its number, its name, and what it sets
when its home is open.

At the top of a module, to be found.
"""


def _not_up() -> c_bool:
    """Shared memory without a lock: whoever is killed while they hold one would stop all."""
    return SPAWN.RawValue(c_bool, False)


@dataclass
class _Place:
    """One process's place: it stays, whoever works there."""

    number: int
    process: SpawnProcess | None = None
    up: c_bool = field(default_factory=_not_up)
    early: int = 0
    """How often in a row it ended by itself before it was up."""
    attended: asyncio.Task[None] | None = None
    """Answers what it asks the cloakroom, until it has ended."""


async def run_fleet(settings: Settings, given: dict[str, Any], work: Work, say: Callable[[str], None]) -> None:
    """Serve with `settings.workers` processes until stopped.

    Args:
        settings: as the processes will read them.
        given: what was given on the command line, for them to read the same.
        work: what each runs.
        say: prints a line.

    Raises:
        SetupError: the database can't be used, the port is taken, or the processes don't stay up.
    """
    await run_errand(prepare, settings.database_url)
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="pawsona-"))
        stack.enter_context(shared_values(Path(folder)))
        listening = Listening(settings.host, settings.port)
        sockets, places = stack.enter_context(listening.sockets()), [_Place(n) for n in range(settings.workers)]
        url = settings.proxied or listening.url
        say(f"Pawsona is at {url}  ({settings.workers} processes; stop with Ctrl+C)")
        stop, cloakroom = asyncio.Event(), Shelves(Steady())
        with _stopped_by_signals(stop):
            try:
                given = given | {"port": listening.port}
                start = partial(_start_again, given=given, sockets=sockets, work=work, cloakroom=cloakroom)
                await _watch(places, settings.database_url, start, cloakroom, stop)
            finally:
                await _stop(places, settings.grace + MARGIN)


async def _watch(
    places: Sequence[_Place], url: str, start: Callable[[_Place], None], cloakroom: Cloakroom, stop: asyncio.Event
) -> None:
    burials: list[asyncio.Task[None]] = []
    try:
        while not stop.is_set():
            for place in places:
                if place.process is None or not place.process.is_alive():
                    gone = place.process
                    start(place)
                    if gone is not None:
                        burials.append(asyncio.create_task(_bury(url, gone.name)))
            await cloakroom.tidy()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), LOOK)
    finally:
        for task in burials:
            task.cancel()
        await asyncio.gather(*burials, return_exceptions=True)


async def _bury(url: str, process: str) -> None:
    try:
        await run_errand(bury, url, process)
    except PawsonaError as error:
        logger.warning("what process %s held is not free yet: %s", process, error)


def _start_again(
    place: _Place, given: dict[str, Any], sockets: list[socket.socket], work: Work, cloakroom: Cloakroom
) -> None:
    if place.process is not None:
        killed = place.process.exitcode == -signal.SIGKILL  # from outside: that says nothing of the settings
        place.early = 0 if place.up.value or killed else place.early + 1
        if place.early >= PATIENT:
            raise SetupError("A process of the server ends right after its start. See why: pawsona serve --workers 1")
        logger.warning("process %s of the server ended with %s", place.process.pid, place.process.exitcode)
        forget_values(place.process.pid or 0)
    name = f"pawsona-{place.number}-{secrets.token_hex(8)}"
    place.up = _not_up()
    ours, theirs = SPAWN.Pipe()
    told = given, sockets, theirs, place.number, name, place.up
    with theirs:  # only the process holds that end now: when it is gone, so is the line
        place.process = SPAWN.Process(target=work, args=told, name=name)
        place.process.start()
    place.attended = asyncio.create_task(attend(ours, cloakroom))


async def _stop(places: Sequence[_Place], within: float) -> None:
    """End all of them, at the same time; who does not end in time is killed."""
    running = [place.process for place in places if place.process is not None]
    for process in running:
        process.terminate()
    end = time.monotonic() + within
    while any(process.is_alive() for process in running) and time.monotonic() < end:
        await asyncio.sleep(0.05)
    for process in running:
        if process.is_alive():
            logger.error("process %s of the server had to be killed", process.pid)
            process.kill()
        process.join()
    for place in places:
        if place.attended is not None:
            place.attended.cancel()


@contextlib.contextmanager
def _stopped_by_signals(stop: asyncio.Event) -> Iterator[None]:
    loop = asyncio.get_running_loop()
    signals = (signal.SIGTERM, signal.SIGINT)
    for one in signals:
        loop.add_signal_handler(one, stop.set)
    try:
        yield
    finally:
        for one in signals:
            loop.remove_signal_handler(one)


def settings_of(given: dict[str, Any]) -> Settings:
    """The settings as the parent read them."""
    try:
        return load(**given)
    except PawsonaError as error:
        raise SystemExit(str(error)) from None
