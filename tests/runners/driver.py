"""The driver as a process of its own, so that a test can kill it: `python driver.py ADDRESS DATABASE FOLDER`."""

import asyncio
import sys
from collections.abc import Iterable, Iterator
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


def done(lines: Iterable[str]) -> Iterator[int]:
    """How many nights were, each time that the driver looked."""
    return (int(line.removeprefix(DONE)) for line in lines if line.startswith(DONE))


async def main(address: str, url: str, folder: Path) -> None:
    home = await open_folk(url, folder, real_time=True)

    def watch(tally: Tally) -> None:
        print(DONE, tally.done, flush=True)

    await runner(home, address, url, folder).run(watch)
    await home.aclose()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], Path(sys.argv[3])))
