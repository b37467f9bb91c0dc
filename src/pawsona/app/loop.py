"""The event loop of servers and of a fleet's nights: libuv's takes less processor for what comes and goes.

Windows has only Python's own.
"""

import asyncio
import sys
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

T = TypeVar("T")
MakeLoop = Callable[[], asyncio.AbstractEventLoop]


def _maker() -> MakeLoop | None:
    if sys.platform == "win32":
        return None
    import uvloop

    made: MakeLoop = uvloop.new_event_loop
    return made


def run_long(work: Coroutine[Any, Any, T]) -> T:
    """As `asyncio.run` does."""
    with asyncio.Runner(loop_factory=_maker()) as runner:
        return runner.run(work)
