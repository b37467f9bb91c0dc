"""Every night that is due, on the runner that was asked for, with a bar that shows how far it is."""

import contextlib
from collections.abc import Callable, Iterator
from dataclasses import asdict, replace
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
from pawsona.runners.ray import RayRunner

NIGHTS_A_CALL = 2
"""Nights at a time for each question in flight: while one is answered, another is read and written."""


async def live_due(
    kind: Literal["asyncio", "ray"], address: str, workers: int | None, calls: int, *, quiet: bool
) -> dict[str, Any]:
    """Live what is due; returns what was done, in counts.

    Args:
        kind: which runner.
        address: the cluster's.
        workers: processes there; None is one for each processor.
        calls: questions in flight for each process.
        quiet: show no bar.

    Raises:
        SetupError: home or cluster can't be used.
    """
    settings = load()
    async with contextlib.aclosing(await open_home(settings, pace=Pace(calls))) as home:
        at_once = NIGHTS_A_CALL * calls
        runner: Runner
        if kind == "ray":
            runner = RayRunner(home, partial(_opened, settings, calls), address, workers, at_once)
        else:
            runner = replace(
                home.runner, at_once=at_once, meet=home.pinning.settle if home.pinning else home.runner.meet
            )
        with _bar(quiet) as watch:
            tally = await runner.run(watch)
        return {**asdict(runner.counts), "open": tally.open, "quarantined": tally.quarantined}


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
