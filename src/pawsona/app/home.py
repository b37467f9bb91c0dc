"""A home: one data folder opened, with everything that lives in it; `opening` puts its parts together."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Any, Literal

from tzlocal import get_localzone_name

from pawsona.app import lessons
from pawsona.app.adoption import PersonForm, PetForm, person_from, pet_from
from pawsona.app.experiments import Experiments
from pawsona.app.household import languages
from pawsona.app.minds import Workshop
from pawsona.app.minute import Minute
from pawsona.app.news import News, Newsroom
from pawsona.app.pinning import Pinning
from pawsona.app.sweep import Sweep
from pawsona.app.talks import Talks
from pawsona.app.tenants import Tenants
from pawsona.app.undo import Undo
from pawsona.app.webhooks.postbox import StoredPostbox
from pawsona.app.welcome import Welcome
from pawsona.care.ready import Care
from pawsona.config.settings import Settings
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.documents import Documents
from pawsona.dialogue.feedback import FeedbackDesk
from pawsona.dialogue.feelings import Feelings
from pawsona.dialogue.greeting import Greeting
from pawsona.dialogue.notes import Notes
from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.touch import Touch
from pawsona.dialogue.turn import Dialogue
from pawsona.domain.cloakroom import Cloakroom
from pawsona.domain.day import Day
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet, Species
from pawsona.domain.ports import Clock, Embedder, Rng, Store
from pawsona.domain.shared import CLOCK
from pawsona.embed import Lately
from pawsona.errors import InputError, NotFoundError, PawsonaError, StorageError
from pawsona.memory.collect import Collector
from pawsona.memory.edit import Editor
from pawsona.memory.provenance import Provenance
from pawsona.memory.reindex import Reindexer
from pawsona.minds.storybook.choices import hobbies_of, species_of
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.talk.book import talk_book
from pawsona.night.catchup import CatchUp
from pawsona.night.night import Night
from pawsona.night.runner import NightRunner
from pawsona.skills import Mind
from pawsona.world.day import World
from pawsona.world.friends import Friends

LEADS_FOR = timedelta(seconds=150)
"""Two and a half ticks: so long nobody looks at the clock after the process that did was killed."""
Exported = dict[str, Any]
"""Table name -> rows, for each of `persons`."""


@dataclass
class Home:
    """The parts of one home. Services hold no person's data; the store does."""

    process: str
    """Among the processes that serve one store, this one."""
    settings: Settings
    care: Care
    store: Store
    mind: Mind
    mind_reason: str
    embedder: Embedder
    clock: Clock
    rng: Rng
    contexts: Contexts
    sessions: Sessions
    dialogue: Dialogue
    welcome: Welcome
    feedback: FeedbackDesk
    notes: Notes
    documents: Documents
    promises: PromiseLedger
    feelings: Feelings
    touch: Touch
    world: World
    friends: Friends
    collector: Collector
    editor: Editor
    provenance: Provenance
    reindexer: Reindexer
    night: Night
    catchup: CatchUp
    runner: NightRunner
    cloakroom: Cloakroom
    undo: Undo
    sweep: Sweep
    workshop: Workshop
    experiments: Experiments
    pinning: Pinning | None = None
    """None where a test brings a mind of its own."""
    news: Newsroom = field(default_factory=Newsroom)
    talks: Talks = field(default_factory=Talks)
    minute: Minute = field(init=False)

    @property
    def tenants(self) -> Tenants:
        """The products that this server is run under."""
        return Tenants(self.settings.accounts.tenants)

    def __post_init__(self) -> None:
        self.minute = Minute(self)

    @property
    def postbox(self) -> StoredPostbox:
        """Where what happens is dropped in, for webhooks."""
        return StoredPostbox(self.store, self.clock, self.rng)

    @property
    def species(self) -> tuple[Species, ...]:
        """What can be adopted: the species that the storybook has habits and scenes for."""
        return species_of(library("en"))

    @property
    def mind_kind(self) -> Literal["storybook", "llm"]:
        """What the home is set to; a pet that is pinned may speak through another."""
        return "llm" if self.pinning is not None and self.pinning.choice.talk else "storybook"

    @property
    def time_zone(self) -> str:
        """This machine's time zone, for a person who did not name one."""
        return get_localzone_name() or "UTC"

    def kind_labels(self, language: Language) -> Mapping[str, str]:
        """Activity -> a label to show."""
        return {kind: labels[0].text for kind, labels in library(language).labels.items()}

    async def adopt(
        self,
        form: PetForm,
        owner: PersonForm | Person,
        *,
        within: Callable[[Person, Pet], Awaitable[None]] | None = None,
    ) -> tuple[Person, Pet]:
        """Bring a pet home, with friends and a first day.

        Args:
            form: who the pet shall be.
            owner: the person, or what they say of themselves.
            within: awaited before anything is durable, for what must be stored with the pet or not at all.

        Raises:
            InputError: a field can't be used; nothing was stored.
        """
        async with self.store.transaction():
            person = await self._owner(owner)
            pet = pet_from(form, person, hobbies_of(library(person.language)), self.clock, self.rng)
            if pet.species not in self.species:
                raise InputError(f"A {pet.species} can't be adopted yet; choose one of {', '.join(self.species)}.")
            await self.store.people.add_pet(pet)
            await self.postbox.post(person.id, "pet.adopted", pet=pet.id)
            if within is not None:
                await within(person, pet)
        if self.pinning is not None:
            await self.pinning.settle(pet)
        await self.catchup.today(person, pet)
        return person, pet

    async def _owner(self, owner: PersonForm | Person) -> Person:
        """Asked inside the transaction: a form that is sent twice, or by two programs, must not make two persons."""
        if isinstance(owner, Person):
            return owner
        if self.settings.auth == "home" and (persons := await self.store.people.persons()):
            return persons[0]
        person = person_from(owner, self.clock, self.rng)
        person = replace(person, region=person.region or self.settings.region)
        await self.store.people.add_person(person)
        await self.postbox.post(person.id, "person.joined")
        return person

    async def change_person(
        self, person: Person, *, name: str | None, language: Language | None, time_zone: str | None, region: str | None
    ) -> Person:
        """Change what is given, an empty region to none; texts that exist keep their language.

        What another page changed stays changed.
        """
        async with self.store.transaction():
            now = await self.store.people.person(person.id) or person
            changed = replace(
                now,
                name=name or now.name,
                language=language or now.language,
                time_zone=time_zone or now.time_zone,
                region=now.region if region is None else region or None,
            )
            await self.store.people.update_person(changed)
        return changed

    async def erase(self, person: Person) -> None:
        """Erase a person with everything, so that nothing can be recovered from the files."""
        await self.erase_all([person])

    async def erase_all(
        self, persons: Sequence[Person], keep: Callable[[Exported], Awaitable[None]] | None = None
    ) -> None:
        """Erase persons, all of them or none; what bytes are left goes even if there were none.

        Args:
            persons: who.
            keep: is given the whole export before, in the same transaction; where it fails nothing is erased.

        Raises:
            StorageError: another program has the database open, so bytes are left in its log; the rows are gone.
        """
        async with self.store.transaction():
            if keep is not None:
                await keep({"persons": [await self.store.export(person.id) for person in persons]})
            for person in persons:
                await self.postbox.post(person.id, "person.left")
                await self.store.people.erase_person(person.id)
        await self.undo.forget(person.id for person in persons)
        await lessons.withdraw(self.store, [person.id for person in persons])
        try:
            await self.sweep.now()
        except StorageError as error:
            raise StorageError(f"Everything is erased, but bytes of it are left in a log file: {error}") from None

    async def pet_named(self, wanted: str) -> tuple[Person, Pet]:
        """The pet of that name or id, with its person.

        Raises:
            NotFoundError: there is none; the sentence lists those there are.
            InputError: there are several of that name; the sentence tells them apart.
        """
        pets = await self.runner.pets()
        found = [row for row in pets if row[1].id == wanted] or [row for row in pets if row[1].name == wanted]
        if len(found) > 1:
            ids = ", ".join(f"{pet.id} ({pet.personality} {pet.species})" for _, pet in found)
            raise InputError(f"{len(found)} pets are called {wanted!r}. Say which one by its id: {ids}")
        if found:
            return found[0]
        there = f"; there is {', '.join(repr(pet.name) for _, pet in pets)}" if pets else ""
        raise NotFoundError(f"there is no pet {wanted!r} here{there}")

    async def greeting(self, person: Person, pet: Pet, day: Day) -> Greeting:
        """The greeting of this visit: it stays the same until the hour turns or something was said."""
        return await self.welcome.of(person, pet, day)

    def tell(self, pet: Pet, day: Day) -> None:
        """Let open pages know of a new day."""
        self.news.tell(pet.person, News("day", {"pet": pet.id, "date": day.on.isoformat()}))

    async def wake(self) -> None:
        """Read what the first visitor would wait for, while they are still opening the page."""
        for language in await languages(self.settings, self.store):
            await asyncio.to_thread(talk_book, language)

    async def tick(self) -> None:
        """A minute's work: silent sessions become memories, due nights are lived, promises that fall due are told."""
        await self.upkeep()
        await self.minute.work()

    async def upkeep(self) -> None:
        """What each process does for itself every minute, whoever leads."""
        if isinstance(self.embedder, Lately):
            await self.embedder.warm()
        await self.workshop.meter.write()
        if self.settings.shared:
            self.sweep.forget()  # what was deleted in another process may lie in caches of this one

    async def leads(self) -> bool:
        """Whether this process is the one that does what is to be done once."""
        if not self.settings.shared:
            return True
        now = self.clock.now()
        return await self.store.leads.lead(CLOCK, self.process, now, now + LEADS_FOR)

    async def aclose(self) -> None:
        """Let turns of talk end, then close the store."""
        await self.talks.aclose()
        if self.settings.shared:
            with suppress(PawsonaError):  # then it runs out by itself
                await self.store.leads.resign(CLOCK, self.process)
        if (alarm := self.dialogue.aside.alarm) is not None:
            await alarm.aclose()
        await self.workshop.aclose()
        await self.sweep.last()
        if isinstance(self.embedder, Lately):
            await self.embedder.aclose()
        await self.store.close()
