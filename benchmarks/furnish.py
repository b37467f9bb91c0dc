"""Homes to measure in: made in a temporary folder, filled with invented memories and turns."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from statistics import median, quantiles

from pawsona import Companion
from pawsona.app.time import SimulatedClock
from pawsona.domain.ids import MemoryId, MessageId, SessionId, new_id
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.ports import Entry

START = datetime(2026, 4, 12, 9, 30, tzinfo=UTC)

WHO = ("My sister", "My neighbour", "A colleague", "My grandfather", "The baker", "An old friend", "My cousin")
DOES = ("collects", "sold", "painted", "lost", "repaired", "wrote about", "dreams of", "is afraid of", "gave me")
WHAT = (
    "a blue bicycle", "old maps", "a cello", "two goats", "a lighthouse", "wool socks", "a stamp album",
    "a broken radio", "lemon trees", "a telescope", "paper boats", "a rusty key", "garden gnomes", "a sailing boat",
)  # fmt: skip
WHERE = ("in Lisbon", "by the canal", "near the station", "in the attic", "at the market", "on the island")

TALK = (
    "good morning", "I slept badly, the neighbours had a party", "what are you doing?", "my boss shouted at me again",
    "do you remember what my sister collects?", "I had soup for lunch", "tell me about your day", "who was that?",
    "I'm a bit nervous about tomorrow", "the rain won't stop", "guess what, I got the job!", "thank you",
    "what did my grandfather repair?", "I miss my old flat", "let's go fishing tomorrow", "pat pat",
    "remind me to call mum tomorrow at 5", "I can't find my keys", "are you hungry?", "good night",
)  # fmt: skip


class FixedRng:
    """The same pets in every run."""

    def __init__(self, seed: int) -> None:
        self._chance = random.Random(seed)

    def token(self) -> str:
        return f"{self._chance.getrandbits(48):012x}"

    def seed(self) -> int:
        return self._chance.getrandbits(31)


@dataclass(frozen=True)
class Spread:
    """Milliseconds."""

    p50: float
    p95: float

    def __str__(self) -> str:
        return f"p50 {self.p50:7.1f} ms   p95 {self.p95:7.1f} ms"


def spread(seconds: Sequence[float]) -> Spread:
    """Median and 95th percentile of durations in seconds."""
    cuts = quantiles(seconds, n=20, method="inclusive")
    return Spread(1000 * median(seconds), 1000 * cuts[-1])


def sentence(rng: random.Random) -> str:
    """Something a person might have told."""
    return (
        f"{rng.choice(WHO)} {rng.choice(DOES)} {rng.choice(WHAT)} {rng.choice(WHERE)} since {rng.randint(1950, 2025)}"
    )


async def open_in(folder: Path, clock: SimulatedClock | None = None) -> Companion:
    """A companion in a fresh home, on a simulated clock."""
    return await Companion.open(folder, clock=clock or SimulatedClock(START))


async def furnish(companion: Companion, count: int) -> None:
    """Put `count` memories with their source turns into a home, spread over the last 80 days."""
    rng = random.Random(20261121)
    home, bond = companion.home, companion.pet.bond
    session = Session(id=SessionId("furnished"), bond=bond, started_at=START, last_at=START, closed_at=START)
    await home.store.talk.open_session(session)
    for begin in range(0, count, 500):
        texts = [sentence(rng) for _ in range(min(500, count - begin))]
        vectors = await home.embedder.embed(texts)
        async with home.store.transaction():
            entries = []
            for n, (text, vector) in enumerate(zip(texts, vectors, strict=True), begin):
                at = START - timedelta(days=80) + timedelta(days=80) * n / count
                message = Message(
                    id=MessageId(new_id(at, f"{n:012x}")),
                    bond=bond,
                    session=session.id,
                    role="person",
                    text=text,
                    at=at,
                )
                memory = Memory(
                    id=MemoryId(new_id(at, f"{n:012x}")), bond=bond, text=text, topic="other_events", importance=1,
                    retention="long_term", origin="said", sources=(message.id,), created_at=at, renewed_at=at,
                    expires_on=(START + timedelta(days=60)).date(), voice=text,
                )  # fmt: skip
                await home.store.talk.add(message)
                await home.store.memories.add(memory)
                entries.append(Entry("memory", memory.id, text, vector))
            await home.store.index.put(bond, entries, home.embedder.name)
