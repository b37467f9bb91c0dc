"""A server with accounts, asked over ASGI by several people at once."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import httpx
from fastapi import FastAPI
from pwdlib import PasswordHash
from pwdlib.hashers.argon2 import Argon2Hasher

from pawsona.app.accounts import Accounts
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.tenant import DEFAULT, Tenant
from pawsona.server.app import create_app
from pawsona.server.door import Door
from pawsona.server.proxy import Proxy

FAST = PasswordHash((Argon2Hasher(time_cost=1, memory_cost=8, parallelism=1),))
PASSWORD = "a lamp in the window"
NOON = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)
URL = "http://127.0.0.1:8717"
API = "/api/v1"
MOSS, FERN = Tenant("moss"), Tenant("fern")
AT_MOSS, AT_FERN = "http://moss.localhost:8717", "http://fern.localhost:8717"
TWO: dict[str, Any] = {"tenants": {MOSS: AT_MOSS, FERN: AT_FERN}, "requests_per_minute": 9999}
"""Two products beside the server's own."""


@dataclass
class Guest:
    """One browser, or one program with a token."""

    http: httpx.AsyncClient
    prefix: str = ""

    async def ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        """With the session's token, as the page sends it."""
        shown = self.http.cookies.get(f"{self.prefix}pawsona_csrf")
        headers = {**({"x-csrf-token": shown} if shown else {}), **more.pop("headers", {})}
        return await self.http.request(method, API + path, headers=headers, **more)

    async def sign_up(self, login: str, **person: Any) -> httpx.Response:
        who = {"name": login[:9].title(), "language": "en", "time_zone": "UTC", "age_band": "adult", **person}
        return await self.ask("POST", "/account/sign-up", json={"login": login, "password": PASSWORD, "person": who})

    async def sign_in(self, login: str, password: str = PASSWORD) -> httpx.Response:
        return await self.ask("POST", "/account/sign-in", json={"login": login, "password": password})

    async def adopt(self, name: str = "Mikan") -> str:
        made = await self.ask("POST", "/pets", json={"name": name, "species": "cat", "personality": "sunny"})
        assert made.status_code == 201, made.text
        return f"/pets/{made.json()['id']}"

    async def token(self, *scopes: str, **more: Any) -> str:
        name = more.pop("name", "-".join(scopes))
        made = await self.ask("POST", "/account/tokens", json={"name": name, "scopes": scopes, **more})
        assert made.status_code == 201, made.text
        return str(made.json()["secret"])


@dataclass
class Town:
    """The server, and everybody who comes."""

    home: Home
    clock: SimulatedClock
    app: FastAPI
    folder: Path
    url: str = URL
    prefix: str = ""
    _clients: list[httpx.AsyncClient] = field(default_factory=list)

    @property
    def accounts(self) -> Accounts:
        return self.app.state.reception.accounts  # type: ignore[no-any-return]

    def guest(self, token: str = "", address: str = "127.0.0.1", at: str = "") -> Guest:
        """Somebody new, from an address, at the server's own door or another."""
        headers = {"authorization": f"Bearer {token}"} if token else {}
        if self.prefix:
            headers["x-forwarded-for"] = address
        transport = httpx.ASGITransport(self.app, client=("127.0.0.1" if self.prefix else address, 4321))
        client = httpx.AsyncClient(transport=transport, base_url=at or self.url, headers=headers)
        self._clients.append(client)
        return Guest(client, self.prefix)

    async def citizen(self, login: str, at: str = "", **person: Any) -> Guest:
        guest = self.guest(at=at)
        made = await guest.sign_up(login, **person)
        assert made.status_code == 201, made.text
        return guest

    async def operator(self, login: str = "warden", tenant: Tenant = DEFAULT) -> Guest:
        from pawsona.app.adoption import PersonForm

        await self.accounts.add(login, PASSWORD, "operator", PersonForm(name="Warden"), tenant)
        guest = self.guest(at=self.home.tenants.origins.get(tenant, ""))
        assert (await guest.sign_in(login)).status_code == 200
        return guest

    async def close(self) -> None:
        for client in self._clients:
            await client.aclose()
        self._clients.clear()


@asynccontextmanager
async def town(folder: Path, proxied: str = "", database: str | None = None, **accounts: Any) -> AsyncIterator[Town]:
    clock = SimulatedClock(NOON)
    more = {"database_url": database, "accounts": accounts or None, "proxied": proxied or None}
    settings = load(home=folder, language="en", embedder="hashing", auth="accounts", **more)
    home = await open_home(settings, clock=clock)
    door = Door(8717, "127.0.0.1", Proxy(proxied, "k") if proxied else None)
    app = create_app(home, schedule=False, door=door)
    it = Town(home, clock, app, folder, proxied or URL, "__Host-" if proxied.startswith("https") else "")
    it.accounts.passwords._hasher = FAST
    try:
        yield it
    finally:
        await it.accounts.aclose()
        await it.close()
        await home.aclose()


def living(folder: Path, body: Callable[[Town], Awaitable[None]], **more: Any) -> None:
    """Runs an async test body."""

    async def whole() -> None:
        async with town(folder / "home", **more) as it:
            await body(it)

    asyncio.run(whole())


City = Callable[[Callable[[Town], Awaitable[None]]], None]
"""Runs a test body in a server that is opened once for many; everybody leaves it afterwards."""


async def emptied(it: Town) -> None:
    for person in await it.home.store.people.persons():
        await it.home.store.people.erase_person(person.id)
    await it.home.store.accounts.forget_attempts(it.clock.moment + timedelta(days=1))
    it.app.state.reception.pace._limiter = None
    it.accounts.passwords._hasher = FAST
    it.clock.moment = NOON
    await it.close()
