"""`Companion`: one person's one pet, as Python sees it. The server and the command line use nothing else."""

from collections.abc import AsyncGenerator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from pathlib import Path
from types import TracebackType
from typing import Self

from pawsona.app.adoption import DEFAULT_PET, PersonForm, PetForm, changed
from pawsona.app.home import Home
from pawsona.app.household import household
from pawsona.app.once import answered, said_once
from pawsona.app.opening import open_home
from pawsona.app.visiting import shown, visit
from pawsona.config.settings import load
from pawsona.dialogue.events import Crisis, Done, Notice, TurnEvent
from pawsona.dialogue.greeting import Greeting
from pawsona.dialogue.hearing import visible
from pawsona.domain.affect import Affect
from pawsona.domain.day import Day, Feedback, Reaction
from pawsona.domain.departure import Departure
from pawsona.domain.ids import DocumentId, FeedbackId, MemoryId, MessageId, NoteId, PromiseId
from pawsona.domain.memory import Memory, Recalled
from pawsona.domain.message import Message, Strategy, Tier
from pawsona.domain.note import Document, Note
from pawsona.domain.person import UNNAMED, Person
from pawsona.domain.pet import Outfit, Pet
from pawsona.domain.ports import Clock, Rng
from pawsona.domain.promise import Promise
from pawsona.errors import NotFoundError
from pawsona.minds.storybook.talk.suggest import suggestions
from pawsona.world.calendar import day_of


@dataclass(frozen=True)
class Turn:
    """One turn of talk, whole."""

    reply: str
    message: Message
    strategy: Strategy | None
    affect: Affect
    tier: Tier
    recalled: tuple[Recalled, ...] = ()
    notices: tuple[str, ...] = ()
    whole: bool = True
    """False: the model broke off in the middle."""


class Companion:
    """A pet with its person. Open it with `Companion.open`, or get it from a `Home`."""

    def __init__(self, home: Home, person: Person, pet: Pet, *, owns_home: bool = False) -> None:
        self.home = home
        self.person = person
        self.pet = pet
        self._owns_home = owns_home

    @classmethod
    async def open(
        cls,
        home: Path | str | None = None,
        *,
        pet: str | None = None,
        clock: Clock | None = None,
        rng: Rng | None = None,
    ) -> Self:
        """Open a home and its pet; an empty home adopts a default one.

        Args:
            home: the data folder; the configured one by default.
            pet: the pet's name or id, where there are several.
            clock: time, for tests and simulations.
            rng: chance, for tests and simulations.

        Raises:
            SetupError: the folder or its database can't be used; the sentence says what to do.
            NotFoundError: there is no such pet.
        """
        opened = await open_home(load(home=Path(home) if home is not None else None), clock=clock, rng=rng)
        try:
            person, found = await _choose(opened, pet)
        except BaseException:
            await opened.aclose()
            raise
        return cls(opened, person, found, owns_home=True)

    async def close(self) -> None:
        """Close the home if this companion opened it."""
        if self._owns_home:
            await self.home.aclose()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    # Talk

    def talk(self, text: str, key: str = "") -> AsyncGenerator[TurnEvent, None]:
        """One turn, event by event; it goes on to its end even if nobody asks for the next event.

        What is said again with the same `key` is not heard again: its reply is given, or made now.
        """
        return self.home.talks.follow(self.pet.bond, said_once(self, text, key))

    def retry(self, message: MessageId) -> AsyncGenerator[TurnEvent, None]:
        """Answer a message that was left without a reply; one that was answered meanwhile gives that reply again."""
        return self.home.talks.follow(self.pet.bond, answered(self, message))

    async def say(self, text: str) -> Turn:
        """One turn, whole.

        Raises:
            InputError: the message is empty or too long.
        """
        events = [event async for event in self.talk(text)]
        notices = tuple(event.text for event in events if isinstance(event, Notice))
        match events[-1]:
            case Done(message, strategy, affect, tier, recalled, whole):
                return Turn(message.text, message, strategy, affect, tier, recalled, notices, whole)
            case Crisis(message, reply, tier):
                return Turn(reply.text, message, None, Affect(), tier, (), notices)
        raise AssertionError("a turn ends with Done or Crisis")

    def end(self) -> None:
        """End what the pet is saying here; what was shown of it stays."""
        self.home.dialogue.answering.end(self.pet.bond)

    async def suggestions(self) -> list[str]:
        """Up to three short things that one might say now; content, so any mind may speak."""
        bond, now = self.pet.bond, self.home.clock.now()
        history = await self.home.store.talk.recent(bond, 12)
        today = await self.home.experiments.shown(self.person, await self.home.store.days.day(bond, self.present))
        local = self.person.local(now)
        return suggestions(today, history, self.person.language, now=local, seed=self.pet.seed)

    async def greet(self) -> Greeting:
        """What the person hears when they come back."""
        return await self.home.welcome.greetings.make(self.person, self.pet, await self.today())

    # Life

    async def today(self) -> Day:
        """Today's day; made now if the night was missed."""
        return await visit(self.home, self.person, self.pet)

    async def day(self, on: date) -> Day:
        """A day that was lived or is planned.

        Raises:
            NotFoundError: there is none.
        """
        if on == self.present:
            return await self.today()
        day = await self.home.store.days.day(self.pet.bond, on)
        if day is None:
            raise NotFoundError(f"there is no day {on}")
        return await shown(self.home, self.person, day)

    @property
    def present(self) -> date:
        """The pet's present day, on the person's calendar."""
        return day_of(self.person, self.home.clock.now())

    async def night(self, on: date | None = None) -> Day:
        """Live one night now: close every session, remember, forget, and make the next day."""
        day = await self.home.night.live(self.person, self.pet, on or self.present + timedelta(days=1))
        self.home.sweep.note()
        self.person = await self.home.store.people.person(self.person.id) or self.person  # it may know a name now
        self.home.tell(self.pet, day)
        return day

    async def react(self, on: date, item: int, reaction: Reaction | None, text: str = "") -> Feedback:
        """Tell the pet what an item of its day was like."""
        return await self.home.feedback.give(self.person, self.pet, on, item, reaction, text)

    async def take_back(self, feedback: FeedbackId) -> None:
        """Undo a reaction."""
        self.home.sweep.note()
        await self.home.feedback.take_back(self.pet.bond, feedback)

    async def tastes(self) -> dict[str, float]:
        """Activity -> -1 (avoided) to 1 (sought), from the reactions that stand."""
        return dict(await self.home.world.tastes(self.pet.bond))

    # Memory

    async def memories(self) -> list[Memory]:
        """What it remembers, the latest first; expired ones are gone."""
        today = self.person.local(self.home.clock.now()).date()
        return [m for m in await self.home.store.memories.all(self.pet.bond) if m.alive(today)]

    async def leaving(self, days: int = 7) -> list[Memory]:
        """The memories that leave within so many days if they are not talked about, the next one first."""
        today = self.person.local(self.home.clock.now()).date()
        ends = [(memory.expires_on, memory) for memory in await self.memories() if not memory.pinned]
        soon = [(on, m) for on, m in ends if on is not None and on - today <= timedelta(days=days)]
        return [memory for _, memory in sorted(soon, key=lambda row: (row[0], row[1].id))]

    async def departures(self) -> list[Departure]:
        """What was forgotten in the last year, counted without its words, the latest day first."""
        return await self.home.store.departures.all(self.pet.bond)

    async def why(self, memory: MemoryId) -> list[Message]:
        """The messages that a memory was made from."""
        return await self.home.provenance.why(self.pet.bond, memory)

    async def pin(self, memory: MemoryId, pinned: bool) -> Memory:
        """Keep a memory for good, or let its time run again."""
        return await self.home.editor.pin(self.person, self.pet.bond, memory, pinned)

    async def edit(self, memory: MemoryId, text: str, *, seen: str | None = None) -> Memory:
        """Correct a memory; with `seen` (a `version`) only if it still has those words, else `ChangedError`."""
        self.home.sweep.note()
        return await self.home.editor.edit(self.person, self.pet.bond, memory, visible(text), seen=seen)

    async def forget(self, memory: MemoryId, *, turns: bool = False, seen: str | None = None) -> Memory:
        """Delete a memory, and on wish the messages it came from; returns what was deleted."""
        self.home.sweep.note()
        return await self.home.editor.forget(self.person, self.pet.bond, memory, turns=turns, seen=seen)

    async def restore(self, memory: Memory) -> None:
        """Put a memory back that was deleted a moment ago."""
        await self.home.editor.restore(self.person, memory)

    # Notes, knowledge, promises

    async def write_note(self, title: str, text: str) -> Note:
        return await self.home.notes.write(self.pet.bond, title, text)

    async def notes(self) -> list[Note]:
        return await self.home.store.notes.notes(self.pet.bond)

    async def extract(self, note: NoteId, points: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
        """What a note says on some points."""
        found = await self.home.store.notes.note(self.pet.bond, note)
        if found is None:
            raise NotFoundError(f"there is no note {note!r}")
        context = await self.home.contexts.of(self.person, self.pet)
        return dict((await self.home.notes.extract(context, found, tuple(points))).values)

    async def delete_note(self, note: NoteId) -> None:
        self.home.sweep.note()
        await self.home.notes.delete(self.pet.bond, note)

    async def add_document(self, name: str, content: bytes) -> Document:
        """Give the pet something to know: txt, md or pdf."""
        return await self.home.documents.add(self.pet.bond, name, content)

    async def documents(self) -> list[Document]:
        return await self.home.store.notes.documents(self.pet.bond)

    async def delete_document(self, document: DocumentId) -> None:
        self.home.sweep.note()
        await self.home.documents.delete(self.pet.bond, document)

    async def promises(self) -> list[Promise]:
        return await self.home.store.promises.all(self.pet.bond)

    async def close_promise(self, promise: PromiseId) -> Promise:
        return await self.home.promises.close(self.pet.bond, promise)

    # The pet itself

    async def change_pet(
        self, *, name: str | None = None, outfit: Sequence[Outfit] | None = None, setting: str | None = None
    ) -> Pet:
        """Change what is given; the rest stays, whoever changed it.

        Raises:
            InputError: a value can't be used; nothing changes.
        """
        async with self.home.store.transaction():
            now = await self.home.store.people.pet(self.pet.bond) or self.pet
            form = PetForm(
                name=now.name if name is None else name,
                outfit=now.outfit if outfit is None else outfit,
                setting=now.setting if setting is None else setting,
            )
            self.pet = changed(now, form)
            await self.home.store.people.update_pet(self.pet)
        return self.pet


async def _choose(home: Home, wanted: str | None) -> tuple[Person, Pet]:
    persons = await household(home.settings, home.store)
    if not persons:
        language = home.settings.spoken
        owner = PersonForm(name=UNNAMED[language], language=language, time_zone=home.time_zone)
        return await home.adopt(PetForm(name=wanted or DEFAULT_PET[language]), owner)
    pets = await home.runner.pets()
    if not pets:
        return await home.adopt(PetForm(name=wanted or DEFAULT_PET[persons[0].language]), persons[0])
    return pets[0] if wanted is None else await home.pet_named(wanted)
