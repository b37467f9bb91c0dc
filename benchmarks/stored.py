"""Rows and bytes that a pet-night and a turn leave behind, on SQLite and on PostgreSQL, from simulated lives.

Some people talk every day, as many never do; what the silent keep is the nights', the rest is the talk's. The talking
home and the silent one are copied to a PostgreSQL server and packed (VACUUM FULL), and so is the file, so a database in
use is larger; what runs out or is forgotten later is not taken off.

Usage: PYTHONPATH=. python benchmarks/stored.py [--persons 12] [--days 30] [--postgres URL]
"""

import argparse
import asyncio
import os
import tempfile
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from zoneinfo import ZoneInfo

from furnish import FixedRng
from rich.console import Console
from rich.progress import Progress, TaskID
from sqlalchemy import create_engine, text
from tests.servers import Databases, connected, databases
from year import BEGIN, CHAT, TOLD, ZONES

from pawsona import Companion
from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.language import LANGUAGES
from pawsona.storage.columns import metadata
from pawsona.storage.transfer import transfer

TURNS = 4
"""A day, of who talks."""


@dataclass(frozen=True)
class Kept:
    """What a home holds."""

    rows: int
    sqlite: int
    postgres: int
    entries: int
    """Of recall; each has its part of a sheet (`laid_by.py`), which is copied to no server and left out here."""


async def live(folder: Path, persons: int, days: int, turns: int, watch: tuple[Progress, TaskID]) -> None:
    """So many people, half of them Chinese, each with a pet."""
    clock = SimulatedClock(BEGIN)
    home = await open_home(load(home=folder), clock=clock, rng=FixedRng(20260309))
    for n in range(persons):
        language = LANGUAGES[n % 2]
        form = PersonForm(name=f"R{n}", language=language, time_zone=ZONES[language])
        owner, pet = await home.adopt(PetForm(name=f"M{n}", species="bird", personality="cheeky"), form)
        companion, zone = Companion(home, owner, pet), ZoneInfo(ZONES[language])
        for day in range(days):
            on = BEGIN.astimezone(zone).date() + timedelta(days=day)
            clock.moment = datetime(on.year, on.month, on.day, 4, 30, tzinfo=zone).astimezone(UTC)
            await companion.night(on)
            for turn in range(turns):
                clock.moment = datetime(on.year, on.month, on.day, 18, 5 + turn, tzinfo=zone).astimezone(UTC)
                said = TOLD[language] if turn == 0 else CHAT[language]
                await companion.say(said[(day * 5 + n + turn * 3) % len(said)])
            watch[0].advance(watch[1])
        clock.moment = BEGIN
    await home.aclose()


def kept(folder: Path, servers: Databases) -> Kept:
    file, address = folder / "pawsona.db", servers.fresh()
    copied = transfer(f"sqlite:///{file}", address)
    engines = create_engine(f"sqlite:///{file}"), connected(address)
    with engines[0].begin() as connection:
        connection.execute(text("DELETE FROM sheets"))
    for engine, pack in zip(engines, ("VACUUM", "VACUUM FULL"), strict=True):
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            connection.execute(text(pack))
    names = ", ".join(f"'{table}'" for table in metadata.tables)
    with engines[1].connect() as connection:
        size = connection.execute(
            text(f"SELECT sum(pg_total_relation_size(oid)) FROM pg_class WHERE relkind = 'r' AND relname IN ({names})")
        ).scalar_one()
        entries = connection.execute(text("SELECT count(*) FROM entries")).scalar_one()
    for engine in engines:
        engine.dispose()
    return Kept(sum(table.rows for table in copied), file.stat().st_size, int(size), int(entries))


def measure(servers: Databases, persons: int, days: int) -> None:
    found = []
    with Progress(console=Console(stderr=True)) as progress, tempfile.TemporaryDirectory() as folder:
        task = progress.add_task("lives", total=2 * persons * days)
        for turns in (0, TURNS):
            home = Path(folder) / str(turns)
            asyncio.run(live(home, persons, days, turns, (progress, task)))
            found.append(kept(home, servers))
    silent, talking = found
    nights, turns = persons * days, persons * days * TURNS
    print(f"{persons} persons, {days} days, {TURNS} turns a day or none; of each kind, packed")
    for name in ("rows", "entries", "sqlite", "postgres"):
        least, most = getattr(silent, name), getattr(talking, name)
        unit = name if name in {"rows", "entries"} else f"bytes on {name}"
        print(f"  {least / nights:8.1f} {unit} a night   {(most - least) / turns:8.1f} {unit} a turn")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--persons", type=int, default=12)
    parser.add_argument("--days", type=int, default=30)
    parser.add_argument("--postgres", help="a server's URL; else one is started")
    given = parser.parse_args()
    if given.postgres:
        os.environ["PAWSONA_TEST_POSTGRES"] = given.postgres
    with databases() as made:
        measure(made, given.persons, given.days)


if __name__ == "__main__":
    main()
