"""Every night that is due, on the runner that was asked for, with a bar that shows how far it is."""

import asyncio
import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, replace
from functools import partial
from typing import Any, Literal

from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.config.settings import Settings, load
from pawsona.domain.lease import Tally
from pawsona.night.pace import Pace
from pawsona.night.runner import Runner
from pawsona.runners.batch import BatchClient, vllm_engine
from pawsona.runners.ray import RayRunner, join

NIGHTS_A_CALL = 2
"""Nights at a time for each question in flight: while one is answered, another is read and written."""


@dataclass(frozen=True)
class Wanted:
    """How nights are to be lived."""

    runner: Literal["asyncio", "ray"]
    address: str = "auto"
    """The cluster's."""
    workers: int | None = None
    """Processes there, with `batch` engines; None is one for each processor, with `batch` one."""
    calls: int = 20
    """Questions in flight for each process; with `batch`, in one batch."""
    batch: str = ""
    """The folder of a model that vLLM shall ask in batches, on the cluster's GPUs."""


async def live_due(wanted: Wanted, *, quiet: bool) -> dict[str, Any]:
    """Live what is due; returns what was done, in counts.

    Raises:
        SetupError: home or cluster can't be used.
    """
    settings, ask = load(), None
    if wanted.batch:
        await asyncio.to_thread(join, wanted.address)
        engine = vllm_engine(wanted.batch, wanted.workers or 1)
        ask = partial(BatchClient, engine=engine, most=wanted.calls)
    async with contextlib.aclosing(await open_home(settings, pace=Pace(wanted.calls), ask=ask)) as home:
        runner = _runner(home, wanted)
        with _bar(quiet) as watch:
            tally = await runner.run(watch)
        return {**asdict(runner.counts), "open": tally.open, "quarantined": tally.quarantined}


def _runner(home: Home, wanted: Wanted) -> Runner:
    """Batches are gathered in this process; else each process of a cluster asks for itself."""
    at_once = NIGHTS_A_CALL * wanted.calls
    if wanted.runner == "ray" and not wanted.batch:
        opened = partial(_opened, home.settings, wanted.calls)
        return RayRunner(home, opened, wanted.address, wanted.workers, at_once)
    assert home.pinning is not None  # every home that was opened from settings has it
    return replace(home.runner, at_once=wanted.calls if wanted.batch else at_once, meet=home.pinning.settle)


async def _opened(settings: Settings, calls: int) -> Home:
    """A node's home, with the settings of whoever started it."""
    return await open_home(settings, pace=Pace(calls))


@contextlib.contextmanager
def _bar(quiet: bool) -> Iterator[Callable[[Tally], None]]:
    """Nights that are done or set aside, of those that were open at the start or became so."""
    columns = (*Progress.get_default_columns(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), disable=quiet) as shown:
        task, over = shown.add_task("Nights", total=None), None

        def watch(tally: Tally) -> None:
            nonlocal over
            ended = tally.done + tally.quarantined
            over = ended if over is None else over
            shown.update(task, completed=ended - over, total=ended - over + tally.open)

        yield watch
