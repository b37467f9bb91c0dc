"""Processor time that the engine adds to each model call of a night, beside the bare SDK's for the same prompts.

The server answers at once. Goal: under 3 ms a call. Usage: PYTHONPATH=. python benchmarks/night_overhead.py
"""

import asyncio
import os
import tempfile
from datetime import timedelta
from pathlib import Path
from time import process_time

from furnish import START, TALK, FixedRng
from tests.model_server.process import ModelServer

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load

NIGHTS = 12


async def measure(server: ModelServer, folder: Path) -> None:
    import openai

    clock = SimulatedClock(START)
    home = await open_home(load(home=folder), clock=clock, rng=FixedRng(7))
    owner, pet = await home.adopt(PetForm(name="Mikan"), PersonForm(name="Robin", language="en", time_zone="UTC"))
    busy, calls = 0.0, 0
    async with Companion(home, owner, pet, owns_home=True) as companion:
        await companion.night()  # loads content and the SDK
        for _ in range(NIGHTS):
            clock.moment += timedelta(days=1)
            for text in TALK[:4]:
                await companion.say(text)
            asked, before = len(server.requests("/chat/completions")), process_time()
            await companion.night()
            busy += process_time() - before
            calls += len(server.requests("/chat/completions")) - asked
    bodies = [request["body"] for request in server.requests("/chat/completions")[-calls // NIGHTS :]]
    async with openai.AsyncOpenAI(base_url=server.base_url, api_key="none") as client:
        await client.chat.completions.create(**bodies[0])
        before = process_time()
        for body in bodies * 4:
            await client.chat.completions.create(**body)
        bare = (process_time() - before) / (4 * len(bodies))
    each = busy / calls
    print(f"{NIGHTS} nights, {calls} calls: {1000 * each:.1f} ms of processor a call, bare SDK {1000 * bare:.1f} ms")
    print(f"the engine adds {1000 * (each - bare):.1f} ms a call (goal 3): prompts, answers, checks, memories, storage")


def main() -> None:
    with ModelServer.start() as server, tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PAWSONA_MIND": "llm", "PAWSONA_BASE_URL": server.base_url, "PAWSONA_MODEL": "pet-model"}
        asyncio.run(measure(server, Path(folder)))


if __name__ == "__main__":
    main()
