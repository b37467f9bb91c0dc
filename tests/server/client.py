"""OpenAI's own client against a served home."""

import asyncio
import socket
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import uvicorn
from openai import AsyncOpenAI
from tests.server.conftest import Serve, Served

from pawsona.domain.message import Message

HELLO: Any = [{"role": "user", "content": "My sister is called Mei."}]


@asynccontextmanager
async def listening(it: Served) -> AsyncIterator[str]:
    """The app behind a real port; yields the address that a client is given."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen()  # who asks before the server has begun waits for it
        server = uvicorn.Server(
            uvicorn.Config(it.app, log_level="warning", lifespan="off", timeout_graceful_shutdown=3)
        )
        running = asyncio.create_task(server.serve(sockets=[listener]))
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}/v1"
        finally:
            server.should_exit = True
            await running


def talking(served: Serve, body: Callable[[Served, AsyncOpenAI], Awaitable[None]], language: str = "en") -> None:
    """Runs a body with a pet called Mikan and a client."""

    async def whole(it: Served) -> None:
        await it.adopt(language, region="US")
        async with listening(it) as url, AsyncOpenAI(base_url=url, api_key="none", max_retries=2, timeout=20) as client:
            await body(it, client)

    served(whole)


async def messages(it: Served) -> list[Message]:
    [person] = await it.home.store.people.persons()
    pet = (await it.home.store.people.pets(person.id))[0]
    return await it.home.store.talk.recent(pet.bond, 99)
