"""The server as a process."""

import signal
import time
import urllib.request
from pathlib import Path

import pytest
from tests.server.process import ask, server

from pawsona.config.settings import Settings

pytestmark = pytest.mark.program


def test_ctrl_c_ends_it_at_once_and_quietly_though_a_page_is_open(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "home", log) as address:
        assert ask("GET", f"{address}/").startswith("<!doctype html>")
        person = {"name": "Lin"}
        ask(
            "POST", f"{address}/api/v1/pets", {"name": "Mo", "species": "cat", "personality": "sunny", "person": person}
        )
        page = urllib.request.urlopen(f"{address}/api/v1/events", timeout=60)
        stopped = time.monotonic()
    took = time.monotonic() - stopped
    page.close()
    assert took < Settings.model_fields["grace"].default, "the page was waited for, as a reply would be"
    [line] = [line for line in log.read_text().splitlines() if line]
    assert line.startswith("Pawsona is at ")


TELLS = """
from pawsona.app.home import Home
from pawsona.cli.main import app

close = Home.aclose

async def aclose(self):
    await close(self)
    print("closed", flush=True)

Home.aclose = aclose
app(["serve", "--port", "0"])
"""


def test_whoever_terminates_it_leaves_a_home_that_was_closed(tmp_path: Path) -> None:
    log = tmp_path / "log"
    with server(tmp_path / "home", log, TELLS, stop=signal.SIGTERM) as address:
        ask("GET", f"{address}/api/v1/home")
    assert log.read_text().splitlines()[-1] == "closed"


def test_a_second_server_finds_what_the_first_one_stored(tmp_path: Path) -> None:
    log = tmp_path / "log"
    person = {"name": "Lin"}
    with server(tmp_path / "home", log) as address:
        ask(
            "POST", f"{address}/api/v1/pets", {"name": "Mo", "species": "cat", "personality": "sunny", "person": person}
        )
    with server(tmp_path / "home", log) as address:
        assert '"name":"Mo"' in ask("GET", f"{address}/api/v1/home")
