"""A home, whoever serves it at the moment, and a client that is cut off and asks again."""

import http.client
import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.faults.serving import move
from tests.model_server.process import ModelServer

SERVE = "from tests.faults.serving import main; main()"
LIN = {
    "name": "Mo", "species": "cat", "personality": "sunny",
    "person": {"name": "Lin", "age_band": "adult", "time_zone": "UTC"},
}  # fmt: skip
TALKS = """mind = "llm"
language = "en"
embedder = "hashing"
[models.talk]
base_url = "{model}"
model = "pet-model"
timeout = {timeout}
"""
"""The model talks; nights are the storybook's, so that the same is remembered of the same words."""


@dataclass
class House:
    """Args:
    home: its folder.
    model: the model server's address.
    workers: processes that serve it.
    timeout: seconds that a model server may say nothing.
    database: the address of a server's; a file in its folder if there is none.
    """

    home: Path
    model: str
    workers: int = 1
    timeout: float = 60.0
    database: str = ""
    port: int = 0
    running: subprocess.Popen[str] | None = None
    pet: str = ""
    begins: datetime = field(default_factory=lambda: _next_morning(datetime.now(UTC)))
    ahead: float = 0.0
    """Seconds by which its clock is before the machine's."""

    def __post_init__(self) -> None:
        self.home.mkdir(mode=0o700)
        (self.home / "pawsona.toml").write_text(TALKS.format(model=self.model, timeout=self.timeout))
        self.move(self.begins - datetime.now(UTC))

    @property
    def clock(self) -> Path:
        return self.home / "clock"

    @property
    def complaints(self) -> Path:
        """What the servers said on stderr, one after the other."""
        return self.home.with_name("stderr")

    def move(self, by: timedelta) -> None:
        """Set the server's clock on, or back."""
        self.ahead += by.total_seconds()
        move(self.clock, self.ahead)

    def start(self) -> None:
        variables = {
            "PAWSONA_HOME": str(self.home), "FAULTS_CLOCK": str(self.clock),
            "PAWSONA_PORT": str(self.port), "PAWSONA_WORKERS": str(self.workers),
        }  # fmt: skip
        if self.database:
            variables["PAWSONA_DATABASE_URL"] = self.database
        with self.complaints.open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-u", "-c", SERVE],
                stdout=subprocess.PIPE, stderr=log, text=True, env={**os.environ, **variables},
            )  # fmt: skip
        assert self.running.stdout is not None
        found = re.search(r":(\d+)", self.running.stdout.readline())
        assert found is not None, f"the server did not start: {self._last_words()}"
        self.port = int(found[1])

    def runs(self) -> None:
        """Fail at once if the server ended by itself: it is not to be waited for."""
        ended = self.running and self.running.poll()
        assert ended is None, f"the server ended with {ended}: {self._last_words()}"

    def _last_words(self) -> str:
        return self.complaints.read_text(errors="replace")[-2000:]

    def kill(self) -> None:
        """As a machine would that lost its power; with several processes, one of them."""
        assert self.running is not None
        if self.workers > 1:
            os.kill(random.choice(_children(self.running.pid)), signal.SIGKILL)
            return
        self.running.kill()
        self.running.wait()
        assert self.running.stdout is not None
        self.running.stdout.close()

    def stop(self) -> None:
        if self.running is not None and self.running.poll() is None:
            self.running.terminate()
            self.running.wait(40)
        if self.running is not None and self.running.stdout is not None:
            self.running.stdout.close()

    def ask(self, method: str, path: str, body: object = None, key: str = "") -> str:
        """The answer.

        Raises:
            OSError: there is none, or it is cut off, or it refuses.
        """
        headers = {"content-type": "application/json", "connection": "close"} | (
            {"idempotency-key": key} if key else {}
        )
        content = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(f"http://127.0.0.1:{self.port}/api/v1{path}", content, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            raise OSError(f"{error.code} {error.read().decode()}") from None
        except (OSError, ValueError, http.client.HTTPException) as error:
            raise OSError(str(error)) from None

    def adopt(self) -> None:
        self.pet = json.loads(self.until("POST", "/pets", LIN))["id"]

    def say(self, text: str, key: str) -> str:
        return self.ask("POST", f"/pets/{self.pet}/messages", {"text": text}, key)

    def answered(self, text: str, key: str) -> None:
        """Say it until it is answered."""
        self.until("POST", f"/pets/{self.pet}/messages", {"text": text}, key, has="event: done")

    def until(self, method: str, path: str, body: object = None, key: str = "", *, has: str = "") -> str:
        """Ask as a client does that is cut off: again, until there is a whole answer."""
        end = time.monotonic() + 60
        while True:
            with suppress(OSError):
                if has in (found := self.ask(method, path, body, key)):
                    return found
            self.runs()
            assert time.monotonic() < end, f"no answer to {method} {path}"
            time.sleep(0.1)

    def said(self) -> list[dict[str, Any]]:
        """The last messages."""
        found = json.loads(self.until("GET", f"/pets/{self.pet}/messages?limit=200"))["messages"]
        return list(found)


def rows(home: Path, query: str) -> list[tuple[Any, ...]]:
    """What a home's database file holds, asked behind everybody's back."""
    with closing(sqlite3.connect(f"file:{home / 'pawsona.db'}?mode=ro", uri=True, timeout=30)) as database:
        return [tuple(row) for row in database.execute(query)]


@contextmanager
def house(
    folder: Path, model: ModelServer, workers: int = 1, timeout: float = 60.0, database: str = ""
) -> Iterator[House]:
    it = House(folder / "home", model.base_url, workers, timeout, database)
    it.start()
    try:
        it.adopt()
        yield it
    finally:
        it.stop()


def _next_morning(now: datetime) -> datetime:
    """Ten o'clock: far from the small hours, so that steps of six hours come to them at four."""
    return (now + timedelta(days=1)).replace(hour=10, minute=0, second=0, microsecond=0)


def _children(process: int) -> list[int]:
    """Processes that serve: those that were spawned, without what watches over their memory."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found
