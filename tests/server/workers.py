"""What several processes may run in place of the server; it imports little, so that a dozen of them start quickly."""

import os
import signal
import socket
import time
from ctypes import c_bool
from pathlib import Path
from typing import Any

STARTS = 8
"""So often one is started before it stops the server."""


def killed_early(given: dict[str, Any], sockets: list[socket.socket], number: int, name: str, up: c_bool) -> None:
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


def useless(given: dict[str, Any], sockets: list[socket.socket], number: int, name: str, up: c_bool) -> None:
    raise SystemExit(1)
