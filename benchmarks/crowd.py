"""Persons with much to remember, written into a store in bulk: talk of months in minutes.

Texts are invented sentences with a long tail of rare words, as talk has it. A vector is that of a real sentence, moved
a little: how long a search takes does not depend on what its numbers are.
"""

import random
from dataclasses import dataclass, field
from datetime import datetime, timedelta

import numpy as np
from furnish import START, sentence
from sqlalchemy import insert

from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId, new_id
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Entry, Vector
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
        """Turns over the last 80 days, and memories that were made of some of them."""
        told = [self.told() for _ in range(max(turns, memories))]
        ids = [new_id(self._at(n, len(told)), f"{n:011x}0") for n in range(len(told))]
        sessions = [f"{ids[n - n % TURNS_A_SESSION]}" for n in range(turns)]
        async with store.transaction():
            for name in dict.fromkeys(sessions):
                await store.talk.open_session(
                    Session(id=SessionId(name), bond=bond, started_at=START, last_at=START, closed_at=START)
                )
            said = [self._message(bond, ids[n], sessions[n], told[n][0], self._at(n, len(told))) for n in range(turns)]
            kept = [
                self._memory(bond, ids[n], told[n][0], self._at(n, len(told)), n < turns)
                for n in range(0, len(told), max(1, len(told) // max(1, memories)))
            ][:memories]
            messages = [{**message_row(one), "position": n} for n, one in enumerate(said, 1)]
            rows = [memory_row(one) for one in kept]
            vectors = dict(told)
            if messages:
                await store._database.write("crowd", lambda tx: tx.run(insert(message_rows), messages))
            if rows:
                await store._database.write("crowd", lambda tx: tx.run(insert(memory_rows), rows))
            entries = [Entry("turn", one.id, one.text, vectors[one.text]) for one in said]
            entries += [Entry("memory", one.id, one.text, vectors[one.text]) for one in kept]
            await store.index.put(bond, entries, self.embedder.name)

    def _at(self, number: int, count: int) -> datetime:
        return START - timedelta(days=80) + timedelta(days=80) * number / count

    def _message(self, bond: Bond, id_: str, session: str, text: str, at: datetime) -> Message:
        return Message(id=MessageId(id_), bond=bond, session=SessionId(session), role="person", text=text, at=at)

    def _memory(self, bond: Bond, id_: str, text: str, at: datetime, has_turn: bool) -> Memory:
        return Memory(
            id=MemoryId(f"{id_[:-1]}m"), bond=bond, text=text, topic="other_events", importance=1,
            retention="long_term", origin="said", sources=(MessageId(id_),) if has_turn else (), created_at=at,
            renewed_at=at, expires_on=(START + timedelta(days=60)).date(),
        )  # fmt: skip
