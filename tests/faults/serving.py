"""`pawsona serve` on a clock that a file moves, and with a minute that takes a second.

So sessions end and nights run, by the server's own sense of time, while it is killed. `FAULTS_CLOCK` names the file, in
which stand the seconds that the clock is ahead.
"""

import os
import socket
from collections.abc import Callable
from ctypes import c_bool
from datetime import datetime, timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pawsona.app.time import SystemClock
from pawsona.cli.main import app
from pawsona.server import scheduler, start

REAL: Callable[[SystemClock], datetime] = SystemClock.now
WORK = start._work
MINUTE = 1.0


def move(file: Path, seconds: float) -> None:
    """Set how far ahead the clock is; whoever reads meanwhile reads the old or the new number."""
    new = file.with_suffix(".new")
    new.write_text(str(seconds))
    new.replace(file)


def _ahead(self: SystemClock) -> datetime:
    return REAL(self) + timedelta(seconds=float(Path(os.environ["FAULTS_CLOCK"]).read_text()))


def work(
    given: dict[str, Any], sockets: list[socket.socket], line: Connection, number: int, name: str, up: c_bool
) -> None:
    """What each of several processes runs."""
    hurry()
    WORK(given, sockets, line, number, name, up)


def hurry() -> None:
    """Let this process live by the file's clock."""
    SystemClock.now = _ahead  # type: ignore[method-assign]
    scheduler.TICK = MINUTE


def main() -> None:
    hurry()
    start._work = work
    app(["serve"])
