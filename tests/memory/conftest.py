"""One person and one pet in a real store, and a way to talk in it."""

import asyncio
import os
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from tests.conftest import FakeClock

from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId, new_id
from pawsona.domain.language import Language
from pawsona.domain.memory import Importance, Memory
from pawsona.domain.message import Message, Role, Session, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Entry, Rng, Store
from pawsona.embed import Hashing
from pawsona.memory.collect import Collector
from pawsona.memory.retain import expiry
from pawsona.memory.turns import Turns
from pawsona.minds.scripted import Scripted
from pawsona.skills import Mind
from pawsona.skills.acts import Verdict
from pawsona.skills.memory import Draft, Summary
from pawsona.skills.topics import RETENTION
from pawsona.storage import open_store


@dataclass
class Life:
    """What a story needs."""

    store: Store
    person: Person
    pet: Pet
    clock: FakeClock
    rng: Rng
    embedder: Embedder

    @property
    def bond(self) -> Bond:
        return self.pet.bond

    def id(self) -> str:
        return new_id(self.clock.now(), self.rng.token())

    async def session(self) -> Session:
        now = self.clock.now()
        session = Session(id=SessionId(self.id()), bond=self.bond, started_at=now, last_at=now)
        await self.store.talk.open_session(session)
        return session

    async def say(
        self,
        text: str,
        session: Session | None = None,
        *,
        role: Role = "person",
        tier: Tier = Tier.none,
        answers: MessageId | None = None,
        memories: Sequence[MemoryId] = (),
    ) -> Message:
        """Store a message and index it as talk does; a minute passes."""
        session = session or await self.session()
        message = Message(
            id=MessageId(self.id()), bond=self.bond, session=session.id, role=role, text=text, at=self.clock.now(),
            tier=tier, answers=answers, memories=tuple(memories),
        )  # fmt: skip
        await self.store.talk.add(message)
        await Turns(self.store, self.embedder).remember([message], self.person.language)
        self.clock.move(minutes=1)
        return message

    async def know(
        self, text: str, *, importance: Importance = 1, sources: Sequence[Message] = (), pinned: bool = False
    ) -> Memory:
        """Store a memory as collecting does."""
        now = self.clock.now()
        memory = Memory(
            id=MemoryId(self.id()), bond=self.bond, text=text, topic="other_events", importance=importance,
            retention=RETENTION[importance], origin="said", sources=tuple(m.id for m in sources), created_at=now,
            renewed_at=now, expires_on=expiry(RETENTION[importance], now, self.person), pinned=pinned,
        )  # fmt: skip
        await self.store.memories.add(memory)
        [vector] = await self.embedder.embed([text])
        await self.store.index.put(self.bond, [Entry("memory", memory.id, text, vector)], self.embedder.name)
        return memory

    def draft(self, text: str, *sources: Message, **fields: Any) -> Draft:
        """What a summary may say."""
        given: dict[str, Any] = {"topic": "other_events", "importance": 1, **fields}
        return Draft(text=text, sources=tuple(m.id for m in sources), **given)

    def mind(self, *drafts: Draft) -> Scripted:
        """A mind that summarises to these drafts and takes everything for new."""
        mind = Scripted()
        mind.rule("memory.summarise", lambda given: Summary(drafts=drafts))
        mind.rule("memory.reconcile", lambda given: Verdict(kind="new"))
        return mind

    def collector(self, mind: Mind) -> Collector:
        return Collector(self.store, mind, self.embedder, self.clock, self.rng)


Story = Callable[[Life], Awaitable[None]]


@dataclass
class Stage:
    """Where stories are lived; each gets an empty home."""

    folder: Path
    rng: Rng

    def play(
        self,
        story: Story,
        *,
        language: Language = "en",
        zone: str = "Europe/London",
        embedder: Embedder | None = None,
    ) -> None:
        asyncio.run(self._play(story, language, zone, embedder or Hashing()))

    async def _play(self, story: Story, language: Language, zone: str, embedder: Embedder) -> None:
        clock = FakeClock(datetime(2026, 4, 12, 9, 30, tzinfo=UTC))
        person = Person(
            id=PersonId("p"), name="Ada", language=language, time_zone=zone, created_at=clock.now(), age_band="adult"
        )
        pet = Pet(
            id=PetId("t"), person=person.id, name="Momo", species="cat", personality="sunny", seed=1,
            adopted_at=clock.now(),
        )  # fmt: skip
        store = await open_store(self.folder / f"{os.urandom(4).hex()}.db")
        try:
            await store.people.add_person(person)
            await store.people.add_pet(pet)
            await story(Life(store, person, pet, clock, self.rng, embedder))
        finally:
            await store.close()


@pytest.fixture
def stage(tmp_path: Path, rng: Rng) -> Stage:
    return Stage(tmp_path, rng)
