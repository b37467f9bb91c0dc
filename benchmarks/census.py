"""What the operator's counts cost: every question of `store.census` over many persons, in the database's time.

Run: PYTHONPATH=src python benchmarks/census.py [--persons 20000] [--turns 20]
"""

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import insert

from pawsona.domain.ids import MessageId, PersonId, PetId, SessionId
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.lab.cohorts import first_monday
from pawsona.lab.users import LOWEST
from pawsona.storage import open_store
from pawsona.storage.rows.people import person_row, pet_row
from pawsona.storage.rows.talk import message_row, session_row
from pawsona.storage.schema import messages, persons, pets, sessions

NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)
AT_ONCE = 1000


async def fill(store: Any, count: int, turns: int) -> None:
    """Persons who came over twelve weeks and said so much, on days of their own."""
    chance = Random(1)
    for begin in range(0, count, AT_ONCE):
        rows: dict[Any, list[dict[str, Any]]] = {persons: [], pets: [], sessions: [], messages: []}
        for number in range(begin, min(begin + AT_ONCE, count)):
            since = NOW - timedelta(days=chance.randrange(1, 84))
            one = Person(id=PersonId(f"p{number}"), name="N", language="en", time_zone="UTC", created_at=since)
            pet = Pet(
                id=PetId("x"), person=one.id, name="M", species="cat", personality="sunny", seed=1, adopted_at=since
            )
            rows[persons].append(person_row(one))
            rows[pets].append(pet_row(pet))
            session = Session(id=SessionId("s"), bond=pet.bond, started_at=since, last_at=since)
            rows[sessions].append(session_row(session))
            for turn in range(turns):
                at = since + (NOW - since) * chance.random()
                said = Message(
                    id=MessageId(f"m{turn}"), bond=pet.bond, session=session.id, role="person", text="Hello!", at=at
                )
                rows[messages].append({**message_row(said), "position": turn + 1})

        def work(tx: Any, made: dict[Any, list[dict[str, Any]]] = rows) -> None:
            for table, those in made.items():
                tx.run(insert(table), those)

        await store._database.write("census", work)


async def measured(count: int, turns: int) -> None:
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(Path(folder) / "pawsona.db")
        await fill(store, count, turns)
        census = store.census
        asked: dict[str, Awaitable[Any]] = {
            "groups": census.groups(LOWEST, LOWEST),
            "steps": census.steps(NOW - timedelta(days=14)),
            "cohorts": census.cohorts(first_monday(NOW.date())),
            "active, 28 days": census.active(NOW - timedelta(days=28)),
            "nights": census.nights(NOW.date() - timedelta(days=14)),
        }
        print(f"{count:,} persons, {count * turns:,} turns; processor seconds")
        for name, work in asked.items():
            began = time.process_time()
            await work
            print(f"  {name:<18}{time.process_time() - began:8.2f}")
        await store.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--persons", type=int, default=20_000)
    parser.add_argument("--turns", type=int, default=20)
    given = parser.parse_args()
    asyncio.run(measured(given.persons, given.turns))
