"""Time to the first checked sentence of a turn, beside the same moment in the bare `openai` stream, in one run.

A server of ours with 200 ms to the first token and 20 ms a token, as a process of its own. Goals: +15 ms p50 at one
stream, +60 ms p95 at 64 at once; under 6 ms of processor a turn outside the SDK and the embedding. Two models embed
what was said: MiniLM for recall, and MiniLM taught to read risks; what each takes is printed beside the rest.

Usage: PYTHONPATH=. python benchmarks/first_sentence.py
"""

import asyncio
import random
import tempfile
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import aclosing, contextmanager
from functools import partial
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, process_time, thread_time
from typing import TYPE_CHECKING, Any

import numpy as np
from furnish import START, TALK, FixedRng, spread
from numpy.typing import NDArray
from tests.model_server.process import ModelServer

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.dialogue.events import Sentence
from pawsona.dialogue.sentences import Sentences
from pawsona.domain.ports import Vector
from pawsona.embed.minilm import MiniLM
from pawsona.embed.taught import TaughtMiniLM

SAID = "I walked home along the river, {} steps, and the water was very high."
"""Never the same twice: the embedder keeps the vectors of what was said lately."""
STEPS = count(1000)
ANSWER = "High water is good news for ducks. I would have stood there for an hour. Did you see any on the far side?"
BEHAVIOUR = {"text": ANSWER, "first_token_ms": 200, "token_ms": 20}
LONGER = {"text": f"{ANSWER} {ANSWER}"}
"""About 60 tokens."""
Ask = Callable[[], Awaitable[float]]
if TYPE_CHECKING:
    from openai import AsyncOpenAI

ROUNDS = 20
MANY = 64
TURNS = 4
THINKS = (2, 6)
"""Seconds between an answer and what is said to it."""
GOALS = {"steady": " (goal 60)"}


SPENT = {"recall": 0.0, "risks": 0.0}
"""Seconds of processor in each of the two models so far."""


@contextmanager
def weighed(model: str) -> Iterator[None]:
    begun = thread_time()
    try:
        yield
    finally:
        SPENT[model] += thread_time() - begun


class WeighedMiniLM(MiniLM):
    """Counts the processor time that goes into embedding for recall."""

    def vectors(self, texts: Sequence[str]) -> list[Vector]:
        with weighed("recall"):
            return super().vectors(texts)


class WeighedTaught(TaughtMiniLM):
    """The same for reading risks."""

    def read(self, texts: Sequence[str]) -> NDArray[np.float32]:
        with weighed("risks"):
            return super().read(texts)


async def bare(client: "AsyncOpenAI", messages: list[dict[str, str]]) -> float:
    """Until the first whole sentence of the SDK's stream, with the same prompt."""
    begun, cutter, first = perf_counter(), Sentences(), 0.0
    talk: Any = messages
    stream = await client.chat.completions.create(model="pet-model", messages=talk, stream=True)
    async for chunk in stream:
        if chunk.choices and chunk.choices[0].delta.content and cutter.feed(chunk.choices[0].delta.content):
            first = first or perf_counter() - begun
    return first


async def ours(companion: Companion) -> float:
    """Until the first checked sentence of a turn; the turn is lived to its end."""
    begun, first = perf_counter(), 0.0
    async with aclosing(companion.talk(SAID.format(next(STEPS)))) as events:
        async for event in events:
            if isinstance(event, Sentence) and not first:
                first = perf_counter() - begun
    return first


async def adopted(home: Home, number: int) -> Companion:
    """A pet with its first day lived, and a turn behind it."""
    owner = PersonForm(name="Robin", language="en", time_zone="UTC")
    person, pet = await home.adopt(PetForm(name=f"Mikan {number}"), owner)
    companion = Companion(home, person, pet)
    await companion.say("hello")
    return companion


async def measure(server: ModelServer, folder: Path) -> None:
    """Alternating, so that a busy machine is unfair to both."""
    import openai

    home = await open_home(load(home=folder), clock=SimulatedClock(START), rng=FixedRng(7))
    async with aclosing(home), openai.AsyncOpenAI(base_url=server.base_url, api_key="none") as client:
        pets = [await adopted(home, number) for number in range(MANY)]
        for text in TALK:  # so that its history is as long as it gets
            await pets[0].say(text)
        messages = server.requests("/chat/completions")[-1]["body"]["messages"]
        server.always(**BEHAVIOUR)
        await bare(client, messages)
        await one_stream(client, messages, pets[0])
        server.always(**{**BEHAVIOUR, **LONGER})
        asks = [lambda: bare(client, messages)] * MANY, [partial(ours, pet) for pet in pets]
        for name, talk in ("steady", steadily), ("herd", at_once):
            bares, all_ours = await talk(asks[0]), await talk(asks[1])
            print(f"{MANY} {name:<8} bare {spread(bares)}   ours {spread(all_ours)}")
            print(f"            + {1000 * (_p95(all_ours) - _p95(bares)):.1f} ms p95" + GOALS.get(name, ""))


async def steadily(asks: Sequence[Ask]) -> list[float]:
    """As people talk: each begins at a moment of their own, hears the answer out, thinks, and goes on."""
    chance = random.Random(64)

    async def talk(ask: Ask, moment: float, pauses: list[float]) -> list[float]:
        await asyncio.sleep(moment)
        times = []
        for pause in pauses:
            times.append(await ask())
            await asyncio.sleep(pause)
        return times

    talks = [talk(ask, chance.uniform(0, 5), [chance.uniform(*THINKS) for _ in range(TURNS)]) for ask in asks]
    return [time for times in await asyncio.gather(*talks) for time in times]


async def at_once(asks: Sequence[Ask]) -> list[float]:
    """All in the same millisecond, again and again: what a burst does."""
    return [time for _ in range(3) for time in await asyncio.gather(*(ask() for ask in asks))]


async def one_stream(client: "AsyncOpenAI", messages: list[dict[str, str]], pet: Companion) -> None:
    times: dict[str, list[float]] = {"bare": [], "ours": []}
    busy: dict[str, list[float]] = {"bare": [], "ours": [], **{model: [] for model in SPENT}}
    for _ in range(ROUNDS):
        for name in times:
            before, embedded = process_time(), dict(SPENT)
            times[name].append(await (bare(client, messages) if name == "bare" else ours(pet)))
            models = {model: SPENT[model] - embedded[model] for model in SPENT}
            busy[name].append(process_time() - before - sum(models.values()))
            if name == "ours":
                for model, spent in models.items():
                    busy[model].append(spent)
    print(f"1 stream    bare {spread(times['bare'])}   ours {spread(times['ours'])}")
    print(f"            + {1000 * (median(times['ours']) - median(times['bare'])):.1f} ms p50 (goal 15)")
    cpu = {name: 1000 * median(values) for name, values in busy.items()}
    print(f"            processor a turn: bare {cpu['bare']:.1f} ms, ours {cpu['ours']:.1f} ms without the embedding")
    print(f"            embedding a turn: {cpu['recall']:.1f} ms for recall, {cpu['risks']:.1f} ms to read risks")
    print(f"            + {cpu['ours'] - cpu['bare']:.1f} ms outside the SDK and the embedding (goal 6)")


def _p95(values: list[float]) -> float:
    return sorted(values)[int(0.95 * len(values))]


def main() -> None:
    import os

    import pawsona.app.embedder as opened
    import pawsona.embed as embed

    embed.MiniLM, opened.TaughtMiniLM = WeighedMiniLM, WeighedTaught  # type: ignore[misc,attr-defined]
    with ModelServer.start() as server, tempfile.TemporaryDirectory() as folder:
        os.environ |= {"PAWSONA_MIND": "llm", "PAWSONA_BASE_URL": server.base_url, "PAWSONA_MODEL": "pet-model"}
        asyncio.run(measure(server, Path(folder)))


if __name__ == "__main__":
    main()
