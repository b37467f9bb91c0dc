"""A server in a process of its own, and a client that takes whatever it answers."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.server.door import ADDRESS

PLAIN = "from pawsona.cli.main import app; app(['serve', '--port', '0'])"


@contextmanager
def server(home: Path, log: Path, program: str = PLAIN, stop: int = signal.SIGINT) -> Iterator[str]:
    """Runs until the block ends, then gets the signal `stop`; yields its address. All its output goes to `log`."""
    environment = {**os.environ, "PAWSONA_HOME": str(home), "PAWSONA_EMBEDDER": "hashing"}
    with log.open("wb") as out:
        running = subprocess.Popen(
            [sys.executable, "-u", "-c", program], stdout=subprocess.PIPE, stderr=out, env=environment
        )
        try:
            assert running.stdout is not None
            first = running.stdout.readline().decode()
            found = re.search(r"https?://\S+", first)
            assert found, log.read_text()
            yield found[0]
        finally:
            running.send_signal(stop)
            assert running.stdout is not None
            rest = running.stdout.read()
            running.stdout.close()
            running.wait(timeout=60)
            out.write(first.encode() + rest)


def stands_on(home: Path, address: str) -> Path:
    """A home whose door for phones is set to an address; loopback is refused for one that is named later."""

    async def kept() -> None:
        opened = await open_home(load(home=home, embedder="hashing"))
        await opened.store.set_setting(ADDRESS, address)
        await opened.aclose()

    asyncio.run(kept())
    return home


def ask(method: str, url: str, body: object = None, within: float = 60) -> str:
    """Whatever the answer is."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(url, content if body is not None else None, headers, method=method)
    try:
        with urllib.request.urlopen(request, timeout=within) as answer:
            return str(answer.read().decode())
    except urllib.error.HTTPError as refused:
        with refused:
            return str(refused.read().decode())
