"""What a turn takes of the processor where PostgreSQL is the database: our processes, and the database's own.

Some persons talk at once with a stub model over a server of one process. The database's processes are those of the one
server that this starts, whatever else runs on the machine.

Usage: PYTHONPATH=. python benchmarks/database_turn.py [--persons 10] [--turns 10]
"""

import argparse
import asyncio
import tempfile
from pathlib import Path

from callers import Tally, Who, turn
from load import furnished, running, server
from processes import spent
from sqlalchemy import text
from tests.servers import connected, databases

from pawsona.app.loop import run_long


def above(process: int) -> int:
    """The process that started it."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])


def postmaster(address: str) -> int:
    """The process that all others of the database come from."""
    engine = connected(address)
    with engine.connect() as connection:
        found = above(connection.execute(text("SELECT pg_backend_pid()")).scalar_one())
    engine.dispose()
    return found


async def talk(address: str, everybody: list[Who], turns: int) -> Tally:
    tally = Tally()
    for _ in range(turns):
        await asyncio.gather(*(turn(address, who, tally) for who in everybody))
    return tally


def gone(before: dict[int, float], after: dict[int, float]) -> float:
    """Seconds of processor between two looks, of processes that still are."""
    return sum(seconds - before.get(process, 0.0) for process, seconds in after.items())


def measure(persons: int, turns: int, address: str) -> None:
    with (
        tempfile.TemporaryDirectory() as folder,
        running([str(Path(__file__).with_name("stub_model.py"))]) as (model, _),
    ):
        home = Path(folder) / "home"
        who = run_long(furnished(home, persons, {"database_url": address}))
        given = argparse.Namespace(workers=1, database=address)
        minds = {"PAWSONA_MIND": "llm", "PAWSONA_BASE_URL": model, "PAWSONA_MODEL": "stub"}
        with server(home, given, **minds) as (place, ours):
            theirs = postmaster(address)
            run_long(talk(place, who, 2))  # everything is read and prepared once
            before = spent(ours), spent(theirs)
            tally = run_long(talk(place, who, turns))
            used = [gone(one, spent(root)) for one, root in zip(before, (ours, theirs), strict=True)]
    if tally.errors or not tally.done:
        raise SystemExit(f"turns failed: {tally.errors}")
    each = [1000 * seconds / tally.done for seconds in used]
    print(f"{tally.done} turns: {each[0]:.1f} ms of processor a turn here, {each[1]:.1f} ms in PostgreSQL's processes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--persons", type=int, default=10)
    parser.add_argument("--turns", type=int, default=10, help="of each person")
    given = parser.parse_args()
    with databases() as made:
        measure(given.persons, given.turns, made.fresh())


if __name__ == "__main__":
    main()
