"""Rounds of what can go wrong with a server: killed in the middle of a turn, or with a model server that misbehaves.

Usage: PYTHONPATH=. python tests/faults/server_rounds.py [--rounds 100] [--workers 1]    (prints a table)
"""

import argparse
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.model_server.process import ModelServer

SERVE = "from pawsona.cli.main import app; app(['serve'])"
LIN = {"name": "Mo", "species": "cat", "personality": "sunny", "person": {"name": "Lin", "age_band": "adult"}}
WITHIN = 10.0
"""Seconds in which a server that was killed answers again, without a hand."""
ANSWER = "High water is good news for ducks. I would have stood there for an hour. Did you see any on the far side?"
LIES: dict[str, dict[str, Any]] = {
    "stalls": {"stall": "first"},
    "stalls halfway": {"stall": "middle"},
    "lies": {"garbage": True},
    "429": {"status": 429, "retry_after": 0.1},
    "500": {"status": 500},
    "cuts": {"cut": "first"},
    "cuts halfway": {"cut": "middle"},
    "says nothing": {"text": ""},
}


@dataclass
class House:
    """A home and whoever serves it at the moment."""

    home: Path
    model: str
    workers: int = 1
    port: int = 0
    running: subprocess.Popen[str] | None = None
    pet: str = ""
    slowest: float = field(default=0.0)

    def start(self) -> None:
        variables = {
            "PAWSONA_HOME": str(self.home), "PAWSONA_EMBEDDER": "hashing", "PAWSONA_MIND": "llm",
            "PAWSONA_BASE_URL": self.model, "PAWSONA_MODEL": "pet-model", "PAWSONA_LANGUAGE": "en",
            "PAWSONA_PORT": str(self.port), "PAWSONA_WORKERS": str(self.workers),
        }  # fmt: skip
        self.running = subprocess.Popen(
            [sys.executable, "-u", "-c", SERVE],
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env={**os.environ, **variables},
        )  # fmt: skip
        assert self.running.stdout is not None
        found = re.search(r":(\d+)", self.running.stdout.readline())
        assert found is not None, "the server did not start"
        self.port = int(found[1])

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
        except (urllib.error.HTTPError, OSError, ValueError) as error:
            raise OSError(str(error)) from None

    def adopt(self) -> None:
        self.pet = json.loads(self.until("POST", "/pets", LIN))["id"]

    def say(self, text: str, key: str) -> str:
        return self.ask("POST", f"/pets/{self.pet}/messages", {"text": text}, key)

    def until(self, method: str, path: str, body: object = None, key: str = "", *, has: str = "") -> str:
        """Ask as a client does that is cut off: again, until there is a whole answer."""
        end = time.monotonic() + 60
        while True:
            with suppress(Exception):
                if has in (found := self.ask(method, path, body, key)):
                    return found
            assert time.monotonic() < end, f"no answer to {method} {path}"
            time.sleep(0.1)

    def said(self) -> list[dict[str, Any]]:
        """The last messages."""
        found = json.loads(self.until("GET", f"/pets/{self.pet}/messages?limit=200"))["messages"]
        return list(found)


@contextmanager
def house(folder: Path, model: ModelServer, workers: int = 1) -> Iterator[House]:
    it = House(folder / "home", model.base_url, workers)
    it.start()
    try:
        it.adopt()
        yield it
    finally:
        it.stop()


def killed(it: House, number: int) -> float:
    """One round: killed somewhere in a turn, started again, asked again. Seconds until it had answered."""
    text, key = f"I counted {number} ducks at the river.", f"round-{number}-{random.random()}"
    talking = threading.Thread(target=lambda: _ignore(it, text, key))
    talking.start()
    time.sleep(random.uniform(0, 0.9))
    it.kill()
    began = time.monotonic()
    if it.workers == 1:
        it.start()
    it.until("POST", f"/pets/{it.pet}/messages", {"text": text}, key, has="event: done")
    took = time.monotonic() - began
    talking.join()
    mine = [m for m in it.said() if m["text"] == text]
    assert len(mine) == 1, f"round {number}: heard {len(mine)} times"
    after = it.said()
    place = next(n for n, m in enumerate(after) if m["id"] == mine[0]["id"])
    replies = [m for m in after[place + 1 :] if m["role"] == "pet"]
    assert len(replies) == 1, f"round {number}: {len(replies)} replies"
    return took


def lied_to(it: House, model: ModelServer, number: int, how: str) -> float:
    """One round: the model server misbehaves. The message is kept, and answered: at once, or when it is asked again."""
    text, key = f"I saw {number} herons today.", f"lie-{number}-{random.random()}"
    model.always(**LIES[how])
    began = time.monotonic()
    with suppress(OSError):
        it.say(text, key)
    model.always(text=ANSWER)
    it.until("POST", f"/pets/{it.pet}/messages", {"text": text}, key, has="event: done")
    assert [m["text"] for m in it.said()].count(text) == 1, f"{how}: not heard once"
    return time.monotonic() - began


def _ignore(it: House, text: str, key: str) -> None:
    with suppress(Exception):
        it.say(text, key)


def _children(process: int) -> list[int]:
    """Processes that serve: those that were spawned, without what watches over their memory."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = int((path / "stat").read_text().rpartition(")")[2].split()[1])
            if parent == process and b"spawn_main" in (path / "cmdline").read_bytes():
                found.append(int(path.name))
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=100)
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    quick = {"text": ANSWER, "first_token_ms": 200, "token_ms": 20}
    with tempfile.TemporaryDirectory() as folder, ModelServer.start(always=quick) as model:
        with house(Path(folder), model, given.workers) as it:
            took = sorted(killed(it, number) for number in range(given.rounds))
    late = sum(seconds > WITHIN for seconds in took)
    print(f"| fault | rounds | lost or doubled | seconds to an answer, p50 | most | over {WITHIN:.0f} s |")
    print("|---|---|---|---|---|---|")
    print(
        f"| kill -9 ({given.workers} process{'es' * (given.workers > 1)}) | {len(took)} | 0 "
        f"| {took[len(took) // 2]:.1f} | {took[-1]:.1f} | {late} |"
    )


if __name__ == "__main__":
    main()
