"""Nights of a fleet: how many a second, how they grow with nodes, how fast they are planned, and what planning holds.

Usage: PYTHONPATH=. python benchmarks/night_fleet.py [engine|nodes|plan ...]   (all three where none is named)

`engine`: two processes on PostgreSQL live nights of `nightfolk` (a session of 20 turns, three memories, seven items)
with a mind that answers at once. On a machine that is busy with other things the wall clock tells of those; so the
processor time of a night is printed too, the database's with it, and how many nights two cores have time for.
Goals: 20 a second with MiniLM, 60 with the hashing embedder.
`nodes`: a Ray cluster with a model that takes half a second, 20 questions in flight a node. Goal: 3 nodes do 2.55 times
what one does.
`plan`: 10,000 and 100,000 pets of 24 time zones. Goals: the second under 30 s, memory as flat as with the first.
"""

import asyncio
import multiprocessing
import os
import resource
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from nightfolk import MORNING, open_folk, settle
from tests.servers import databases

from pawsona.app.loop import run_long
from pawsona.domain.lease import Tally
from pawsona.night.plan import plan
from pawsona.night.worker import NightWorker, Terms
from pawsona.runners.ray import RayRunner

CORES = 2
WARM = 20
NIGHTS = 400
AT_ONCE = 8
ZONES = tuple(f"Etc/GMT{hours:+d}" for hours in range(-12, 12) if hours) + ("UTC",)


@dataclass
class Spent:
    """What one process did."""

    nights: int
    seconds: float
    processor: float


async def live(url: str, folder: Path, embedder: str, name: str, begin: Any) -> Spent:
    home = await open_folk(url, folder, embedder, calls=100)
    warm = NightWorker(home.store, home.night, home.clock, name, 1)
    await warm._live((await home.store.leases.claim(name, home.clock.now(), MORNING + timedelta(minutes=9), 1))[0])
    worker = NightWorker(home.store, home.night, home.clock, name, AT_ONCE)
    await asyncio.to_thread(begin.wait)
    busy, begun = process_time(), perf_counter()
    await worker.drain()
    spent = Spent(worker.counts.lived, perf_counter() - begun, process_time() - busy)
    await home.store.close()
    return spent


def process(url: str, folder: str, embedder: str, name: str, begin: Any, said: Any) -> None:
    said.put(run_long(live(url, Path(folder), embedder, name, begin)))


async def prepare(url: str, folder: Path) -> None:
    home = await open_folk(url, folder)
    await settle(home, NIGHTS + CORES)
    await plan(home.store, home.clock.now())
    await home.store.close()


def served() -> float:
    """Processor seconds of all PostgreSQL processes so far, those that ended included."""
    ticks = 0
    for entry in Path("/proc").iterdir():
        with suppress(OSError, ValueError, IndexError):
            name, _, rest = (entry / "stat").read_text().rpartition(")")
            if entry.name.isdigit() and "postgres" in name:
                ticks += sum(int(field) for field in rest.split()[11:15])
    return ticks / os.sysconf("SC_CLK_TCK")


def engine() -> None:
    spawn = multiprocessing.get_context("spawn")
    for embedder, goal in (("minilm", 20), ("hashing", 60)):
        with databases() as server, tempfile.TemporaryDirectory() as folder:
            server.run("ALTER SYSTEM SET fsync = on")  # tests do without
            server.run("SELECT pg_reload_conf()")
            url = server.fresh()
            asyncio.run(prepare(url, Path(folder)))
            begin, said = spawn.Barrier(CORES + 1), spawn.Queue()
            given = [(url, folder, embedder, f"w{n}", begin, said) for n in range(CORES)]
            crew = [spawn.Process(target=process, args=one) for one in given]
            for one in crew:
                one.start()
            begin.wait()
            before = served()
            spent = [said.get() for _ in crew]
            database = served() - before
            for one in crew:
                one.join()
        nights, own = sum(one.nights for one in spent), sum(one.processor for one in spent)
        each = 1000 * (own + database) / nights
        print(
            f"{embedder}: {nights} nights, {nights / max(one.seconds for one in spent):.0f} a second as it was; "
            f"{1000 * own / nights:.1f} ms of processor a night and {1000 * database / nights:.1f} ms PostgreSQL's, "
            f"so two cores have time for {CORES * 1000 / each:.0f} a second (goal {goal})"
        )


async def fleet(address: str, url: str, folder: Path, workers: int, first: int, count: int) -> float:
    """Nights a second from the first that is done to the last; nodes take their time to start."""
    home = await open_folk(url, folder, real_time=True)
    await settle(home, count, first=first)
    seen: list[tuple[float, int]] = []

    def watch(tally: Tally) -> None:
        if tally.done > first and tally.open > 0:
            seen.append((perf_counter(), tally.done))

    opened = partial(open_folk, url, folder, seconds=0.5, calls=20, real_time=True)
    await RayRunner(home, opened, address, workers, at_once=40, terms=Terms()).run(watch)
    await home.aclose()
    (begun, done), (ended, last) = seen[0], seen[-1]
    return (last - done) / (ended - begun)


def nodes() -> None:
    from ray.cluster_utils import Cluster

    root = Path(__file__).parents[1]
    os.environ["PYTHONPATH"] = ":".join(str(root / part) for part in ("src", "benchmarks", "."))
    os.environ["RAY_USAGE_STATS_ENABLED"] = "0"
    with databases() as server, tempfile.TemporaryDirectory() as folder:
        small: dict[str, Any] = {"object_store_memory": 80 * 2**20}
        cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, "include_dashboard": False, **small})
        for _ in range(3):
            cluster.add_node(wait=False, num_cpus=1, **small)
        cluster.wait_for_nodes()
        try:
            url = server.fresh()
            one = asyncio.run(fleet(cluster.address, url, Path(folder), 1, 0, 200))
            three = asyncio.run(fleet(cluster.address, url, Path(folder), 3, 200, 500))
        finally:
            cluster.shutdown()
    print(f"one node {one:.1f} nights a second, three {three:.1f}: {three / one:.2f} times as many (goal 2.55)")


def plans() -> None:
    """Each in a process of its own, so that its highest memory is its own."""
    spawn = multiprocessing.get_context("spawn")
    for count in (10_000, 100_000):
        said = spawn.Queue()
        one = spawn.Process(target=planned, args=(count, said))
        one.start()
        for line in iter(said.get, None):
            print(line)
        one.join()


def planned(count: int, said: Any) -> None:
    with databases() as server, tempfile.TemporaryDirectory() as folder:
        for kind, url in (("SQLite", f"sqlite:///{folder}/pawsona.db"), ("PostgreSQL", server.fresh())):
            said.put(f"{kind}: {asyncio.run(plan_of(url, Path(folder), count))}")
    said.put(None)


async def plan_of(url: str, folder: Path, count: int) -> str:
    home = await open_folk(url, folder)
    await settle(home, count, zones=ZONES, talk=False)
    before, begun, busy = held(), perf_counter(), process_time()
    found = await plan(home.store, MORNING)
    took, again = perf_counter() - begun, perf_counter()
    spent = process_time() - busy
    assert found == count and await plan(home.store, MORNING) == 0
    more = perf_counter() - again
    begun = perf_counter()
    await home.store.leases.claim("w", MORNING, MORNING + timedelta(minutes=1), 40)
    claimed = 1000 * (perf_counter() - begun)
    await home.store.close()
    return (
        f"{found} nights planned in {took:.1f} s ({spent:.1f} s of processor here), with {held() - before:.0f} MB more "
        f"than before; again, with nothing to do, in {more:.1f} s; 40 claimed in {claimed:.0f} ms"
    )


def held() -> float:
    """The most memory that this process ever had, in MB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def main() -> None:
    parts = {"engine": engine, "nodes": nodes, "plan": plans}
    for name in sys.argv[1:] or parts:
        parts[name]()


if __name__ == "__main__":
    main()
