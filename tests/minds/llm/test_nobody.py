"""Where no server listens it is said so, and not that it was slow."""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator

import pytest

from pawsona.errors import MindBusyError
from pawsona.minds.llm.client import Client, Usage
from pawsona.minds.llm.endpoint import Endpoint

Ask = Callable[[Client], Awaitable[None]]
CHAT = [{"role": "user", "content": "hello"}]


@pytest.fixture
def nobody() -> Iterator[str]:
    """A port that is held by somebody who does not listen."""
    with socket.socket() as held:
        held.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{held.getsockname()[1]}/v1"


async def streamed(client: Client) -> None:
    async for _ in client.stream(CHAT, Usage()):
        pass


async def awaited(client: Client) -> None:
    await client.complete(CHAT, Usage(), awaited=True)


async def at_night(client: Client) -> None:
    await client.complete(CHAT, Usage())


@pytest.mark.parametrize("asked", [streamed, awaited, at_night])
def test_nobody_there_is_told_as_nobody_there(asked: Ask, nobody: str) -> None:
    async def ask() -> None:
        client = Client(Endpoint(base_url=nobody, model="m"), retries=0)
        try:
            await asked(client)
        finally:
            await client.aclose()

    with pytest.raises(MindBusyError, match=f"there is no model server at {nobody}"):
        asyncio.run(ask())
