"""The whole companion under test: the product's own services over a temporary home, in which the instance was lived."""

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any

from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import CountedRng, SimulatedClock
from pawsona.bench.ipet.day import SKILL as DAY
from pawsona.bench.ipet.day import made
from pawsona.bench.live.past import asked_later, past_of
from pawsona.bench.open import given as told
from pawsona.bench.open.forms import form_of
from pawsona.bench.open.instance import Instance
from pawsona.bench.recall.replay import begun
from pawsona.config.settings import Settings
from pawsona.domain.day import Day
from pawsona.domain.message import Message, Session
from pawsona.domain.ports import Entry
from pawsona.errors import InputError
from pawsona.memory.turns import Turns
from pawsona.skills import IPET, SKILLS
from pawsona.skills.memory import Draft, Summary
from pawsona.skills.routine import DayInput, DetailInput, FeedbackInput, Schedule, ScheduleInput

_SEED = 1


@dataclass
class Life:
    """One instance in a home of its own, at its own moment."""

    home: Home
    instance: Instance
    clock: SimulatedClock

    async def answer(self) -> Any:
        """What comes of it, as plain JSON like the open set's references.

        Raises:
            MindError: nothing came.
        """
        await self._begin()
        if self.instance.skill.startswith(DAY):
            return await made(self.home.world, self.instance)
        if self.instance.lived is not None:
            return await asked_later(self.home, self.companion, self.clock, self.instance)
        way = _WAYS.get(self.instance.skill, Life._performed)
        return await way(self)

    @property
    def companion(self) -> Companion:
        return Companion(self.home, told.person_of(self.instance), told.pet_of(self.instance))

    async def _begin(self) -> None:
        """Person, pet, friends and M, as if they had been there for two months."""
        store, bond = self.home.store, told.BOND
        context, memories = told.context_of(self.instance), told.memories_of(self.instance)
        texts = [memory.text for memory in memories]
        vectors = await self.home.embedder.embed(texts)
        async with store.transaction():
            await store.people.add_person(context.person)
            await store.people.add_pet(context.pet)
            await store.people.add_friends(bond, context.friends)
            for memory, vector in zip(memories, vectors, strict=True):
                await store.memories.add(memory)
                entry = Entry("memory", memory.id, memory.text, vector, memory.created_at)
                await store.index.put(bond, [entry], self.home.embedder.name)

    async def _talked(self) -> str:
        """A turn of talk, after the history, with note, documents and day in place."""
        asked = self.instance.input
        await self._said(told.messages_of(self.instance, asked["history"]))
        for passage in told.passages_of(self.instance):
            await self.companion.add_document(f"{passage.source}.txt", passage.text.encode())
        if (note := told.note_of(self.instance)) is not None:
            await self.companion.write_note(note.title, note.text)
        if (day := told.day_of(self.instance)) is not None:
            await self.home.store.days.put(day)
        return (await self.companion.say(asked["message"])).reply

    async def _said(self, messages: tuple[Message, ...]) -> Session | None:
        """H, as one session that is still open."""
        if not messages:
            return None
        first, last = messages[0], messages[-1]
        session = Session(id=first.session, bond=told.BOND, started_at=first.at, last_at=last.at)
        async with self.home.store.transaction():
            await self.home.store.talk.open_session(session)
            for message in messages:
                await self.home.store.talk.add(message)
        await Turns(self.home.store, self.home.embedder).remember(messages, self.instance.language)
        return session

    async def _collected(self) -> Any:
        """The session becomes memories."""
        dialogue = told.messages_of(self.instance, self.instance.input["dialogue"])
        session, mine = await self._said(dialogue), self.companion
        if session is not None:
            await self.home.collector.collect(mine.person, mine.pet, session)
        found = await self.home.store.memories.all(told.BOND)
        drafts = (Draft(text=m.text, topic=m.topic, importance=m.importance, sources=m.sources) for m in found)
        return form_of(self.instance.skill).plain(Summary(drafts=tuple(drafts)))

    async def _outlined(self) -> str:
        given: DayInput = told.given_of(self.instance)
        return (await self.home.world.outline(given)).outline

    async def _scheduled(self) -> Any:
        given: ScheduleInput = told.given_of(self.instance)
        day = await self.home.world.schedule(given.day, self._day(given.day))
        return form_of(self.instance.skill).plain(Schedule(items=day.items))

    async def _detailed(self) -> str:
        given: DetailInput = told.given_of(self.instance)
        return (await self.home.world.detail(given.day, self._day(given.day), given.index)).text

    async def _replied(self) -> str:
        """The feedback is given on a day that has just this item."""
        given: FeedbackInput = told.given_of(self.instance)
        day, mine = self._day(None), self.companion
        await self.home.store.days.put(day)
        try:
            return (await self.home.feedback.give(mine.person, mine.pet, day.on, 0, None, given.text)).reply
        except InputError as elsewhere:  # what belongs into talk is sent there, in a sentence that the person sees
            return str(elsewhere)

    async def _performed(self) -> Any:
        """What the product has no longer way for than its mind."""
        given = told.given_of(self.instance)
        output = await self.home.mind.perform(SKILLS[self.instance.skill], given, IPET)
        return form_of(self.instance.skill).plain(output)

    def _day(self, given: DayInput | None) -> Day:
        """The day that the instance tells of, as far as it does."""
        asked = self.instance.input
        rows = asked.get("items") or ([asked["item"]] if "item" in asked else [])
        return Day(
            bond=told.BOND, on=self.instance.now.date(), mode=given.mode if given else "normal", method="world",
            outline=asked.get("outline", ""), items=tuple(told.item_of(row, self.instance) for row in rows),
            season=given.season if given else "spring", weather=given.weather if given else "sun",
            mind=self.home.mind.name, made_at=self.instance.now,
        )  # fmt: skip


@asynccontextmanager
async def lived(settings: Settings, instance: Instance) -> AsyncIterator[Life]:
    """A home for one instance.

    Raises:
        SetupError: the settings ask for what is not there.
    """
    with TemporaryDirectory(prefix="pawsona-bench-") as folder:
        clock = SimulatedClock(begun(past_of(instance)) if instance.lived is not None else instance.now)
        home = await open_home(moved(settings, Path(folder)), clock=clock, rng=CountedRng(_SEED))
        try:
            yield Life(home, instance, clock)
        finally:
            await home.aclose()


def moved(settings: Settings, folder: Path) -> Settings:
    """The settings, with the home elsewhere."""
    return settings.model_copy(update={"home": folder, "database_url": f"sqlite:///{folder}/pawsona.db"})


_WAYS: Mapping[str, Callable[[Life], Awaitable[Any]]] = MappingProxyType({
    **dict.fromkeys(("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve"), Life._talked),
    "memory.summarise": Life._collected,
    "routine.outline": Life._outlined,
    "routine.schedule": Life._scheduled,
    "routine.detail": Life._detailed,
    "routine.feedback": Life._replied,
})  # fmt: skip
"""Skills that the product performs in a service of its own; all others are its mind's."""
