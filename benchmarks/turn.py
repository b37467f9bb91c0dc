"""How long a storybook turn and a night take, with no memories and with 1,000 (goals: turn p50 60 ms, night 300 ms)."""

import asyncio
import tempfile
from datetime import timedelta
from pathlib import Path
from time import perf_counter

from furnish import START, TALK, furnish, open_in, spread

from pawsona.app.time import SimulatedClock
from pawsona.dialogue.events import Done, Sentence

ROUNDS = 5
NIGHTS = 10


async def measure(count: int, folder: Path) -> None:
    clock = SimulatedClock(START)
    async with await open_in(folder, clock) as companion:
        await furnish(companion, count)
        await companion.say("hello")  # loads content, weights and caches
        first, whole = [], []
        for n in range(ROUNDS * len(TALK)):
            clock.moment += timedelta(minutes=1)
            begun = perf_counter()
            heard = False
            async for event in companion.talk(f"{TALK[n % len(TALK)]}"):
                if isinstance(event, Sentence) and not heard:
                    first.append(perf_counter() - begun)
                    heard = True
                if isinstance(event, Done):
                    whole.append(perf_counter() - begun)
        nights = []
        for _ in range(NIGHTS):
            clock.moment += timedelta(days=1)
            begun = perf_counter()
            await companion.night()
            nights.append(perf_counter() - begun)
            for text in TALK:
                await companion.say(text)
    print(f"{count:>6,} memories  first sentence  {spread(first)}   ({len(first)} turns)")
    print(f"{count:>6,} memories  whole turn      {spread(whole)}")
    print(f"{count:>6,} memories  night           {spread(nights)}   ({NIGHTS} nights after 20 turns each)")


def main() -> None:
    for count in (0, 1000):
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(count, Path(folder)))


if __name__ == "__main__":
    main()
