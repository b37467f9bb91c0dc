"""How long one recall takes, the query's embedding included, on one core.

    python benchmarks/recall.py            goals: p50 15 ms, p95 40 ms at 1,000 memories and 10,000 turns of a person;
                                           and a table from 100 to 100,000 turns; each of
                                           the person's turns is answered by the pet, as context beside them
    python benchmarks/recall.py --crowd    one million memories of 1,000 persons in one SQLite file: p50 20 ms
                                           (several gigabytes in a temporary folder, and some minutes)

Beside the wall clock stands the processor's time, which a busy machine changes less. `first` is the first recall of a
person since the program started: their index is read from the file.
"""

import argparse
import asyncio
import gc
import os
import random
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from time import perf_counter, process_time
from typing import cast

from crowd import Crowd
from furnish import START, sentence, spread
from resident import resident

from pawsona.bench.core import Table
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.embed import open_embedder
from pawsona.memory.recall import Recall
from pawsona.storage import open_store
from pawsona.storage.store import SqlStore

QUERIES = 200
SIZES = (100, 1_000, 10_000, 100_000)
"""Turns; a tenth as many memories."""
COLUMNS = ("", "p50 ms", "p95 ms", "CPU ms", "first ms", "memory MB", "file MB")


def question(rng: random.Random, crowd: Crowd) -> str:
    """About something that may have been told; no two alike, or a kept vector would be found."""
    asked = f"do you remember who {sentence(rng).split(' since')[0].lower()}"
    return f"{asked}, {crowd.rare()}?"


async def timed(arm: Callable[[int], Awaitable[object]], count: int = QUERIES) -> tuple[list[float], float]:
    """Seconds on the clock of each, and the processor's seconds of all on average."""
    wall = []
    spent = process_time()
    for number in range(count):
        begun = perf_counter()
        await arm(number)
        wall.append(perf_counter() - begun)
    return wall, (process_time() - spent) / count


def row(name: str, wall: list[float], cpu: float, first: float, path: Path, before: float) -> tuple[str, ...]:
    times = spread(wall)
    figures = [times.p50, times.p95, 1000 * cpu, 1000 * first]
    size = sum(file.stat().st_size for file in path.parent.iterdir()) / 2**20
    return (name, *(f"{figure:.1f}" for figure in figures), f"{resident() - before:.0f}", f"{size:.0f}")


async def one_person(crowd: Crowd, turns: int, memories: int, table: Table, parts: bool) -> None:
    """One person with so much behind them."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pawsona.db"
        store = cast(SqlStore, await open_store(path))
        person, pet = await crowd.person(store, 1)
        await crowd.tell(store, pet.bond, turns, memories)
        await store.close()
        gc.collect()
        before = resident()
        store = cast(SqlStore, await open_store(path))
        await measured(crowd, store, person, pet, table, f"{turns:,} turns, {memories:,} memories", path, before)
        if parts:
            await pieces(crowd, store, pet, table)
        await store.close()


async def measured(
    crowd: Crowd, store: SqlStore, person: Person, pet: Pet, table: Table, name: str, path: Path, before: float
) -> None:
    recall, rng = Recall(store, crowd.embedder), random.Random(7)

    async def ask(number: int) -> object:
        return await recall.find(pet.bond, person, question(rng, crowd), START)

    [first], _ = await timed(ask, 1)
    await timed(ask, 5)
    wall, cpu = await timed(ask)
    table.add(*row(name, wall, cpu, first, path, before))


async def pieces(crowd: Crowd, store: SqlStore, pet: Pet, table: Table) -> None:
    """What a recall is made of: a query's vector, and the nearest of all vectors."""
    rng = random.Random(7)

    async def embedding(number: int) -> object:
        return await crowd.embedder.embed([question(rng, crowd)])

    [vector] = await crowd.embedder.embed(["who sold the lemon trees?"])

    async def vectors(number: int) -> object:
        return await store.index.nearest(pet.bond, vector, crowd.embedder.name, ("memory", "turn"), 20)

    for name, arm in {"  of it the query's embedding": embedding, "  vectors alone": vectors}.items():
        wall, cpu = await timed(arm)
        times = spread(wall)
        table.add(name, f"{times.p50:.1f}", f"{times.p95:.1f}", f"{1000 * cpu:.1f}", None, None, None)


async def many_persons(crowd: Crowd, persons: int, each: int, table: Table) -> None:
    """One file for all; a question to one of them, and again to another."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "pawsona.db"
        store = cast(SqlStore, await open_store(path))
        begun = perf_counter()
        known = [await crowd.person(store, number) for number in range(persons)]
        for number, (_, pet) in enumerate(known, 1):
            await crowd.tell(store, pet.bond, 0, each)
            if number % max(1, persons // 20) == 0:
                print(f"  {number:,} persons after {perf_counter() - begun:.0f} s", flush=True)
        await store.close()
        gc.collect()
        before = resident()
        store = cast(SqlStore, await open_store(path))
        recall, rng = Recall(store, crowd.embedder), random.Random(7)
        order = rng.sample(known, min(persons, 2 * QUERIES))

        async def ask(number: int) -> object:
            person, pet = order[number % len(order)]
            return await recall.find(pet.bond, person, question(rng, crowd), START)

        wall, cpu = await timed(ask, len(order))
        name = f"{persons * each:,} memories of {persons:,} persons, each asked once"
        table.add(*row(name, wall, cpu, wall[0], path, before))
        recent = order[-20:]
        order[:] = recent
        wall, cpu = await timed(ask)
        table.add(*row("  the same, 20 persons in turn", wall, cpu, wall[0], path, before))
        await store.close()


async def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("sizes", nargs="*", type=int, help="turns, instead of the table's")
    parser.add_argument("--crowd", action="store_true", help="many persons in one file")
    parser.add_argument("--persons", type=int, default=1_000)
    parser.add_argument("--each", type=int, default=1_000, help="memories of each")
    given = parser.parse_args()
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {max(os.sched_getaffinity(0))})
    with tempfile.TemporaryDirectory() as home:
        crowd = Crowd(open_embedder("auto", Path(home), "en"))
    await crowd.prepare()
    table = Table(f"One recall, embedder {crowd.embedder.name}", COLUMNS, note="memory: what the process grew by")
    if given.crowd:
        await many_persons(crowd, given.persons, given.each, table)
    else:
        if not given.sizes:
            await one_person(crowd, 10_000, 1_000, table, parts=True)
        for turns in given.sizes or SIZES:
            await one_person(crowd, turns, turns // 10, table, parts=False)
    table.show()


if __name__ == "__main__":
    asyncio.run(main())
