"""Several persons in one process, on a server's database, whose sessions end and whose nights run while it is away."""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from tests.faults.server_rounds import AUNTS, STEP

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SystemClock
from pawsona.config.settings import load
from pawsona.domain.message import Message
from pawsona.errors import ConflictError, NotFoundError, StorageError

TROUBLE = (StorageError, ConflictError, NotFoundError)
NAMES = ("Ann", "Lin", "Bo")


class Ahead:
    """A clock that goes on by itself, from ten in the morning, and can be moved."""

    def __init__(self) -> None:
        self.by = datetime(2026, 4, 12, 10, tzinfo=UTC) - SystemClock().now()

    def now(self) -> datetime:
        return SystemClock().now() + self.by


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
            except TROUBLE:
                self.failures += 1
                await asyncio.sleep(0.02)

    async def lines(self) -> list[Message]:
        return await self.companion.home.store.talk.recent(self.companion.pet.bond, 10_000)


@dataclass
class Town:
    """All of them, at one home."""

    home: Home
    clock: Ahead
    talkers: list[Talker]
    rounds: int = 0

    async def round(self, fault: Callable[[], Awaitable[Any]], chance: random.Random) -> tuple[float, float]:
        """Everybody talks and the minute's work is done while something happens; when it happened, when all was well."""
        self.clock.by += STEP
        line = f"My aunt {AUNTS[self.rounds % len(AUNTS)]} lives in Rome."
        self.rounds += 1
        busy = [asyncio.create_task(talker.say(line)) for talker in self.talkers]
        busy.append(asyncio.create_task(self.minute()))
        await asyncio.sleep(chance.uniform(0, 0.3))
        begun = time.monotonic()
        await fault()
        await asyncio.gather(*busy)
        return begun, time.monotonic()

    async def minute(self) -> None:
        """A minute's work, tried again as the server does."""
        while True:
            try:
                return await self.home.tick()
            except TROUBLE:
                await asyncio.sleep(0.05)

    async def kept(self) -> list[dict[str, Any]]:
        """What everybody has that may not be lost or doubled, once all sessions are over."""
        self.clock.by += STEP
        end = time.monotonic() + 120  # a lease of a night may have to run out
        while time.monotonic() < end:
            await self.minute()
            tally = await self.home.store.leases.tally(self.clock.now())
            if not tally.open:
                break
            await asyncio.sleep(1)
        return [await self._of(talker) for talker in self.talkers]

    async def _of(self, talker: Talker) -> dict[str, Any]:
        rows = await self.home.store.export(talker.companion.person.id)
        lines = await talker.lines()
        assert all(session["closed_at"] for session in rows["sessions"])
        return {
            "said": Counter(m.text for m in lines if m.role == "person"),
            "answered": sorted(Counter(m.answers for m in lines if m.role == "pet" and m.answers).values()),
            "memories": Counter(memory["text"] for memory in rows["memories"]),
            "days": sorted((str(day["on_date"]), len(day["items"]) > 2) for day in rows["days"]),
            "stages": sorted(Counter(str(row["on_date"]) for row in rows["nights"]).items()),
        }


async def move_in(folder: Path, url: str = "") -> Town:
    """Everybody, at a home on that database; what is loaded once is loaded already."""
    clock = Ahead()
    home = await open_home(load(home=folder, language="en", embedder="hashing", database_url=url), clock=clock)
    talkers = []
    for name in NAMES:
        person, pet = await home.adopt(PetForm(name="Mo"), PersonForm(name=name, time_zone="UTC"))
        talkers.append(Talker(Companion(home, person, pet)))
        await talkers[-1].say("Good morning!")
    clock.by += timedelta(hours=1)
    await home.tick()
    return Town(home, clock, talkers)


async def undisturbed(folder: Path, rounds: int) -> list[dict[str, Any]]:
    """The same life where nothing happens."""

    async def nothing() -> None:
        pass

    town, chance = await move_in(folder), random.Random(1)
    for _ in range(rounds):
        await town.round(nothing, chance)
    kept = await town.kept()
    await town.home.aclose()
    return kept
