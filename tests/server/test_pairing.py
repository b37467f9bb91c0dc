"""A phone is let in by a code that works once; everybody else in the network stands before a closed door."""

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import httpx
import pytest
from tests.server.conftest import Serve, Served

from pawsona.server import door

LAN = "192.168.1.5"
HTML = {"accept": "text/html", "user-agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"}


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(door, "lan_address", lambda: LAN)


@asynccontextmanager
async def neighbour(it: Served, peer: str = "192.168.1.20", host: str = LAN) -> AsyncIterator[httpx.AsyncClient]:
    """Somebody else in the same network, with cookies of their own."""
    transport = httpx.ASGITransport(it.app, client=(peer, 50123))
    async with httpx.AsyncClient(transport=transport, base_url=f"http://{host}:8717", headers=HTML) as http:
        yield http


async def ticket(it: Served) -> str:
    answer = await it.http.post("/api/v1/devices/tickets", json={})
    assert answer.status_code == 201, answer.text
    assert answer.json()["svg"].startswith("data:image/svg+xml")
    url = urlsplit(str(answer.json()["url"]))
    assert url.netloc == f"{LAN}:8717" and url.path == "/pair"
    return url.query.removeprefix("t=")


async def press(http: httpx.AsyncClient, given: str, name: str = "Lin's phone") -> httpx.Response:
    return await http.post("/pair", data={"t": given, "name": name})


async def paired(it: Served, http: httpx.AsyncClient) -> str:
    """Its id."""
    answer = await press(http, await ticket(it))
    assert answer.status_code == 303, answer.text
    found: str = (await it.http.get("/api/v1/devices")).json()[-1]["id"]
    return found


def at_home(served: Serve, body: Callable[[Served], Any]) -> None:
    async def whole(it: Served) -> None:
        await it.adopt()
        await body(it)

    served(whole)


def test_scanning_shows_a_button_and_pressing_it_lets_this_phone_in(served: Serve) -> None:
    async def body(it: Served) -> None:
        given = await ticket(it)
        async with neighbour(it) as phone:
            for _ in range(2):  # a camera's preview, then the browser
                page = await phone.get(f"/pair?t={given}")
                assert page.status_code == 200
                assert 'value="iPhone"' in page.text
            cookie = (await press(phone, given)).headers["set-cookie"]
            assert "HttpOnly" in cookie and "SameSite=strict" in cookie
            assert (await phone.get("/api/v1/home")).json()["person"]["name"] == "Lin"
            assert (await phone.get("/")).status_code == 200
        [device] = (await it.http.get("/api/v1/devices")).json()
        assert device["name"] == "Lin's phone"

    at_home(served, body)


def test_a_code_works_once(served: Serve) -> None:
    async def body(it: Served) -> None:
        given = await ticket(it)
        async with neighbour(it) as phone, neighbour(it, "192.168.1.66") as other:
            assert (await press(phone, given)).status_code == 303
            again = await press(other, given)
            assert again.status_code == 403 and "no longer works" in again.text
            assert (await other.get("/api/v1/home")).status_code == 403

    at_home(served, body)


def test_a_code_expires_and_a_new_one_voids_the_one_before(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            first = await ticket(it)
            second = await ticket(it)
            assert (await press(phone, first)).status_code == 403
            it.clock.moment += timedelta(minutes=5)
            assert (await phone.get(f"/pair?t={second}")).status_code == 403
            assert (await press(phone, second)).status_code == 403
            assert (await press(phone, "")).status_code == 403
        assert (await it.http.get("/api/v1/devices")).json() == []

    at_home(served, body)


def test_another_device_is_turned_away_with_a_page_that_says_what_to_do(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone, neighbour(it, "192.168.1.66") as other:
            await paired(it, phone)
            for path in ("/", "/talk", "/care/protocol", "/api/v1/home", "/v1/models", "/api/docs", "/api/v1/export"):
                answer = await other.get(path)
                assert answer.status_code == 403, path
                assert "pawsona pair" in answer.text
                assert "Lin" not in answer.text and "Mikan" not in answer.text
            chinese = await other.get("/", headers={"accept-language": "zh-CN,zh;q=0.9"})
            assert "还没有配对" in chinese.text
            assert "default-src 'self'" in chinese.headers["content-security-policy"]
            other.cookies.set("pawsona_device", "guessed")
            assert (await other.get("/api/v1/home")).status_code == 403
            assert (await other.post("/api/v1/pets", json={})).status_code == 403

    at_home(served, body)


def test_a_phone_that_was_shut_out_stays_out_from_its_next_request(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            device = await paired(it, phone)
            assert (await it.http.delete(f"/api/v1/devices/{device}")).status_code == 204
            assert (await phone.get("/api/v1/home")).status_code == 403
            assert (await it.http.delete(f"/api/v1/devices/{device}")).status_code == 404

    at_home(served, body)


def test_with_the_last_phone_codes_that_wait_are_void(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as one, neighbour(it) as other:
            await paired(it, one)
            await paired(it, other)
            given, devices = await ticket(it), (await it.http.get("/api/v1/devices")).json()
            for device, usable in zip(devices, (True, False), strict=True):
                assert (await it.http.delete(f"/api/v1/devices/{device['id']}")).status_code == 204
                assert ("<form" in (await one.get(f"/pair?t={given}")).text) == usable

    at_home(served, body)


def test_a_phone_neither_pairs_nor_removes_phones(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            device = await paired(it, phone)
            assert (await phone.post("/api/v1/devices/tickets", json={})).status_code == 403
            assert (await phone.get("/api/v1/devices")).status_code == 403
            assert (await phone.delete(f"/api/v1/devices/{device}")).status_code == 403

    at_home(served, body)


@pytest.mark.parametrize("host", ["evil.example:8717", "192.168.1.9:8717", f"{LAN}.evil.example", ""])
def test_a_name_that_was_bound_anew_does_not_reach_the_home(served: Serve, host: str) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            await paired(it, phone)
            answer = await phone.get("/api/v1/home", headers={"host": host})
            assert answer.status_code == 403 and "Host header" in answer.json()["detail"]
            given = await ticket(it)
            assert (
                await phone.post("/pair", data={"t": given, "name": "x"}, headers={"host": host})
            ).status_code == 403

    at_home(served, body)


def test_another_site_neither_pairs_nor_asks_through_a_paired_phone(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            await paired(it, phone)
            evil = {"origin": "http://evil.example"}
            assert (await phone.post("/api/v1/pets", json={}, headers=evil)).status_code == 403
            given = await ticket(it)
            form = {"t": given, "name": "x"}
            assert (await phone.post("/pair", data=form, headers=evil)).status_code == 403
            script = {"sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors"}
            assert (await phone.get("/api/v1/home", headers=script)).status_code == 403

    at_home(served, body)


def test_who_says_to_be_this_machine_but_comes_over_the_network_is_not_believed(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as other:
            for name in ("127.0.0.1:8717", "localhost"):
                assert (await other.get("/api/v1/home", headers={"host": name})).status_code == 403
        async with neighbour(it, host="127.0.0.1") as odd:  # loopback's address with a neighbour's on the other end
            assert (await odd.get("/api/v1/home")).status_code == 403

    at_home(served, body)


def test_two_phones_of_one_kind_are_told_apart(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as one, neighbour(it, "192.168.1.66") as other:
            for phone in (one, other):
                await press(phone, await ticket(it), "Android")
            names = [device["name"] for device in (await it.http.get("/api/v1/devices")).json()]
            assert sorted(names) == ["Android", "Android 2"]
            await it.app.state.pairing.revoke("Android 2")
            assert (await one.get("/api/v1/home")).status_code == 200
            assert (await other.get("/api/v1/home")).status_code == 403

    at_home(served, body)


def test_an_address_that_was_named_is_kept_for_the_next_start(served: Serve) -> None:
    async def body(it: Served) -> None:
        for given in ("desk.local", ""):
            answer = await it.http.post("/api/v1/devices/tickets", json={"address": given})
            assert answer.json()["url"].startswith("http://desk.local:8717/pair")

    at_home(served, body)


def test_before_anybody_lives_here_there_is_nothing_to_pair_with(served: Serve) -> None:
    async def body(it: Served) -> None:
        answer = await it.http.post("/api/v1/devices/tickets", json={})
        assert answer.status_code == 404 and "Adopt a pet first" in answer.json()["detail"]

    served(body)


@pytest.mark.parametrize("name", ["", " ", "x" * 41])
def test_a_phone_has_a_name(served: Serve, name: str) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            given = await ticket(it)
            asked = await press(phone, given, name)
            assert asked.status_code == 422 and "<form" in asked.text
            assert (await press(phone, given)).status_code == 303
            assert (await phone.post("/pair", content=b"x" * 9999)).status_code == 413

    at_home(served, body)


def test_erasing_a_person_shuts_their_phones_out(served: Serve) -> None:
    async def body(it: Served) -> None:
        async with neighbour(it) as phone:
            await paired(it, phone)
            exported = (await it.http.get("/api/v1/export")).json()
            assert exported["devices"][0]["name"] == "Lin's phone"
            assert (await phone.delete("/api/v1/person?confirm=Lin")).status_code == 204
            assert (await phone.get("/api/v1/home")).status_code == 403

    at_home(served, body)
