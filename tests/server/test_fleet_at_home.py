"""Two processes serve one home: either takes back what the other forgot, and lets in a phone with the other's code."""

import json
import re
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.server import process
from tests.server.process import server, stands_on

pytestmark = [pytest.mark.program, pytest.mark.timeout(300)]

TWO = "from pawsona.cli.main import app; app(['serve', '--port', '0', '--workers', '2'])"
LIN = {"name": "Mo", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}}
AUNTS = ("Ada", "Bea", "Cleo", "Dora", "Enid", "Fay", "Gwen", "Hope")
BESIDE = "127.0.0.2"
"""Loopback has many addresses on Linux: this one stands for the network's."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address")


def ask(method: str, url: str, body: object = None) -> str:
    """Any process may get it, and one that starts answers when it is up."""
    return process.ask(method, url, body, within=120)


def told(method: str, url: str, body: object = None) -> Any:
    """What the answer tells."""
    text = ask(method, url, body)
    return json.loads(text) if text else None


def listeners(port: int) -> int:
    """How many listen on the address that stands for the network's."""
    place = f"0200007F:{port:04X}"
    return sum(line.split()[1::2][:2] == [place, "0A"] for line in Path("/proc/net/tcp").read_text().splitlines())


def until(is_so: Callable[[], bool], seconds: float = 120) -> None:
    """Wait: the process that did not answer may still be starting."""
    end = time.monotonic() + seconds
    while not is_so():
        assert time.monotonic() < end
        time.sleep(0.1)


def test_either_takes_back_what_was_forgotten_and_only_once(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "home", log, TWO, stop=signal.SIGTERM) as address:
        pet = f"{address}/api/v1/pets/{told('POST', f'{address}/api/v1/pets', LIN)['id']}"
        for name in AUNTS:
            ask("POST", f"{pet}/messages", {"text": f"My aunt {name} lives in Rome."})
        ask("POST", f"{pet}/night")
        known = {one["id"]: one["text"] for one in told("GET", f"{pet}/memories")["memories"]}
        assert len(known) >= len(AUNTS)
        for one in known:
            assert not ask("DELETE", f"{pet}/memories/{one}")
        assert told("GET", f"{pet}/memories")["memories"] == []
        for one in known:
            assert told("POST", f"{pet}/memories/{one}/restore")["id"] == one
            assert told("POST", f"{pet}/memories/{one}/restore")["status"] == 404
        assert {one["id"]: one["text"] for one in told("GET", f"{pet}/memories")["memories"]} == known
    assert "Traceback" not in log.read_text()


@linux
def test_a_code_of_either_lets_a_phone_in_at_either_and_both_shut_the_door(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(stands_on(tmp_path / "home", BESIDE), log, TWO, stop=signal.SIGTERM) as address:
        ask("POST", f"{address}/api/v1/pets", LIN)
        tickets, port = f"{address}/api/v1/devices/tickets", int(address.rpartition(":")[2])

        def code() -> str:
            url = str(told("POST", tickets, {})["url"])
            assert url.startswith(f"http://{BESIDE}:{port}/pair?t=")
            return url

        codes = [code() for _ in range(8)]
        assert "<form" in ask("GET", codes[-1])
        assert "<form" not in ask("GET", codes[0])
        form = b"name=Phone&t=" + codes[-1].partition("=")[2].encode()
        ask("POST", f"http://{BESIDE}:{port}/pair", form)
        [device] = told("GET", f"{address}/api/v1/devices")
        until(lambda: listeners(port) == 2)
        for url in (code() for _ in range(8)):
            assert "<form" in ask("GET", url)
        assert not ask("DELETE", f"{address}/api/v1/devices/{device['id']}")
        until(lambda: listeners(port) == 0)
    assert not re.search("Traceback|can't", log.read_text())
