"""Work that is finished though its task was cancelled."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


async def to_the_end(work: Coroutine[None, None, T]) -> T:
    """Finish a piece of work even if its task is cancelled meanwhile: what was shown must not be lost."""
    task, cancelled = asyncio.ensure_future(work), None
    while not task.done():
        try:
            await asyncio.wait([task])
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None and not task.exception():
        raise cancelled
    return task.result()
