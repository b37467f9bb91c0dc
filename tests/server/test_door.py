"""The door to the network: open while somebody is paired, on one address, and shut with the server."""

import asyncio
import json
import socket
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest
from starlette.responses import PlainTextResponse
from tests.server.process import ask, server, stands_on

from pawsona.errors import SetupError
from pawsona.server.door import Door

BESIDE = "127.0.0.2"
"""Loopback has many addresses on Linux: this one stands for the network's."""
linux = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has more than one loopback address")


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


async def answers(url: str) -> bool:
    try:
        await asyncio.to_thread(lambda: urllib.request.urlopen(url, timeout=5).close())
    except OSError:
        return False
    return True


@linux
def test_it_opens_stays_and_shuts() -> None:
    async def body() -> None:
        door = Door(free_port())
        url = await door.open(PlainTextResponse("here"), BESIDE)
        assert url == await door.open(PlainTextResponse("again"), BESIDE)
        await asyncio.sleep(0.2)
        assert await answers(url)
        await door.close()
        assert not door.address and not await answers(url)
        await door.close()

    asyncio.run(body())


@linux
def test_while_the_server_stops_nobody_opens_it_again() -> None:
    async def body() -> None:
        door = Door(free_port(), shared=True)
        url = await door.open(PlainTextResponse("here"), BESIDE)
        await door.close(for_good=True)
        with pytest.raises(SetupError, match="is stopping"):
            await door.open(PlainTextResponse("here"), BESIDE)
        assert not door.address and not await answers(url)

    asyncio.run(body())


@linux
def test_an_address_that_is_not_ours_is_refused_and_the_door_stays_as_it_is() -> None:
    async def body() -> None:
        door = Door(free_port())
        url = await door.open(PlainTextResponse("here"), BESIDE)
        with pytest.raises(SetupError, match="can't listen on 203.0.113.9"):
            await door.open(PlainTextResponse("here"), "203.0.113.9")
        await asyncio.sleep(0.2)
        assert door.address == BESIDE and await answers(url)
        await door.close()

    asyncio.run(body())


@pytest.mark.program
@linux
def test_a_running_server_shows_a_code_and_opens(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(stands_on(tmp_path / "home", BESIDE), log) as address:
        person = {"name": "Lin"}
        pet = {"name": "Mo", "species": "cat", "personality": "sunny", "person": person}
        assert "detail" in json.loads(ask("POST", f"{address}/api/v1/devices/tickets", {}))
        ask("POST", f"{address}/api/v1/pets", pet)
        command = [
            *(sys.executable, "-c", "from pawsona.cli.main import app; app()", "pair", "--json"),
            *("--port", address.rpartition(":")[2]),
        ]
        done = subprocess.run(command, capture_output=True, text=True, timeout=60)
        url = json.loads(done.stdout)["url"]
        assert url.startswith(f"http://{BESIDE}:")
        assert "<form" in ask("GET", url)
    assert "Traceback" not in log.read_text()


def test_an_address_that_the_server_listens_on_needs_no_opening() -> None:
    async def body() -> None:
        for listens in (BESIDE, "0.0.0.0"):
            door = Door(0, listens)
            assert await door.open(PlainTextResponse("here"), BESIDE) == f"http://{BESIDE}:0"
            await door.close()

    asyncio.run(body())


@pytest.mark.program
@linux
def test_what_is_no_address_of_ours_is_refused_in_one_sentence(tmp_path: Path) -> None:
    with server(stands_on(tmp_path / "home", BESIDE), tmp_path / "log") as address:
        ask(
            "POST",
            f"{address}/api/v1/pets",
            {"name": "Mo", "species": "cat", "personality": "sunny", "person": {"name": "Lin"}},
        )
        for named in ("2", "0.0.0.0", "::", "a\0b", "[", "a..b", "1" * 300, "192.0.2.77", "127.1", BESIDE):
            answer = ask("POST", f"{address}/api/v1/devices/tickets", {"address": named})
            assert json.loads(answer)["status"] == 422, (named, answer)
        assert "url" in json.loads(ask("POST", f"{address}/api/v1/devices/tickets", {}))
    assert "unforeseen" not in (tmp_path / "log").read_text()


@pytest.mark.parametrize("listens", ["", "0.0.0.0"])
@pytest.mark.parametrize(
    "address", ["127.0.0.1", "127.0.0.2", "127.0.1.1", "127.9.9.9", "127.1", "::1", "::ffff:127.0.0.1", "LocalHost"]
)
def test_what_leads_a_phone_to_itself_is_refused_wherever_the_server_listens(listens: str, address: str) -> None:
    assert not Door(0, listens or address).can_open(address)
    assert Door(0, listens or "192.0.2.9").can_open("192.0.2.9")
