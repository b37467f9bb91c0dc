"""The 20 lives of `fixtures_days`, put into a store, and a model server that answers for each as a model would."""

import json
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, time, timedelta
from pathlib import Path
from typing import Any

import yaml
from furnish import FixedRng
from tests.model_server.process import ModelServer

from pawsona.app.home import Home
from pawsona.app.meter import Meter
from pawsona.app.opening import assemble
from pawsona.app.time import SimulatedClock
from pawsona.config.settings import load
from pawsona.domain.call import Call
from pawsona.domain.day import Day, Item
from pawsona.domain.ids import MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Friend, Pet
from pawsona.domain.ports import Entry
from pawsona.embed import open_embedder
from pawsona.minds.checked import Checked
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompt import FOLDER
from pawsona.minds.llm.prompts import Prompts
from pawsona.minds.routed import Routed
from pawsona.minds.storybook.mind import Storybook
from pawsona.storage import open_store

NIGHT = datetime(2026, 4, 13, 3, 0, tzinfo=UTC)
"""When the nights are lived; the talk was on the evening before."""
_FOLDER = Path(__file__).parent / "fixtures_days"


@dataclass(frozen=True)
class Life:
    """One pet and person, and what a model answers at night."""

    language: Language
    row: Mapping[str, Any]
    told: Sequence[tuple[str, str, str, str]]
    """The day: time, label, kind, detail."""
    past: Sequence[tuple[str, Sequence[str]]]
    friends: Sequence[Sequence[str]]

    @property
    def pet(self) -> str:
        return str(self.row["who"][0])

    def answers(self) -> dict[str, str]:
        """Skill -> the answer, in the form that the prompt's JSON part asks for."""
        items = [{"time": at, "label": label, "kind": kind} for at, label, kind, _ in self.told]
        keep = [
            {"text": text, "topic": topic, "importance": str(weight), "lines": [line], "same_as": 0, "replaces": 0}
            for text, topic, weight, line in self.row["keep"]
        ]
        shapes = {
            "routine.schedule": {"items": items},
            "routine.details": {"details": self.details()},
            "memory.summarise": {"memories": keep},
            "memory.rewrite": {"texts": self.row["voices"]},
            "memory.reconcile": {"kind": "new", "number": 0},
        }
        said = {skill: json.dumps(shape, ensure_ascii=False) for skill, shape in shapes.items()}
        return {"routine.outline": str(self.row["outline"]), **said}

    def details(self) -> list[str]:
        return [detail.replace("{pet}", self.pet) for *_, detail in self.told]

    def script(self) -> list[dict[str, Any]]:
        """What the server is told: by the first words of each skill's prompt; a day told item by item in its order."""
        whole = [(skill, text, 0) for skill, text in self.answers().items()]
        single = [("routine.detail", text, 1) for text in self.details()]
        return [
            {"match": opening(skill, self.language), "text": text, "times": times}
            for skill, text, times in [*whole, *single]
        ]


def opening(skill: str, language: Language) -> str:
    """The first words of a prompt's first part, which are its own."""
    text = (FOLDER / language / f"{skill}.md").read_text("utf-8").partition("# system\n")[2]
    line = text.splitlines()[1]
    return line.partition('"')[0].partition("$")[0][:60]


def lives() -> list[Life]:
    found = []
    for language in LANGUAGES:
        told = yaml.safe_load((_FOLDER / f"{language}.yaml").read_text("utf-8"))
        days = told["days"]
        found += [
            Life(language, row, days[n % len(days)], told["past"], told["friends"])
            for n, row in enumerate(told["lives"])
        ]
    return found


@dataclass
class Lived:
    """A home in which one life goes on, asking a model."""

    home: Home
    person: Person
    pet: Pet
    calls: list[Call] = field(default_factory=list)


@asynccontextmanager
async def house(server: ModelServer, folder: Path) -> AsyncGenerator[tuple[Home, list[Call]]]:
    """The app's own services over an empty store, and the calls that they make of the server from now on."""
    settings, clock, rng = load(home=folder), SimulatedClock(NIGHT), FixedRng(7)
    store, embedder = await open_store(settings.database_url), open_embedder("hashing", folder, settings.spoken)
    calls: list[Call] = []

    meter = Meter(store)

    async def record(call: Call) -> None:
        calls.append(call)
        await meter.record(call)

    client = Client(Endpoint(base_url=server.base_url, model="pet-model"))
    prompts = Prompts()
    prompts.check()  # reads them all, as the app does at its start
    model = LanguageModel({"talk": client}, prompts, clock, record)
    storybook = Storybook(embedder)
    mind = Checked(Routed(model, storybook), fallback=storybook)
    try:
        yield assemble(settings, store, mind, "it is measured", embedder, clock, rng), calls
        await meter.write()
    finally:
        await client.aclose()
        await store.close()


@asynccontextmanager
async def living(life: Life, server: ModelServer, folder: Path) -> AsyncGenerator[Lived]:
    """A house with this life in it; the server answers for it until the block ends."""
    async with house(server, folder) as (home, calls):
        person, pet = await move_in(home, life, server)
        yield Lived(home, person, pet, calls)


async def move_in(home: Home, life: Life, server: ModelServer, number: int = 0) -> tuple[Person, Pet]:
    """Put a life into a house, where the server answers for it from now on; its number tells it from others there."""
    server.reset()
    server.script(*life.script())
    person, pet = _who(life, number)
    await _settle(home, life, person, pet)
    return person, pet


def _who(life: Life, number: int) -> tuple[Person, Pet]:
    name, species, personality, person, setting = life.row["who"]
    owner = Person(
        id=PersonId(f"u{number}"), name=person, language=life.language, time_zone="UTC",
        created_at=NIGHT - timedelta(days=40),
    )  # fmt: skip
    pet = Pet(
        id=PetId(f"p{number}"), person=owner.id, name=name, species=species, personality=personality,
        seed=len(name) * 31, adopted_at=NIGHT - timedelta(days=40), setting=setting, hobbies=(),
    )  # fmt: skip
    return owner, pet


async def _settle(home: Home, life: Life, person: Person, pet: Pet) -> None:
    await home.store.people.add_person(person)
    await home.store.people.add_pet(pet)
    friends = [Friend(name=n, species=s, trait=t, hobby=h) for n, s, t, h in life.friends]
    await home.store.people.add_friends(pet.bond, friends)
    await _remember(home, life, pet)
    for ago, (outline, labels) in enumerate(life.past, 1):
        await home.store.days.put(_past(pet, NIGHT.date() - timedelta(ago), outline, labels))


async def _remember(home: Home, life: Life, pet: Pet) -> None:
    """Eight memories with their vectors, and an open session with the evening's talk."""
    texts = list(life.row["memories"])
    for n, (text, vector) in enumerate(zip(texts, await home.embedder.embed(texts), strict=True)):
        at = NIGHT - timedelta(days=20 - n)
        memory = Memory(
            id=MemoryId(f"m{n}"), bond=pet.bond, text=text, topic="other_events", importance=1, retention="long_term",
            origin="said", sources=(), created_at=at, renewed_at=at, expires_on=date(2026, 8, 1), voice=text,
        )  # fmt: skip
        await home.store.memories.add(memory)
        await home.store.index.put(pet.bond, [Entry("memory", memory.id, text, vector)], home.embedder.name)
    begun = NIGHT - timedelta(hours=9)
    session = Session(id=SessionId("s"), bond=pet.bond, started_at=begun, last_at=begun + timedelta(minutes=8))
    await home.store.talk.open_session(session)
    for n, text in enumerate(life.row["talk"]):
        message = Message(
            id=MessageId(f"d{n}"), bond=pet.bond, session=session.id, role="pet" if n % 2 else "person", text=text,
            at=begun + timedelta(minutes=n),
        )  # fmt: skip
        await home.store.talk.add(message)


def _past(pet: Pet, on: date, outline: str, labels: Sequence[str]) -> Day:
    items = tuple(Item(at=time(7 + 2 * n), label=label, kind="other") for n, label in enumerate(labels))
    return Day(
        bond=pet.bond, on=on, mode="memory", method="world", outline=outline, items=items, season="spring",
        weather="cloud", mind="llm:pet-model", made_at=NIGHT,
    )  # fmt: skip
