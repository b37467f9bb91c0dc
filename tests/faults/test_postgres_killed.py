"""kill -9 of the database in the middle of turns: nothing lost, nothing doubled, and soon well again by itself.

Three rounds by default; PAWSONA_FAULT_ROUNDS=100 for as many as the figures in docs/log.md were taken from.
"""

from __future__ import annotations

import asyncio
import os
import random
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from tests.faults.postgres import Supervised, supervised

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.message import Message
from pawsona.errors import ConflictError, NotFoundError, StorageError

ROUNDS = int(os.environ.get("PAWSONA_FAULT_ROUNDS", "3"))
LONGEST = 10.0
"""Seconds from the server's return to the answers that everybody was waiting for."""

pytestmark = [pytest.mark.faults, pytest.mark.timeout(60 + 30 * ROUNDS)]


@dataclass
class Talker:
    """Somebody whose device says each thing once, and tries again until it is answered."""

    companion: Companion
    said: list[str] = field(default_factory=list)
    failures: int = 0

    async def say(self, text: str) -> None:
        """What `POST /messages` and its retry do: look whether it was heard before it is said again."""
        self.said.append(text)
        while True:
            try:
                heard = [m for m in await self.lines() if m.text == text]
                if not heard:
                    async for _ in self.companion.talk(text):
                        pass
                elif not any(m.answers == heard[0].id for m in await self.lines()):
                    async for _ in self.companion.retry(heard[0].id):
                        pass
                return
            except (StorageError, ConflictError, NotFoundError):
                self.failures += 1
                await asyncio.sleep(0.02)

    async def lines(self) -> list[Message]:
        return await self.companion.home.store.talk.recent(self.companion.pet.bond, 10_000)


@dataclass(frozen=True, order=True)
class Wait:
    """Seconds from the kill, and of them those after the server was back."""

    whole: float
    ours: float


async def one_round(server: Supervised, talkers: list[Talker], number: int, chance: random.Random) -> Wait:
    """Everybody talks, the server is killed somewhere in it; how long until all of them had their answers."""
    talking = [asyncio.create_task(t.say(f"I had soup number {number}, and it rained.")) for t in talkers]
    await asyncio.sleep(chance.uniform(0, 0.15))
    begun = time.monotonic()
    await asyncio.to_thread(server.kill)
    await asyncio.gather(*talking)
    over = time.monotonic()
    return Wait(over - begun, over - max(begun, server.back_at))


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="finds the server's processes in /proc")
def test_a_killed_database_loses_and_doubles_nothing(tmp_path: Path) -> None:
    async def story(server: Supervised) -> tuple[list[Wait], int]:
        chance = random.Random(2026)
        settings = load(home=tmp_path, language="en", embedder="hashing", database_url=server.url)
        home = await open_home(settings)
        talkers = []
        for name in ("Ann", "Lin", "Bo"):
            person, pet = await home.adopt(PetForm(name="Mo"), PersonForm(name=name))
            talkers.append(Talker(Companion(home, person, pet)))
        waits = []
        for number in range(ROUNDS):
            waits.append(await one_round(server, talkers, number, chance))
            print(
                f"{number + 1}: well again after {waits[-1].whole:.2f} s, {waits[-1].ours:.2f} s of them ours",
                flush=True,
            )
        for talker in talkers:
            lines = await talker.lines()
            mine = Counter(m.text for m in lines if m.role == "person")
            assert mine == Counter(talker.said)
            answers = Counter(m.answers for m in lines if m.role == "pet" and m.answers)
            assert set(answers.values()) <= {1}
            assert {m.id for m in lines if m.role == "person"} <= answers.keys()
            store, bond = home.store, talker.companion.pet.bond
            dates = await store.days.dates(bond)
            assert len(dates) == len(set(dates))
            memories = Counter(memory.text for memory in await store.memories.all(bond))
            assert set(memories.values()) <= {1}
        await home.aclose()
        return waits, sum(talker.failures for talker in talkers)

    with supervised() as server:
        waits, failures = asyncio.run(story(server))
    waits.sort()
    told = f"{ROUNDS} kills: well again after {waits[len(waits) // 2].whole:.2f} s, {waits[-1].whole:.2f} s at most"
    slowest = max(wait.ours for wait in waits)
    print(f"{told}, of it ours {slowest:.2f} s at most; {failures} turns were told to try again")
    assert slowest < LONGEST
