"""A home: one data folder opened, with everything that lives in it. This is where the parts are put together."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field, replace

from tzlocal import get_localzone_name

from pawsona.app.adoption import PersonForm, PetForm, person_from, pet_from
from pawsona.app.news import News, Newsroom
from pawsona.app.talks import Talks
from pawsona.app.time import SystemClock, SystemRng
from pawsona.app.undo import Undo
from pawsona.care.ready import care_ready
from pawsona.config.home import prepare
from pawsona.config.settings import Settings
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.documents import Documents
from pawsona.dialogue.feedback import FeedbackDesk
from pawsona.dialogue.greeting import Greeting, Greetings
from pawsona.dialogue.notes import Notes
from pawsona.dialogue.promises import PromiseLedger
from pawsona.dialogue.search import OwnSearch
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.turn import Dialogue
from pawsona.dialogue.understanding import Understanding
from pawsona.domain.day import Day
from pawsona.domain.ids import PromiseId
from pawsona.domain.language import Language
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet, Species
from pawsona.domain.ports import Clock, Embedder, Rng, Store
from pawsona.embed import open_embedder
from pawsona.errors import InputError, SetupError
from pawsona.memory.collect import Collector
from pawsona.memory.edit import Editor
from pawsona.memory.forget import Forgetter
from pawsona.memory.provenance import Provenance
from pawsona.memory.recall import Recall
from pawsona.memory.reindex import Reindexer
from pawsona.memory.turns import Turns
from pawsona.minds.checked import Checked
from pawsona.minds.storybook.choices import hobbies_of, species_of
from pawsona.minds.storybook.library import library
from pawsona.minds.storybook.mind import Storybook
from pawsona.night.catchup import CatchUp
from pawsona.night.night import Night
from pawsona.night.runner import NightRunner
from pawsona.skills import Mind
from pawsona.storage import open_store
from pawsona.world.change import Changes
from pawsona.world.day import World
from pawsona.world.friends import Friends


@dataclass
class Home:
    """The parts of one home. Services hold no person's data; the store does."""

    settings: Settings
    store: Store
    mind: Mind
    mind_reason: str
    embedder: Embedder
    clock: Clock
    rng: Rng
    contexts: Contexts
    sessions: Sessions
    dialogue: Dialogue
    greetings: Greetings
    feedback: FeedbackDesk
    notes: Notes
    documents: Documents
    promises: PromiseLedger
    world: World
    friends: Friends
    collector: Collector
    editor: Editor
    provenance: Provenance
    reindexer: Reindexer
    night: Night
    catchup: CatchUp
    runner: NightRunner
    undo: Undo
    news: Newsroom = field(default_factory=Newsroom)
    talks: Talks = field(default_factory=Talks)
    _told: set[PromiseId] = field(default_factory=set)
    _greeted: dict[tuple[str, ...], Greeting] = field(default_factory=dict)

    @property
    def species(self) -> tuple[Species, ...]:
        """What can be adopted: the species that the storybook has habits and scenes for."""
        return species_of(library("en"))

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
            await self.friends.ensure(person, pet)
            if within is not None:
                await within(person, pet)
        await self.catchup.today(person, pet)
        return person, pet

    async def _owner(self, owner: PersonForm | Person) -> Person:
        """Asked inside the transaction: a form that is sent twice, or by two programs, must not make two persons."""
        if isinstance(owner, Person):
            return owner
        persons = await self.store.people.persons()
        if persons:
            return persons[0]
        person = person_from(owner, self.clock, self.rng)
        person = replace(person, region=person.region or self.settings.region)
        await self.store.people.add_person(person)
        return person

    async def change_person(
        self, person: Person, *, name: str | None, language: Language | None, time_zone: str | None, region: str | None
    ) -> Person:
        """Change what is given; texts that exist keep their language."""
        changed = replace(
            person,
            name=name or person.name,
            language=language or person.language,
            time_zone=time_zone or person.time_zone,
            region=region or person.region,
        )
        await self.store.people.update_person(changed)
        return changed

    async def erase(self, person: Person) -> None:
        """Erase a person with everything, so that nothing can be recovered from the files."""
        await self.store.people.erase_person(person.id)
        await self.store.compact()
        self._greeted.clear()
        self.undo.clear()

    async def greeting(self, person: Person, pet: Pet, day: Day) -> Greeting:
        """The greeting of this visit: it stays the same until the hour turns or something was said."""
        last = await self.store.talk.last_of_person(pet.bond)
        key = (pet.id, person.name, person.language, f"{person.local(self.clock.now()):%Y-%m-%d %H}", str(last))
        if key not in self._greeted:
            self._greeted.clear()
            self._greeted[key] = await self.greetings.make(person, pet, day)
        return self._greeted[key]

    def tell(self, pet: Pet, day: Day) -> None:
        """Let open pages know of a new day."""
        self.news.tell(pet.person, News("day", {"pet": pet.id, "date": day.on.isoformat()}))

    async def tick(self) -> None:
        """A minute's work: silent sessions become memories, due nights are lived, promises that fall due are told."""
        await self.runner.close_sessions()
        await self.runner.run_due()
        for person, pet in await self.runner.pets():
            due = await self.promises.due_now(person, pet.bond)
            if due is not None and due.id not in self._told:
                self._told.add(due.id)
                self.news.tell(person.id, News("promise", {"pet": pet.id, "id": due.id}))
        await self.reindexer.step()

    async def aclose(self) -> None:
        """Let turns of talk end, then close the store."""
        await self.talks.aclose()
        await self.store.close()


async def open_home(settings: Settings, *, clock: Clock | None = None, rng: Rng | None = None) -> Home:
    """Open the home that settings name.

    Raises:
        SetupError: its folder, database, model file or mind can't be used; the sentence says what to do.
        ContentError: a content file of care is wrong; nothing opens without care.
    """
    care_ready()
    clock, rng = clock or SystemClock(), rng or SystemRng()
    folder = prepare(settings)
    embedder = open_embedder(settings.embedder, folder, settings.spoken)
    mind, reason = choose_mind(settings, embedder)
    return assemble(settings, await open_store(settings.database_url), mind, reason, embedder, clock, rng)


def choose_mind(settings: Settings, embedder: Embedder | None = None) -> tuple[Mind, str]:
    """The mind, and why it is this one.

    Raises:
        SetupError: the configuration asks for a mind that this release does not have.
    """
    if settings.mind == "llm":
        raise SetupError(
            'This release speaks with its built-in storybook only: set mind = "storybook" (or PAWSONA_MIND=storybook).'
        )
    why = "it is configured" if settings.mind == "storybook" else "no language model is configured"
    return Checked(Storybook(embedder)), why


def assemble(
    settings: Settings, store: Store, mind: Mind, reason: str, embedder: Embedder, clock: Clock, rng: Rng
) -> Home:
    """Put the services together over a store and a mind."""
    contexts, sessions = Contexts(store, clock), Sessions(store, clock, rng)
    recall, turns = Recall(store, embedder), Turns(store, embedder)
    collector = Collector(store, mind, embedder, clock, rng)
    promises, friends = PromiseLedger(store, mind, clock, rng), Friends(store, mind, clock)
    world = World(store, mind, clock)
    changes = Changes(store, mind, world, clock)
    search = OwnSearch(store, embedder)
    understanding = Understanding(store, mind, recall, search, contexts, promises, changes, clock)
    forgetter = Forgetter(store, clock)
    night = Night(store, mind, world, collector, forgetter, contexts, sessions, clock)
    home = Home(
        settings=settings,
        store=store,
        mind=mind,
        mind_reason=reason,
        embedder=embedder,
        clock=clock,
        rng=rng,
        contexts=contexts,
        sessions=sessions,
        dialogue=Dialogue(store, mind, understanding, turns, sessions, clock, rng),
        greetings=Greetings(store, mind, contexts, clock),
        feedback=FeedbackDesk(store, mind, contexts, clock, rng),
        notes=Notes(store, mind, embedder, clock, rng),
        documents=Documents(store, embedder, clock, rng),
        promises=promises,
        world=world,
        friends=friends,
        collector=collector,
        editor=Editor(store, embedder, clock),
        provenance=Provenance(store),
        reindexer=Reindexer(store, embedder),
        night=night,
        catchup=CatchUp(store, world, None, clock),
        runner=NightRunner(store, night, sessions, collector, clock),
        undo=Undo(clock),
    )
    home.runner.tell = home.tell
    return home
