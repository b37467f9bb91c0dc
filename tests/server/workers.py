"""What several processes may run in place of the server; it imports little, so that a dozen of them start quickly."""

import asyncio
import os
import signal
import socket
import time
from ctypes import c_bool
from datetime import timedelta
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from pawsona.server.cloakroom import Shared

STARTS = 8
"""So often one is started before it stops the server."""
KEPT = 5
"""Seconds, in which both have started."""


def killed_early(
    given: dict[str, Any], sockets: list[socket.socket], line: Connection, number: int, name: str, up: c_bool
) -> None:
    """What works in a process that something kills again and again; at last it stops the server."""
    with (Path(given["home"]) / "starts").open("a+") as file:
        file.write(".")
        file.seek(0)
        starts = len(file.read())
    os.kill(
        os.getppid() if starts >= STARTS else os.getpid(),
        signal.SIGTERM if starts >= STARTS else signal.SIGKILL,
    )
    time.sleep(20)


def useless(
    given: dict[str, Any], sockets: list[socket.socket], line: Connection, number: int, name: str, up: c_bool
) -> None:
    raise SystemExit(1)


def forgetful(
    given: dict[str, Any], sockets: list[socket.socket], line: Connection, number: int, name: str, up: c_bool
) -> None:
    """Puts something away for seconds; when that is over, and a while after, the first one stops the server."""
    asyncio.run(Shared(line).put("shelf", str(number), "thing", timedelta(seconds=KEPT)))
    time.sleep(KEPT + 2)
    if number == 0:
        os.kill(os.getppid(), signal.SIGTERM)
    time.sleep(20)
