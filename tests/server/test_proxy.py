"""Behind a proxy on the same machine every connection looks local: nobody is at home for that."""

import os
import subprocess
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from fastapi import FastAPI
from starlette.datastructures import Headers
from tests.server.conftest import Serve, Served
from tests.server.process import ask, server
from tests.server.test_door import free_port

from pawsona.app.pairing import pairing_of
from pawsona.config.settings import load
from pawsona.errors import SetupError
from pawsona.server.app import create_app
from pawsona.server.door import Door
from pawsona.server.proxy import HEADER, Proxy, key_of, make_key
from pawsona.server.serve import _let_phones_in

URL = "https://home.example.org"
HTML = {"accept": "text/html"}
REWRITES = {"host": "127.0.0.1:8717", "x-forwarded-for": "203.0.113.7"}
"""What nginx passes on if nobody says otherwise, and one line more."""


@asynccontextmanager
async def visitor(app: FastAPI, headers: Mapping[str, str]) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody far away: the proxy's connection comes from this machine, whatever they are."""
    transport = httpx.ASGITransport(app, client=("127.0.0.1", 50123))
    async with httpx.AsyncClient(transport=transport, base_url=URL, headers={**HTML, **headers}) as http:
        yield http


def behind(served: Serve, body: Callable[[Served, FastAPI, str], Any]) -> None:
    """A home with a pet, served as `pawsona serve --proxied` does it; and the terminal's key."""

    async def whole(it: Served) -> None:
        await it.adopt()
        key = make_key(it.home.settings.home)
        await body(it, create_app(it.home, schedule=False, door=Door(8717, proxy=Proxy(URL, key))), key)

    served(whole)


@pytest.mark.parametrize("headers", [{}, REWRITES, {"host": "localhost:8717"}])
def test_nobody_is_at_home_until_they_are_paired(served: Serve, headers: dict[str, str]) -> None:
    async def body(it: Served, app: FastAPI, key: str) -> None:
        async with visitor(app, headers) as far, visitor(app, {HEADER: key, "host": "127.0.0.1:8717"}) as terminal:
            for path in ("/", "/api/v1/home", "/api/v1/export", "/v1/models"):
                answer = await far.get(path)
                assert answer.status_code == 403 and "Lin" not in answer.text, path
            assert "This device is not paired yet" in (await far.get("/")).text
            guess = await far.post("/api/v1/devices/tickets", json={}, headers={HEADER: "guessed"})
            assert guess.status_code == 403

            url = urlsplit((await terminal.post("/api/v1/devices/tickets", json={})).json()["url"])
            assert f"{url.scheme}://{url.netloc}" == URL
            ticket = url.query.removeprefix("t=")
            page = await far.get(f"/pair?t={ticket}")
            assert page.status_code == 200 and "same network" not in page.text
            # The browser knows this home under the proxy's name, whatever the proxy writes into Host.
            answer = await far.post("/pair", data={"t": ticket, "name": "Laptop"}, headers={"origin": URL})
            assert answer.status_code == 303
            assert "Secure" in answer.headers["set-cookie"]
            assert (await far.get("/api/v1/home")).json()["person"]["name"] == "Lin"
            assert (await far.patch("/api/v1/person", json={"name": "Lou"}, headers={"origin": URL})).status_code == 200
            evil = {"origin": "https://evil.example"}
            assert (await far.patch("/api/v1/person", json={"name": "Mal"}, headers=evil)).status_code == 403
            assert (await far.get("/api/v1/devices")).status_code == 403
            assert [one["name"] for one in (await terminal.get("/api/v1/devices")).json()] == ["Laptop"]

    behind(served, body)


@pytest.mark.parametrize("header", ["X-Forwarded-For", "Forwarded", "X-Real-IP", "X-Forwarded-Proto"])
def test_what_a_proxy_passed_on_is_not_local_though_nobody_said_that_there_is_one(served: Serve, header: str) -> None:
    async def body(it: Served) -> None:
        await it.adopt()
        for said in ("203.0.113.7", "127.0.0.1", "for=127.0.0.1"):
            answer = await it.http.get("/", headers={header: said, **HTML})
            assert answer.status_code == 403
            assert "pawsona serve --proxied" in answer.text and "Lin" not in answer.text
            assert (await it.http.get("/api/v1/export", headers={header: said})).status_code == 403
        assert (await it.http.get("/")).status_code == 200

    served(body)


@pytest.mark.parametrize("also", [{}, {"origin": URL}, {"sec-fetch-site": "cross-site"}])
def test_who_passes_the_proxys_own_name_on_is_told_the_command_too(served: Serve, also: dict[str, str]) -> None:
    """As most guides have it: proxy_set_header Host $host."""

    async def body(it: Served) -> None:
        await it.adopt()
        headers = {"host": "home.example.org", "x-forwarded-for": "203.0.113.7", **HTML, **also}
        answer = await it.http.get("/", headers=headers)
        assert answer.status_code == 403
        assert "pawsona serve --proxied" in answer.text and "Lin" not in answer.text
        asked = await it.http.get("/api/v1/home", headers=headers)
        assert asked.status_code == 403 and "pawsona serve --proxied" in asked.json()["detail"]

    served(body)


def test_the_terminals_key_is_its_owners_alone_and_every_server_of_the_home_knows_it(tmp_path: Path) -> None:
    assert key_of(tmp_path) == ""
    key = make_key(tmp_path)
    assert len(key) > 30 and key == make_key(tmp_path) == key_of(tmp_path)
    [path] = tmp_path.iterdir()
    assert path.stat().st_mode & 0o077 == 0
    path.write_text("")  # a disk that was full
    assert make_key(tmp_path) not in ("", key)
    assert not Proxy(URL, "").at_a_terminal(Headers({HEADER: ""}))


def test_an_address_beside_a_proxy_is_refused(served: Serve) -> None:
    async def body(it: Served, app: FastAPI, key: str) -> None:
        async with visitor(app, {HEADER: key, "host": "127.0.0.1:8717"}) as terminal:
            answer = await terminal.post("/api/v1/devices/tickets", json={"address": "192.168.1.5"})
            assert answer.status_code == 422 and URL in answer.json()["detail"]

    behind(served, body)


@pytest.mark.program
def test_a_terminal_of_the_same_home_lets_a_browser_in_and_another_does_not(tmp_path: Path) -> None:
    port = str(free_port())
    start = "from pawsona.cli.main import app; app({})"
    arguments = ["serve", "--port", port, "--proxied", URL]
    with server(tmp_path / "home", tmp_path / "log", start.format(arguments)) as address:
        assert address == URL
        environment = {**os.environ, "PAWSONA_HOME": str(tmp_path / "home")}
        adopt = [sys.executable, "-c", start.format(["adopt", "Mo", "--person", "Lin"])]
        subprocess.run(adopt, env=environment, check=True, capture_output=True, timeout=60)
        pair = [sys.executable, "-c", start.format(["pair", "--port", port])]
        shown = subprocess.run(pair, env=environment, capture_output=True, text=True, timeout=60).stdout
        assert f"{URL}/pair?t=" in shown and "same network" not in shown
        assert "not paired" in ask("POST", f"http://127.0.0.1:{port}/api/v1/devices/tickets", {})

        environment["PAWSONA_HOME"] = str(tmp_path / "another")
        stranger = subprocess.run(pair, env=environment, capture_output=True, text=True, timeout=60)
        assert stranger.returncode == 2 and "another home or user" in stranger.stderr


@pytest.mark.parametrize(
    "wrong",
    ["home.example.org", "https://", "https://home.example.org/pet", "ftp://home", "https://a:b@home.example.org",
     "https://home.example.org:99999", "https://home.example.org#pet", "https://[zz]", "https://my home"],
)  # fmt: skip
def test_the_address_is_a_whole_one_without_a_path(tmp_path: Path, wrong: str) -> None:
    with pytest.raises(SetupError, match="'proxied'") as told:
        load(tmp_path, proxied=wrong)
    assert "a:b" not in str(told.value)


@pytest.mark.parametrize(
    ("written", "said"),
    [("https://Home.example.org/", URL), ("HTTPS://home.example.org", URL), ("https://home.example.org:443", URL),
     ("http://home:80", "http://home"), ("https://home:8443", "https://home:8443"),
     ("https://bücher.example", "https://xn--bcher-kva.example"), ("https://[0:0::1]:8443", "https://[::1]:8443"),
     ("", "")],
)  # fmt: skip
def test_the_address_is_kept_as_browsers_say_it(tmp_path: Path, written: str, said: str) -> None:
    assert load(tmp_path, proxied=written).proxied == said


def test_the_start_says_who_finds_it_there(served: Serve) -> None:
    """Phones that were paired in the local network hold the cookie of another address."""

    async def body(it: Served, app: FastAPI, key: str) -> None:
        [person] = await it.home.store.people.persons()
        pairing = pairing_of(it.home)
        await pairing.pair((await pairing.ticket(person.id))[0], "Phone")
        said: list[str] = []
        await _let_phones_in(it.home, app.state.door, app, said.append)
        assert said == [f"Devices that were paired there find it at {URL}"]

    behind(served, body)
