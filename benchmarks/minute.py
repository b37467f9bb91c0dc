"""What a leader's minute costs where nothing is due: 100,000 pets of 24 time zones, visited lately or asleep.

One tick that comes first (it plans, and looks for pets that sleep), one an ordinary minute later, one after ten minutes
(everybody is planned anew); and the look for pets that sleep, which an hour's tick has beside. Of each: seconds,
seconds of processor, this process's own, and queries. Each hour a night is due somewhere, so no tick is an hour later.

Usage: PYTHONPATH=. python benchmarks/minute.py [--pets 100000] [--only sqlite|postgres]
"""

import argparse
import asyncio
import logging
import tempfile
from contextlib import nullcontext
from datetime import timedelta
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from night_fleet import ZONES
from nightfolk import MORNING, open_folk, settle
from sqlalchemy import Engine, event, insert, literal, or_, select, update
from tests.servers import databases

from pawsona.app.home import Home
from pawsona.app.time import SimulatedClock
from pawsona.domain.due import FORGOT
from pawsona.night.plan import plan
from pawsona.storage import prepared
from pawsona.storage.schema import leases, marks, pets

LATER = MORNING + timedelta(hours=2)
SLEEPS = or_(*(pets.c.pet_id.like(f"%{digit}") for digit in (1, 3, 5, 7, 9)))
"""Every second pet."""
MINUTES = {"the first": 0, "an ordinary one": 1, "all planned anew": 11}


async def measure(kind: str, url: str, folder: Path, count: int) -> None:
    home = await open_folk(url, folder)
    await settle(home, count, zones=ZONES, talk=False)
    await lived(home)
    asked: list[int] = []
    counted(asked)
    clock: Any = home.clock
    assert isinstance(clock, SimulatedClock)
    works = [(name, minutes, home.tick) for name, minutes in MINUTES.items()]
    for name, minutes, work in (*works, ("sleepers looked for", 12, home.runner.forget_asleep)):
        clock.moment = MORNING + timedelta(minutes=minutes)
        asked.clear()
        begun, busy = perf_counter(), process_time()
        await work()
        spent = f"{perf_counter() - begun:6.2f} s ({process_time() - busy:5.2f} of processor here)"
        print(f"{kind:<10} {count:,} pets, {name:<20} {spent}, {len(asked)} queries", flush=True)
    await home.store.close()


async def lived(home: Home) -> None:
    """All nights are lived; every second pet was adopted long ago, never visited, and has forgotten today."""
    database: Any = home.store.people._database  # type: ignore[attr-defined]
    forgot = select(pets.c.person_id, pets.c.pet_id, literal(FORGOT), literal(LATER, marks.c.at.type)).where(SLEEPS)

    def work(tx: Any) -> None:
        tx.run(update(pets).where(SLEEPS).values(adopted_at=MORNING - timedelta(days=30)))
        tx.run(insert(marks).from_select(["person_id", "pet_id", "name", "at"], forgot))

    await database.write("minute.settle", work)
    await plan(home.store, home.clock.now())
    await database.write("minute.lived", lambda tx: tx.run(update(leases).values(state="done")))
    await database.alone(lambda connection: connection.exec_driver_sql("ANALYZE"))


def counted(asked: list[int]) -> None:
    """Notes every statement with values, prepared or not."""
    module: Any = prepared
    plain = module.execute

    def execute(*given: Any) -> Any:
        asked.append(1)
        return plain(*given)

    module.execute = execute
    event.listen(Engine, "before_cursor_execute", lambda *_: asked.append(1))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--pets", type=int, default=100_000)
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    given = parser.parse_args()
    logging.disable(logging.INFO)
    with tempfile.TemporaryDirectory() as folder:
        if given.only != "postgres":
            asyncio.run(measure("SQLite", f"sqlite:///{folder}/pawsona.db", Path(folder), given.pets))
        with databases() if given.only != "sqlite" else nullcontext() as server:
            if server is not None:
                asyncio.run(measure("PostgreSQL", server.fresh(), Path(folder), given.pets))


if __name__ == "__main__":
    main()
