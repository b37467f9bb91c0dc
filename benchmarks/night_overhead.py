"""Processor time that the engine adds to each model call of a night, beside the bare SDK's for the same prompts.

Twenty lives whose answers are valid (`fixtures_days`), one after the other in one home as on a server that is open for
long; the model server answers at once. Everything counts, reading and storing and keeping what the calls cost too; the
embedding is shown apart, because it is another model's work. The first two lives, one per language, only warm the home.
Goal: under 3 ms a call.

Usage: PYTHONPATH=. python benchmarks/night_overhead.py
"""

import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from time import process_time, thread_time
from typing import Any

from lives import Life, house, lives, move_in
from tests.model_server.process import ModelServer

from pawsona.app.home import Home
from pawsona.domain.language import LANGUAGES
from pawsona.domain.ports import Vector
from pawsona.embed.hashing import Hashing
from pawsona.world.calendar import day_of


class Weighed(Hashing):
    """Counts the processor time that goes into embedding."""

    spent = 0.0

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        begun = thread_time()
        try:
            return await super().embed(texts)
        finally:
            Weighed.spent += thread_time() - begun


@dataclass
class Night:
    """Milliseconds of processor for each call of one night."""

    whole: float
    embedding: float
    bare: float
    """The same calls through the SDK alone."""
    calls: int


async def night(home: Home, life: Life, number: int, server: ModelServer) -> Night:
    person, pet = await move_in(home, life, server, number)
    on = day_of(person, home.clock.now())
    before, embedded = process_time(), Weighed.spent
    await home.night.live(person, pet, on)
    busy, embedding = process_time() - before, Weighed.spent - embedded
    bodies = [request["body"] for request in server.requests("/chat/completions")]
    server.reset()
    each = 1000 / len(bodies)
    return Night(each * busy, each * embedding, each * await bare(server, bodies), len(bodies))


async def bare(server: ModelServer, bodies: list[dict[str, Any]]) -> float:
    """Seconds of processor for the same calls through the SDK alone."""
    import openai

    async with openai.AsyncOpenAI(base_url=server.base_url, api_key="none") as client:
        await client.chat.completions.create(**bodies[0])
        before = process_time()
        for body in bodies:
            await client.chat.completions.create(**body)
        return process_time() - before


def in_turn() -> list[Life]:
    """Both languages first, then the others."""
    found = lives()
    first = [next(life for life in found if life.language == language) for language in LANGUAGES]
    return [*first, *(life for life in found if life not in first)]


async def measure(server: ModelServer) -> None:
    with tempfile.TemporaryDirectory() as folder:
        async with house(server, Path(folder)) as (home, _):
            nights = [await night(home, life, number, server) for number, life in enumerate(in_turn())]
    nights = nights[len(LANGUAGES) :]
    whole, embedding = median(one.whole for one in nights), median(one.embedding for one in nights)
    alone = median(one.bare for one in nights)
    print(
        f"{len(nights)} nights of {median(one.calls for one in nights):.0f} calls: {whole:.1f} ms of processor a call,"
    )
    print(f"of it the embedding {embedding:.1f} ms; the bare SDK {alone:.1f} ms")
    print(
        f"the engine adds {whole - alone:.1f} ms a call, {whole - embedding - alone:.1f} without the embedding (goal 3)"
    )


def main() -> None:
    from pawsona import embed

    embed.Hashing = Weighed  # type: ignore[misc]
    with ModelServer.start() as server:
        asyncio.run(measure(server))


if __name__ == "__main__":
    main()
