"""A conversation lived again in a real store: stored, indexed, collected and forgotten by the product's own code."""

from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import cast

from pawsona.app.time import CountedRng, SimulatedClock
from pawsona.bench.recall.conversation import Conversation, Question, Sitting, Turn
from pawsona.bench.recall.voices import Voices
from pawsona.domain.ids import MessageId, PersonId, PetId, SessionId, new_id
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Embedder, Hit, Store
from pawsona.memory.collect import Collector
from pawsona.memory.forget import Forgetter, Forgotten
from pawsona.memory.recall import Recall
from pawsona.memory.retain import pinned
from pawsona.memory.turns import Turns
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import Mind
from pawsona.storage import open_store

SILENCE = timedelta(minutes=30)
"""After it a session is over."""


def begun(conversation: Conversation) -> datetime:
    """A day before anything was said."""
    return conversation.sittings[0].at - timedelta(days=1)


def two(conversation: Conversation) -> tuple[Person, Pet]:
    """Who talks with whom."""
    begin = begun(conversation)
    person = Person(
        id=PersonId("person"), name=conversation.person, language=conversation.language, time_zone="UTC",
        created_at=begin, age_band="adult",
    )  # fmt: skip
    pet = Pet(
        id=PetId("pet"), person=person.id, name=conversation.pet, species="cat", personality="sunny", seed=1,
        adopted_at=begin,
    )  # fmt: skip
    return person, pet


@dataclass
class Replay:
    """One conversation in a store of its own."""

    conversation: Conversation
    store: Store
    embedder: Embedder
    clock: SimulatedClock
    person: Person
    pet: Pet
    turns: dict[MessageId, Turn] = field(default_factory=dict)
    rng: CountedRng = field(default_factory=lambda: CountedRng(1))

    @classmethod
    @asynccontextmanager
    async def open(cls, conversation: Conversation, embedder: Embedder) -> AsyncIterator["Replay"]:
        """A temporary file, with person and pet in it; nothing said yet."""
        begin, (person, pet) = begun(conversation), two(conversation)
        with TemporaryDirectory(prefix="pawsona-bench-") as folder:
            store = await open_store(Path(folder) / "replay.db")
            try:
                await store.people.add_person(person)
                await store.people.add_pet(pet)
                yield cls(conversation, store, embedder, SimulatedClock(begin), person, pet)
            finally:
                await store.close()

    async def say(self) -> None:
        """Store and index every turn, as talk does; no memory is made yet."""
        language = self.conversation.language
        for sitting in self.conversation.sittings:
            messages = self._messages(sitting)
            entries = await Turns(self.store, self.embedder).entries(messages, language, self._speakers(messages))
            async with self.store.transaction():
                await self.store.talk.open_session(self._session(sitting))
                for message in messages:
                    await self.store.talk.add(message)
                await self.store.index.put(self.pet.bond, entries, self.embedder.name)

    async def collect(self, collector: Collector | None = None) -> None:
        """Each session becomes memories, when it is over; by the storybook, or by a home's own collector."""
        mind = cast(Mind, Storybook())
        if self.conversation.two_persons:
            mind = Voices(mind, self.turns)
        collector = collector or Collector(self.store, mind, self.embedder, self.clock, self.rng)
        for sitting in self.conversation.sittings:
            self.clock.moment = sitting.turns[-1].at + SILENCE
            await collector.collect(self.person, self.pet, self._session(sitting))

    @asynccontextmanager
    async def held(self) -> AsyncIterator[None]:
        """Nothing expires meanwhile: as if the person had pinned every memory."""
        memories = await self.store.memories.all(self.pet.bond)
        for memory in memories:
            await self.store.memories.update(pinned(memory))
        yield
        for memory in memories:
            await self.store.memories.update(memory)

    async def certainty(self, question: Question) -> float:
        """How sure the product is that it knows anything about a question: what its threshold is set against."""
        found = await self.recall().find(
            self.pet.bond, self.person, question.ask, question.asked_at, limit=1, share=0.0
        )
        return max((one.score for one in found), default=0.0)

    async def forget(self) -> Forgotten:
        """What the night after the last session deletes, it deletes."""
        self.clock.moment = max(self.clock.moment, self.conversation.sittings[-1].turns[-1].at + SILENCE)
        return await Forgetter(self.store, self.clock).forget(self.person, self.pet.bond)

    async def reachable(self) -> frozenset[str]:
        """Turns that the index leads to, by themselves or by a memory made from them."""
        hits = [Hit("turn", id_, 0.0) for id_ in self.turns]
        texts = await self.store.index.texts(self.pet.bond, hits)
        there = [MessageId(hit.ref) for hit, text in zip(hits, texts, strict=True) if text is not None]
        memories = await self.store.memories.all(self.pet.bond)
        return self.ids([*there, *(source for memory in memories for source in memory.sources)])

    def ids(self, messages: Iterable[MessageId]) -> frozenset[str]:
        """The conversation's own ids of stored messages."""
        return frozenset(self.turns[message].id for message in messages)

    def recall(self) -> Recall:
        """The product's own."""
        return Recall(self.store, self.embedder)

    def _session(self, sitting: Sitting) -> Session:
        last = sitting.turns[-1].at
        return Session(id=SessionId(sitting.id), bond=self.pet.bond, started_at=sitting.at, last_at=last)

    def _messages(self, sitting: Sitting) -> list[Message]:
        messages: list[Message] = []
        for turn in sitting.turns:
            message = self._message(turn, sitting, messages[-1] if messages else None)
            self.turns[message.id] = turn
            messages.append(message)
        return messages

    def _message(self, turn: Turn, sitting: Sitting, before: Message | None) -> Message:
        return Message(
            id=MessageId(new_id(turn.at, self.rng.token())),
            bond=self.pet.bond,
            session=SessionId(sitting.id),
            role=turn.role,
            text=turn.text,
            at=turn.at,
            answers=before.id if before is not None and turn.role == "pet" and before.role == "person" else None,
        )

    def _speakers(self, messages: Iterable[Message]) -> dict[MessageId, str]:
        """Between two persons an entry says whose it is."""
        if not self.conversation.two_persons:
            return {}
        return {message.id: self.turns[message.id].speaker for message in messages}
