"""Persons with much to remember, written into a store in bulk: talk of months in minutes.

Texts are invented sentences with a long tail of rare words, as talk has it. A vector is that of a real sentence, moved
a little: how long a search takes does not depend on what its numbers are.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

import numpy as np
from furnish import START, sentence
from sqlalchemy import Table, insert

from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId, new_id
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Entry, Vector
from pawsona.memory.turns import Turns
from pawsona.storage.rows.memory import memory_row
from pawsona.storage.rows.talk import message_row
from pawsona.storage.schema import memories as memory_rows
from pawsona.storage.schema import messages as message_rows
from pawsona.storage.store import SqlStore

REAL = 400
"""Sentences that are really embedded."""
RARE = 20_000
SYLLABLES = ("ka", "lo", "mi", "ren", "ta", "vu", "shi", "dor", "pe", "nal", "gri", "o", "be", "zun", "fa", "ly")
TURNS_A_SESSION = 12


@dataclass
class Crowd:
    """Makes persons and what they told."""

    embedder: Embedder
    rng: random.Random = field(default_factory=lambda: random.Random(20261122))
    real: list[tuple[str, Vector]] = field(default_factory=list)

    async def prepare(self) -> None:
        """Embed what the others are near to."""
        texts = [sentence(self.rng) for _ in range(REAL)]
        self.real = list(zip(texts, await self.embedder.embed(texts), strict=True))

    def told(self) -> tuple[str, Vector]:
        """A sentence with two rare words, and its vector."""
        text, vector = self.rng.choice(self.real)
        moved = np.frombuffer(vector, dtype="<f4") + np.float32(0.02) * self._noise()
        return f"{text}, {self.rare()} {self.rare()}", Vector((moved / np.linalg.norm(moved)).astype("<f4").tobytes())

    def rare(self) -> str:
        """Words of a long tail: the first are said often, most hardly ever."""
        number = int(RARE ** self.rng.random())
        return "".join(SYLLABLES[number // 16**place % 16] for place in range(4))

    def _noise(self) -> np.ndarray[tuple[int], np.dtype[np.float32]]:
        size = len(self.real[0][1]) // 4
        return np.random.default_rng(self.rng.getrandbits(32)).standard_normal(size, dtype=np.float32)

    async def person(self, store: SqlStore, number: int) -> tuple[Person, Pet]:
        """Somebody with a pet and nothing told yet."""
        person = Person(
            id=PersonId(f"person-{number:06}"), name="Robin", language="en", time_zone="UTC", created_at=START,
            age_band="adult",
        )  # fmt: skip
        pet = Pet(
            id=PetId(f"pet-{number:06}"), person=person.id, name="Mikan", species="cat", personality="sunny", seed=1,
            adopted_at=START,
        )  # fmt: skip
        await store.people.add_person(person)
        await store.people.add_pet(pet)
        return person, pet

    async def tell(self, store: SqlStore, bond: Bond, turns: int, memories: int) -> None:
        """Turns of the person over the last 80 days, each answered by the pet; and memories made of some of them."""
        told = [self.told() for _ in range(max(turns, memories))]
        vectors = dict(told)
        moments = [START - timedelta(days=80) + timedelta(days=80) * n / len(told) for n in range(len(told))]
        ids = [new_id(at, f"{n:010x}") for n, at in enumerate(moments)]
        sessions = [SessionId(ids[n - n % TURNS_A_SESSION]) for n in range(turns)]
        said = [
            message
            for n in range(turns)
            for message in self._exchange(bond, ids[n], sessions[n], told[n][0], moments[n])
        ]
        some = range(0, len(told), max(1, len(told) // max(1, memories)))[:memories]
        kept = [self._memory(bond, ids[n], told[n][0], moments[n], n < turns) for n in some]
        entries = await Turns(store, Known(self.embedder, vectors)).entries(said, "en")
        entries += [Entry("memory", one.id, one.text, vectors[one.text], at=one.created_at) for one in kept]
        async with store.transaction():
            for name in dict.fromkeys(sessions):
                await store.talk.open_session(
                    Session(id=name, bond=bond, started_at=START, last_at=START, closed_at=START)
                )
            await _insert(store, message_rows, [{**message_row(one), "position": n} for n, one in enumerate(said, 1)])
            await _insert(store, memory_rows, [memory_row(one) for one in kept])
            await store.index.put(bond, entries, self.embedder.name)

    def _exchange(self, bond: Bond, id_: str, session: SessionId, text: str, at: datetime) -> tuple[Message, Message]:
        said = Message(id=MessageId(f"{id_}00"), bond=bond, session=session, role="person", text=text, at=at)
        answer = f"Oh, {self.rare()} {self.rare()}! And what came of the {self.rare()}?"
        return said, Message(
            id=MessageId(f"{id_}01"), bond=bond, session=session, role="pet", text=answer, answers=said.id,
            at=at + timedelta(seconds=2),
        )  # fmt: skip

    def _memory(self, bond: Bond, id_: str, text: str, at: datetime, has_turn: bool) -> Memory:
        return Memory(
            id=MemoryId(f"{id_}02"), bond=bond, text=text, topic="other_events", importance=1, retention="long_term",
            origin="said", sources=(MessageId(f"{id_}00"),) if has_turn else (), created_at=at, renewed_at=at,
            expires_on=(START + timedelta(days=60)).date(),
        )  # fmt: skip


@dataclass
class Known:
    """An embedder that has made all its vectors already."""

    embedder: Embedder
    vectors: dict[str, Vector]

    @property
    def name(self) -> str:
        return self.embedder.name

    @property
    def languages(self) -> frozenset[str]:
        return self.embedder.languages

    @property
    def understands(self) -> frozenset[str]:
        return self.embedder.understands

    async def embed(self, texts: Sequence[str]) -> list[Vector]:
        return [self.vectors[text] for text in texts]


async def _insert(store: SqlStore, table: Table, rows: list[dict[str, Any]]) -> None:
    if rows:
        await store._database.write("crowd", lambda tx: tx.run(insert(table), rows))
