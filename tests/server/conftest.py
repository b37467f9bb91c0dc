"""A home served in the process, asked over ASGI."""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import httpx
import pytest
from fastapi import FastAPI
from tests.server.guests import TWO, City, Town, emptied, town
from tests.servers import databases

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.server.app import create_app


@dataclass
class Served:
    """A client, the home behind it, and its clock."""

    http: httpx.AsyncClient
    home: Home
    clock: SimulatedClock
    app: FastAPI

    async def adopt(self, language: str = "en", **person: object) -> str:
        """Adopt a cat; returns the path of its routes."""
        body = {
            "name": "Mikan",
            "species": "cat",
            "personality": "sunny",
            "person": {"name": "Lin", "language": language, "time_zone": "UTC", "age_band": "adult", **person},
        }
        answer = await self.http.post("/api/v1/pets", json=body)
        assert answer.status_code == 201, answer.text
        return f"/api/v1/pets/{answer.json()['id']}"

    async def say(self, pet: str, text: str) -> list[tuple[str, Any]]:
        """The events of one turn."""
        return events((await self.http.post(f"{pet}/messages", json={"text": text})).text)


def events(stream: str) -> list[tuple[str, Any]]:
    """Server-sent events as (name, data)."""
    found = []
    for block in stream.strip().split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if ": " in line)
        if "event" in fields:
            found.append((fields["event"], json.loads(fields["data"])))
    return found


@asynccontextmanager
async def serving(folder: Path, database: str | None = None) -> AsyncIterator[Served]:
    clock = SimulatedClock(datetime(2026, 4, 12, 9, 30, tzinfo=UTC))
    home = await open_home(load(home=folder, language="en", embedder="hashing", database_url=database), clock=clock)
    app = create_app(home, schedule=False)
    transport = httpx.ASGITransport(app)
    try:
        async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1:8717") as http:
            yield Served(http, home, clock, app)
    finally:
        await home.aclose()


Serve = Callable[[Callable[[Served], Awaitable[None]]], None]


@pytest.fixture
def served(tmp_path: Path) -> Serve:
    """Runs an async test body against a fresh home."""

    def run(body: Callable[[Served], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with serving(tmp_path / "home") as it:
                await body(it)

        asyncio.run(whole())

    return run


@pytest.fixture(scope="session")
def city(tmp_path_factory: pytest.TempPathFactory) -> Iterator[City]:
    """One server with accounts for many tests."""
    yield from lived(tmp_path_factory.mktemp("city"))


@pytest.fixture(scope="session")
def two(tmp_path_factory: pytest.TempPathFactory) -> Iterator[City]:
    """One server of two products and its own, for many tests."""
    yield from lived(tmp_path_factory.mktemp("two"), **TWO)


@pytest.fixture(scope="module")
def far(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[City]:
    """One server on PostgreSQL for a module's tests, with the accounts that the module names in `FAR`."""
    with databases() as made:
        yield from lived(tmp_path_factory.mktemp("far"), made.fresh(), **getattr(request.module, "FAR", {}))


def lived(folder: Path, database: str | None = None, **accounts: Any) -> Iterator[City]:
    with asyncio.Runner() as runner:
        opened = town(folder / "home", database=database, **accounts)
        it = runner.run(opened.__aenter__())

        async def body_and_leave(body: Callable[[Town], Awaitable[None]]) -> None:
            try:
                await body(it)
            finally:
                await emptied(it)

        yield lambda body: runner.run(body_and_leave(body))
        runner.run(opened.__aexit__(None, None, None))
