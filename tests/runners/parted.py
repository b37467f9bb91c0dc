"""A Ray cluster over a wire: its head and the database here, a node in another network, a processor each."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, closing, contextmanager, suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from tests.faults.wire import Wire, listening, wired
from tests.runners import driver
from tests.servers import Databases

ROOT = Path(__file__).parents[2]
PORT = 6399
ENVIRONMENT = {
    "PYTHONPATH": ":".join(str(ROOT / folder) for folder in ("src", "benchmarks", ".")),
    "RAY_USAGE_STATS_ENABLED": "0",
    # Who says nothing is given up after some ten seconds, not after a minute.
    "RAY_health_check_period_ms": "1000", "RAY_health_check_timeout_ms": "3000",
    "RAY_health_check_failure_threshold": "3", "RAY_gcs_rpc_server_reconnect_timeout_s": "10",
}  # fmt: skip
AGAIN = 'while true; do "$0" "$@"; sleep 1; done'
"""Somebody who starts a node whenever it is gone, as systemd does."""


@dataclass(frozen=True)
class Parted:
    """The cluster; its head is at the wire's `near`, the database at `beside`, the node at `far`."""

    wire: Wire
    databases: Databases

    def cut_until_given_up(self, *addresses: str) -> None:
        """Cut these off (all, if none is named) until Ray takes the node for dead; then the wire is whole again."""
        head = import_module("ray._raylet").GcsClient(address=f"{self.wire.near}:{PORT}")
        dead = _dead(head)
        self.wire.cut(*addresses)
        while _dead(head) == dead:
            time.sleep(0.2)
        self.wire.heal()

    def driven(
        self, database: str, folder: Path, inside: Sequence[str] = ()
    ) -> "AbstractContextManager[subprocess.Popen[str]]":
        """A driver here, or in the network that `inside` enters."""
        return driver.started(f"{self.wire.near}:{PORT}", database, folder, inside, **ENVIRONMENT)


@contextmanager
def parted() -> Iterator[Parted]:
    with ExitStack() as stack:
        wire = stack.enter_context(wired())
        databases = stack.enter_context(closing(Databases(stack.enter_context(listening(wire.beside, [])))))
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="pawsona-ray-", ignore_cleanup_errors=True)))
        head = _ray(wire.near, "--head", f"--port={PORT}", f"--temp-dir={folder}", "--include-dashboard=false")
        stack.enter_context(_running(head))
        _answers(wire.near)
        node = _ray(wire.far, f"--address={wire.near}:{PORT}")
        stack.enter_context(_running([*wire.inside, "sh", "-c", AGAIN, *node]))
        stack.callback(_ended, wire)
        yield Parted(wire, databases)
        wire.heal()


def _dead(head: Any) -> int:
    return sum(node.state for node in head.get_all_node_info().values())


def _ray(at: str, *given: str) -> list[str]:
    size = ["--num-cpus=1", f"--object-store-memory={80 * 2**20}"]
    return [sys.executable, "-m", "ray.scripts.scripts", "start", "--block", f"--node-ip-address={at}", *size, *given]


@contextmanager
def _running(command: list[str]) -> Iterator[None]:
    program = subprocess.Popen(
        command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=os.environ | ENVIRONMENT
    )
    try:
        yield
    finally:
        program.terminate()
        program.wait(30)


def _ended(wire: Wire) -> None:
    """Everybody in the other network."""
    while pids := subprocess.run(["ip", "netns", "pids", wire.name], capture_output=True, text=True).stdout.split():
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(int(pid), signal.SIGKILL)
        time.sleep(0.1)


def _answers(host: str) -> None:
    end = time.monotonic() + 60
    while True:
        with suppress(OSError), socket.socket() as asked:
            asked.settimeout(1)
            return asked.connect((host, PORT))
        assert time.monotonic() < end, "Ray's head did not start"
        time.sleep(0.2)
