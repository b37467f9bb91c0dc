"""A phone that is shut out in a terminal: what it holds open ends, and with the last one the door is shut."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest
from tests.server.conftest import Serve, Served

from pawsona.app.pairing import Pairing, pairing_of
from pawsona.server import doorkeeper
from pawsona.server.door import Door
from pawsona.server.doorkeeper import keep_door


def kept(served: Serve, monkeypatch: pytest.MonkeyPatch, body: Callable[[Served, Door], Any]) -> None:
    monkeypatch.setattr(doorkeeper, "LOOK", 0.01)

    async def whole(it: Served) -> None:
        await it.adopt()
        door = Door(8717, "0.0.0.0")
        await door.open(it.app, "192.168.1.5")
        watching = asyncio.create_task(keep_door(it.app, door))
        try:
            await body(it, door)
        finally:
            watching.cancel()

    served(whole)


async def pair(it: Served, name: str) -> None:
    [person] = await it.home.store.people.persons()
    pairing: Pairing = it.app.state.pairing
    await pairing.pair((await pairing.ticket(person.id))[0], name)
    await asyncio.sleep(0.05)


async def revoked_elsewhere(it: Served, name: str) -> None:
    """As `pawsona pair --revoke` does it, in a process of its own: only the database knows."""
    await pairing_of(it.home).revoke(name)


def test_its_open_stream_ends_and_the_last_one_shuts_the_door(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Served, door: Door) -> None:
        [person] = await it.home.store.people.persons()
        await pair(it, "Phone")
        await pair(it, "Tablet")
        for name, address in (("Phone", "192.168.1.5"), ("Tablet", "")):
            async with it.home.news.subscribe(person.id) as news:
                await revoked_elsewhere(it, name)
                async with asyncio.timeout(2):
                    assert [item async for item in news] == []
            assert door.address == address

    kept(served, monkeypatch, body)


def test_while_nobody_is_shut_out_nothing_ends(served: Serve, monkeypatch: pytest.MonkeyPatch) -> None:
    async def body(it: Served, door: Door) -> None:
        [person] = await it.home.store.people.persons()
        async with it.home.news.subscribe(person.id) as news:
            await asyncio.sleep(0.05)  # a code was asked for, and nobody has come yet
            await pair(it, "Phone")
            with pytest.raises(TimeoutError):
                async with asyncio.timeout(0.1):
                    await anext(news)
        assert door.address

    kept(served, monkeypatch, body)


def test_an_error_that_nobody_foresaw_leaves_the_door_watched(
    served: Serve, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def body(it: Served, door: Door) -> None:
        await pair(it, "Phone")
        asks = it.app.state.pairing.devices

        async def stumbles() -> None:
            monkeypatch.setattr(it.app.state.pairing, "devices", asks)
            raise RuntimeError("Phone")

        monkeypatch.setattr(it.app.state.pairing, "devices", stumbles)
        await asyncio.sleep(0.05)
        assert "RuntimeError" in caplog.text
        await revoked_elsewhere(it, "Phone")
        async with asyncio.timeout(2):
            while door.address:
                await asyncio.sleep(0.01)

    kept(served, monkeypatch, body)
