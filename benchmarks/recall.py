"""How long recall takes (goals, query embedding included: p50 15 ms at 1,000 memories, 60 ms at 20,000).

Beside it, in the same run: words alone, vectors alone with a warm cache, and vectors read anew each time.
"""

import asyncio
import random
import sys
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter

from furnish import START, furnish, open_in, sentence, spread

from pawsona.memory.recall import KINDS
from pawsona.storage import open_store

QUERIES = 60


async def measure(count: int, folder: Path) -> None:
    async with await open_in(folder) as companion:
        await furnish(companion, count)
        home, bond = companion.home, companion.pet.bond
        uncached = await open_store(home.settings.database_url, cache_bytes=0)

        async def fused(query: str) -> None:
            await home.dialogue.understanding.recall.find(bond, companion.person, query, START)

        async def words(query: str) -> None:
            await home.store.index.match(bond, query, KINDS, 20)

        async def vectors(query: str) -> None:
            [vector] = await home.embedder.embed([query])
            await home.store.index.nearest(bond, vector, home.embedder.name, KINDS, 20)

        async def cold(query: str) -> None:
            [vector] = await home.embedder.embed([query])
            await uncached.index.nearest(bond, vector, home.embedder.name, KINDS, 20)

        async def embedding(query: str) -> None:
            await home.embedder.embed([query])

        arms = {"recall, fused": fused, "words alone": words, "vectors alone": vectors, "vectors, no cache": cold}
        for name, arm in {**arms, "(query embedding)": embedding}.items():
            print(f"{count:>7,} memories  {name:<18} {spread(await timed(arm))}")
        await uncached.close()


async def timed(arm: Callable[[str], Awaitable[None]]) -> list[float]:
    rng = random.Random(7)
    queries = [f"do you remember who {sentence(rng).split(' since')[0].lower()}?" for _ in range(QUERIES)]
    for query in queries[:5]:
        await arm(query)
    durations = []
    for query in queries:
        begun = perf_counter()
        await arm(query)
        durations.append(perf_counter() - begun)
    return durations


def main() -> None:
    for count in [int(a) for a in sys.argv[1:]] or [1000, 20000]:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(measure(count, Path(folder)))


if __name__ == "__main__":
    main()
