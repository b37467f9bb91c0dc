"""What a recall costs on PostgreSQL with a million memories of a thousand persons, beside SQLite in the same run.

Words, vectors, memories and the person's days are all asked, on the event loop that servers have; the query's own
vector is made beforehand, and person and pet are at hand, as a turn of talk has them. Four ways of coming: strangers
before a night has laid their sheets by (`first`), and after (`strangers`), nobody twice and nobody in this process's
memory; talks (one person's eight questions in a row), and the same person again. And what the server's own `pgvector`
takes for the nearest 20 of one person, exactly.

Usage: python benchmarks/recall_postgres.py [--persons 1000] [--memories 1000] [--postgres URL] [--only sqlite|postgres]
       ... --quick    300 persons and no pgvector: a third of the time, and strangers still meet an empty cache
"""

import argparse
import asyncio
import os
import random
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any

import numpy as np
from crowd import Crowd, Known
from furnish import START, Spread, sentence, spread
from sqlalchemy import Connection, Table, text

sys.path.insert(0, str(Path(__file__).parent.parent))

from tests.servers import connected, server

from pawsona.app.loop import run_long
from pawsona.domain.ids import Bond, MemoryId, PersonId, PetId, new_id
from pawsona.domain.memory import Memory
from pawsona.domain.person import Person
from pawsona.domain.ports import Store, Vector
from pawsona.embed import open_embedder
from pawsona.memory.lexemes import lexemes, numbered
from pawsona.memory.question import understood
from pawsona.memory.recall import Recall
from pawsona.memory.shelve import Shelver
from pawsona.storage import open_store
from pawsona.storage.dialect import Dialect
from pawsona.storage.opening import database_url, dialect_of
from pawsona.storage.rows.memory import memory_row
from pawsona.storage.rows.people import bond_row, person_row
from pawsona.storage.rows.vector import kept, octets
from pawsona.storage.schema import entries, memories, persons, pets, revisions, vectors

ASKED, TALKS, QUESTIONS = 400, 60, 8
Way = Callable[[random.Random], Sequence[int]]


@dataclass(frozen=True)
class Questions:
    """What is asked, and the vectors that recall will want for it."""

    asked: list[str]
    known: dict[str, Vector]


@dataclass
class Town:
    """Persons and their memories, made a person at a time and written to every database alike."""

    crowd: Crowd
    number: int = 0
    made: list[Bond] = field(default_factory=list)

    def person(self, count: int) -> list[tuple[Table, list[dict[str, Any]]]]:
        """Rows of somebody new, table by table."""
        n = len(self.made)
        bond = Bond(PersonId(f"person-{n:06}"), PetId(f"pet-{n:06}"))
        self.made.append(bond)
        person = Person(
            id=bond.person, name="Robin", language="en", time_zone="UTC", created_at=START, age_band="adult"
        )
        pet = {"name": "Mikan", "species": "cat", "personality": "sunny", "seed": 1, "adopted_at": START}
        told = [self.crowd.told() for _ in range(count)]
        held = [self._memory(bond, said, place, count) for place, (said, _) in enumerate(told)]
        numbers = range(self.number + 1, self.number + count + 1)
        self.number += count
        by = self.crowd.embedder.name
        refs = [bond_row(bond) | {"kind": "memory", "ref": memory.id} for memory in held]
        texts = [
            ref
            | {"number": number, "text": memory.text, "embedder": by, "session_id": "", "speaker": "", "asks": False}
            | {"said_at": int(memory.created_at.timestamp())}
            | {"terms": numbered(lexemes(memory.text)).astype("<u4").tobytes()}
            for ref, memory, number in zip(refs, held, numbers, strict=True)
        ]
        near = [
            ref | {"embedder": by, "number": number, "vector": kept(vector)}
            for ref, (_, vector), number in zip(refs, told, numbers, strict=True)
        ]
        return [
            (persons, [person_row(person)]),
            (pets, [bond_row(bond) | pet | {"outfit": [], "hobbies": [], "setting": ""}]),
            (memories, [memory_row(memory) for memory in held]),
            (entries, texts),
            (vectors, near),
            (revisions, [bond_row(bond) | {"written": self.number, "removed": 0}]),
        ]

    def _memory(self, bond: Bond, said: str, place: int, count: int) -> Memory:
        at = START - timedelta(days=80) + timedelta(days=80) * place / count
        return Memory(
            id=MemoryId(new_id(at, f"{place:012x}")), bond=bond, text=said, topic="other_events", importance=1,
            retention="long_term", origin="said", sources=(), created_at=at, renewed_at=at,
            expires_on=(START + timedelta(days=60)).date(),
        )  # fmt: skip


def settle(addresses: Sequence[str], town: Town, count: int, each: int) -> None:
    """Fill all databases with the same rows."""
    kinds: list[Dialect] = [dialect_of(database_url(address)) for address in addresses]
    engines = [kind.engine() for kind in kinds]
    begun = time.monotonic()
    try:
        open_ = [engine.connect() for engine in engines]
        for first in range(0, count, 20):
            for kind, connection in zip(kinds, open_, strict=True):
                kind.control(connection, kind.begin)
            for _ in range(first, min(first + 20, count)):
                rows = town.person(each)
                for kind, connection in zip(kinds, open_, strict=True):
                    _load(kind, connection, rows)
            for kind, connection in zip(kinds, open_, strict=True):
                kind.control(connection, "COMMIT")
        for kind, connection in zip(kinds, open_, strict=True):
            kind.control(connection, kind.begin)
            kind.go_on_from(connection, town.number)
            kind.control(connection, "COMMIT")
            connection.close()
    finally:
        for engine in engines:
            engine.dispose()
    for address in addresses:
        calm(address)
    print(f"{count:,} persons, {count * each:,} memories, written in {time.monotonic() - begun:.0f} s", flush=True)


def calm(address: str) -> None:
    """Have a server do now what it else does of itself in the hours before people come."""
    kind = dialect_of(database_url(address))
    if kind.begin != "BEGIN":
        return
    engine = kind.engine()
    with engine.connect() as connection:
        connection.exec_driver_sql("VACUUM ANALYZE")
        connection.exec_driver_sql("CHECKPOINT")
    engine.dispose()


def _load(kind: Dialect, connection: Connection, rows: list[tuple[Table, list[dict[str, Any]]]]) -> None:
    for table, given in rows:
        names = [column.name for column in table.c]
        empty = {column.name: None for column in table.c}
        kind.load(connection, table, [{name: (empty | row)[name] for name in names} for row in given])  # type: ignore[misc]


async def night(address: str, town: Town) -> None:
    """What a night does for recall."""
    async with opened(address) as store:
        shelver = Shelver(store, town.crowd.embedder)
        begun, used = time.monotonic(), time.process_time()
        count = sum([await shelver.lay_by(bond) for bond in town.made])
        own = 1000 * (time.process_time() - used) / max(count, 1)
        print(f"{count:,} sheets laid by in {time.monotonic() - begun:.0f} s, {own:.1f} ms each of it this process")
    await asyncio.to_thread(calm, address)


async def measure(name: str, address: str, town: Town, questions: Questions) -> None:
    """Each way of coming, on a store that was just opened."""
    ways: dict[str, Way] = {
        "first": lambda rng: rng.sample(range(len(town.made)), min(len(town.made), ASKED) // 2),
        "strangers": lambda rng: rng.sample(range(len(town.made)), min(len(town.made), ASKED)),
        "talks": lambda rng: [who for _ in range(TALKS) for who in [rng.randrange(len(town.made))] * QUESTIONS],
        "the same": lambda rng: [7 % len(town.made)] * ASKED,
    }
    for way, drawn in ways.items():
        if way == "strangers":
            await night(address, town)
        async with opened(address) as store:
            recall = Recall(store, Known(town.crowd.embedder, questions.known))
            who = drawn(random.Random(11))
            people = {n: await store.people.person(town.made[n].person) for n in set(who)}
            pets_ = {n: await store.people.pet(town.made[n]) for n in set(who)}
            spent: list[float] = []
            busy: list[float] = []
            found = 0
            for n in who:
                asked = random.Random(n + len(spent)).choice(questions.asked)
                begun, used = time.perf_counter(), time.process_time()
                recalled = await recall.find(town.made[n], people[n], asked, START, pet=pets_[n])  # type: ignore[arg-type]
                found += len(recalled)
                spent.append(time.perf_counter() - begun)
                busy.append(time.process_time() - used)
            tell(f"{name:<9} {way}", spent, busy, f"{found / len(who):.1f} found")


@asynccontextmanager
async def opened(address: str) -> AsyncIterator[Store]:
    store = await open_store(address)
    try:
        yield store
    finally:
        await store.close()


def tell(what: str, spent: Sequence[float], busy: Sequence[float], more: str = "") -> None:
    wall, own = spread(spent), spread(busy)
    print(f"{what:<22} {wall}   of it this process {_short(own)}   {more}", flush=True)


def _short(own: Spread) -> str:
    return f"p50 {own.p50:.1f} ms"


async def pgvector(address: str, town: Town, questions: Questions) -> None:
    """The nearest 20 of one person's rows, by the server: cosine only, no words, no neighbours."""
    engine = connected(address)
    with engine.connect() as connection:
        width = len(next(iter(questions.known.values()))) // 4
        try:
            connection.execute(text("CREATE EXTENSION IF NOT EXISTS vector"))
        except Exception as error:  # noqa: BLE001 - whatever it is, there is nothing to compare
            print(f"pgvector is not there ({type(error).__name__})")
            return
        connection.execute(text(f"CREATE TABLE near (person_id text, ref text, v vector({width}))"))
        rows = connection.execute(text("SELECT person_id, ref, vector FROM vectors"))
        with connection.connection.driver_connection.cursor().copy("COPY near FROM STDIN") as copy:  # type: ignore[union-attr]
            for person, ref, vector in rows:
                copy.write_row((person, ref, str(octets([vector], width)[0].tolist())))
        connection.execute(text("CREATE INDEX ON near (person_id)"))
        connection.execute(text("VACUUM ANALYZE near"))
        rng = random.Random(11)
        spent: list[float] = []
        busy: list[float] = []
        query = text("SELECT ref FROM near WHERE person_id = :p ORDER BY v <=> CAST(:q AS vector) LIMIT 20")
        for _ in range(ASKED):
            bond, vector = rng.choice(town.made), rng.choice(list(questions.known.values()))
            asked = {"p": bond.person, "q": str(np.frombuffer(vector, "<f4").tolist())}
            begun, used = time.perf_counter(), time.process_time()
            connection.execute(query, asked).all()
            spent.append(time.perf_counter() - begun)
            busy.append(time.process_time() - used)
        tell("pgvector  strangers", spent, busy, "nearest 20, without words")
    engine.dispose()


async def main(given: argparse.Namespace, folder: Path, url: str) -> None:
    town = Town(Crowd(open_embedder("auto", folder, "en")))
    await town.crowd.prepare()
    asked = [f"what about {sentence(random.Random(n))}?" for n in range(60)]
    person = Person(id=PersonId("x"), name="Robin", language="en", time_zone="UTC", created_at=START)
    texts = [understood(question, person, START.date()).text for question in asked]  # what recall embeds
    known = dict(zip(texts, await town.crowd.embedder.embed(texts), strict=True))
    questions = Questions(asked, known)
    places = {"SQLite": f"sqlite:///{folder}/pawsona.db", "PostgreSQL": url}
    if given.only:
        places = {name: place for name, place in places.items() if name.lower().startswith(given.only)}
    for place in places.values():
        await (await open_store(place)).close()
    await asyncio.to_thread(settle, list(places.values()), town, given.persons, given.memories)
    for name, place in places.items():
        await measure(name, place, town, questions)
    if "PostgreSQL" in places and not given.quick:
        await pgvector(url, town, questions)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--persons", type=int, default=1000)
    parser.add_argument("--memories", type=int, default=1000)
    parser.add_argument("--postgres", default=os.environ.get("PAWSONA_TEST_POSTGRES"), help="an empty database")
    parser.add_argument("--only", choices=["sqlite", "postgres"])
    parser.add_argument("--quick", action="store_true")
    chosen = parser.parse_args()
    chosen.persons = 300 if chosen.quick else chosen.persons
    with tempfile.TemporaryDirectory(prefix="pawsona-recall-", ignore_cleanup_errors=True) as made:
        place = Path(made)
        place.chmod(0o755)
        (place / "server").mkdir()
        at = nullcontext(chosen.postgres) if chosen.postgres else server(str(place / "server"))
        with at as where:
            run_long(main(chosen, place, where))
