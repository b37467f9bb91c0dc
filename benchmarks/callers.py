"""Persons who call a server over HTTP, each time over a connection of its own, and say something every so often."""

import asyncio
import json
import random
import secrets
import time
from collections.abc import AsyncGenerator
from contextlib import aclosing

SAID = (
    "I walked home along the river, {} steps, and the water was very high.",
    "We had soup with {} noodles at my aunt's place today.",
    "What do you remember about the river? I counted {} ducks.",
)
Who = tuple[str, str]
"""A token and a pet."""


class Tally:
    """What came back."""

    def __init__(self) -> None:
        self.first: list[float] = []
        self.errors: dict[str, int] = {}
        self.done = 0

    def failed(self, why: str) -> None:
        self.errors[why] = self.errors.get(why, 0) + 1


async def exchange(
    address: str, method: str, path: str, token: str = "", body: bytes = b""
) -> AsyncGenerator[bytes, None]:
    """The lines of an answer, over a connection of its own."""
    host, port = address.removeprefix("http://").split(":")
    reader, writer = await asyncio.open_connection(host, int(port))
    try:
        lines = [f"{method} {path} HTTP/1.1", f"host: {host}:{port}", "connection: close"]
        lines += [f"authorization: Bearer {token}"] if token else []
        lines += ["content-type: application/json", f"content-length: {len(body)}"] if body else []
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        while line := await reader.readline():
            yield line
    finally:
        writer.close()


async def status(address: str, method: str, path: str) -> int:
    try:
        async for line in exchange(address, method, path):
            return int(line.split()[1])
    except OSError:
        pass
    return 0


async def turn(address: str, who: Who, tally: Tally) -> None:
    """Say something, and hear the answer out."""
    text = random.choice(SAID).format(secrets.randbelow(10**6))
    began, spoken, done, answered = time.perf_counter(), 0.0, False, b""
    path = f"/api/v1/pets/{who[1]}/messages"
    try:
        async with aclosing(exchange(address, "POST", path, who[0], json.dumps({"text": text}).encode())) as lines:
            async for line in lines:
                answered = answered or line
                if line.startswith(b"event: sentence") and not spoken:
                    spoken = time.perf_counter() - began
                done = done or line.startswith((b"event: done", b"event: crisis"))
    except OSError as error:
        tally.failed(type(error).__name__)
        return
    if done:
        tally.done += 1
        tally.first.append(spoken)
    else:
        tally.failed(answered.decode().strip() or "cut off")


async def talk(address: str, everybody: list[Who], seconds: float, every: float) -> Tally:
    """Each says something every so often, beginning at a moment of their own."""
    tally = Tally()
    end = time.monotonic() + seconds

    async def one(who: Who) -> None:
        await asyncio.sleep(random.uniform(0, every))
        while time.monotonic() < end:
            began = time.monotonic()
            await turn(address, who, tally)
            if (next_one := began + every) < end:
                await asyncio.sleep(max(0.0, next_one - time.monotonic()))
            else:
                return

    await asyncio.gather(*(one(who) for who in everybody))
    return tally
