"""Processor time that the engine adds to each model call of a night, beside the bare SDK's for the same prompts.

Twenty lives whose answers are valid (`fixtures_days`); the server answers at once. Goal: under 3 ms a call.

Usage: PYTHONPATH=. python benchmarks/night_overhead.py
"""

import asyncio
import tempfile
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any

from lives import Life, lives, living
from tests.model_server.process import ModelServer

from pawsona.world.calendar import day_of


async def night(life: Life, server: ModelServer, folder: Path) -> tuple[float, list[dict[str, Any]]]:
    """Seconds of processor for one whole night, and the bodies of its calls."""
    async with living(life, server, folder) as lived:
        on = day_of(lived.person, lived.home.clock.now())
        await lived.home.world.make(lived.person, lived.pet, on)  # opens the connection, reads the prompts
        warm = len(server.requests("/chat/completions"))
        before = process_time()
        await lived.home.night.live(lived.person, lived.pet, on)
        busy = process_time() - before
        await lived.home.aclose()
    return busy, [request["body"] for request in server.requests("/chat/completions")[warm:]]


async def bare(server: ModelServer, bodies: list[dict[str, Any]]) -> float:
    """Seconds of processor for the same calls through the SDK alone."""
    import openai

    async with openai.AsyncOpenAI(base_url=server.base_url, api_key="none") as client:
        await client.chat.completions.create(**bodies[0])
        before = process_time()
        for body in bodies:
            await client.chat.completions.create(**body)
        return process_time() - before


async def measure(server: ModelServer) -> None:
    ours, alone = [], []
    for n, life in enumerate(lives()):
        with tempfile.TemporaryDirectory() as folder:
            busy, bodies = await night(life, server, Path(folder))
        server.reset()
        plain = await bare(server, bodies)
        if n:  # the first night imports the SDK and reads the prompts
            ours.append(1000 * busy / len(bodies))
            alone.append(1000 * plain / len(bodies))
    print(f"{len(ours)} nights: {median(ours):.1f} ms of processor a call, the bare SDK {median(alone):.1f} ms")
    print(f"the engine adds {median(ours) - median(alone):.1f} ms a call (goal 3), memories and storage included")


def main() -> None:
    with ModelServer.start() as server:
        asyncio.run(measure(server))


if __name__ == "__main__":
    main()
