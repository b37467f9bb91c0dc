"""Playing cases: every system answers every case once, and what was answered is never asked again."""

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict
from typing import Any

from pawsona.bench.core import Journal, Prediction
from pawsona.bench.safety.cases import Case
from pawsona.bench.safety.systems import System
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

Progress = Callable[[str, int], None]
"""Told what was worked on, and how many items of it are done."""


async def play(system: System, cases: Sequence[Case], journal: Journal, progress: Progress) -> None:
    """Ask for the answers that the journal lacks; one that fails is noted, and asked for again next time."""
    left = [case for case in cases if not answered(journal, case, system.name)]
    progress(system.name, len(cases) - len(left))
    gate = asyncio.Semaphore(system.at_once)

    async def one(case: Case) -> None:
        async with gate:
            journal.add(await _asked(system, case))
        progress(system.name, 1)

    async with asyncio.TaskGroup() as group:
        for case in left:
            group.create_task(one(case))


def answered(journal: Journal, case: Case, system: str) -> str | None:
    """A system's reply to a case, if there is one."""
    row = journal.get(case.id, system)
    return None if row is None or not isinstance(row["prediction"], str) else row["prediction"]


def shown(row: Mapping[str, Any]) -> str:
    """All that the person saw after the last message, in a prediction: what raters and judges see."""
    return "\n".join([row["prediction"], *(f"[{line}]" for line in row["extra"].get("beside", ()))])


async def _asked(system: System, case: Case) -> Prediction:
    try:
        answer = await system.answer(case)
    except PawsonaError as error:
        logger.warning("%s has no answer to %s: %s", system.name, case.id, error)
        return Prediction(id=case.id, prediction=None, system=system.name, extra={"error": str(error)})
    extra = asdict(answer)
    *before, reply = extra.pop("replies")
    return Prediction(id=case.id, prediction=reply, system=system.name, extra={"before": before, **extra})
