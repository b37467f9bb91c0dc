"""The driver as a process of its own, so that a test can kill it: `python driver.py ADDRESS DATABASE FOLDER`."""

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import timedelta
from functools import partial
from pathlib import Path

from nightfolk import open_folk

from pawsona.app.home import Home
from pawsona.domain.lease import Tally
from pawsona.night.worker import Terms
from pawsona.runners.ray import RayRunner

TERMS = Terms(lease=timedelta(seconds=4), waits=(timedelta(seconds=1),) * 2)
POISONED = "pet-0000003"
DONE = "done:"
"""Begins each line that says how many nights are; Ray has lines of its own."""


def runner(home: Home, address: str, url: str, folder: Path) -> RayRunner:
    opened = partial(open_folk, url, folder, seconds=0.1, poisoned=POISONED, real_time=True)
    return RayRunner(home, opened, address, workers=2, at_once=4, terms=TERMS)


@contextmanager
def started(
    address: str, url: str, folder: Path, inside: Sequence[str] = (), **variables: str
) -> "Iterator[subprocess.Popen[str]]":
    """A driver as a process of its own, that is over when the block is.

    Args:
        address: the cluster's.
        url: the database's.
        folder: where it looks for settings.
        inside: put before the command.
        variables: added to the environment.
    """
    given = [*inside, sys.executable, __file__, address, url, str(folder)]
    process = subprocess.Popen(given, stdout=subprocess.PIPE, text=True, env=os.environ | variables)
    with process:
        try:
            yield process
        finally:
            process.kill()


def seen(process: "subprocess.Popen[str]") -> Iterator[int]:
    """How many nights were done, each time that the driver looked."""
    assert process.stdout is not None
    return (int(line.removeprefix(DONE)) for line in process.stdout if line.startswith(DONE))


async def main(address: str, url: str, folder: Path) -> None:
    home = await open_folk(url, folder, real_time=True)

    def watch(tally: Tally) -> None:
        print(DONE, tally.done, flush=True)

    await runner(home, address, url, folder).run(watch)
    await home.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
