"""A home over a real store, its clock, and two ways to talk in it: with the storybook, or with answers of a test's own."""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeVar

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona.app.adoption import PersonForm, PetForm
from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.app.opening import assemble
from pawsona.config.settings import load
from pawsona.dialogue.events import Crisis, Done, Heard, Notice, Sentence, TurnEvent
from pawsona.dialogue.turn import Events
from pawsona.domain.ids import MessageId
from pawsona.domain.language import Language
from pawsona.domain.message import Message
from pawsona.embed import Hashing
from pawsona.minds.checked import Checked
from pawsona.minds.scripted import Scripted
from pawsona.minds.storybook.mind import Storybook
from pawsona.skills import Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply
from pawsona.storage import open_store
from pawsona.storage.connection import FaultHook, no_fault

In = TypeVar("In")
Out = TypeVar("Out")
NOON = datetime(2026, 4, 12, 12, 0, tzinfo=UTC)


class Directed:
    """The storybook, except where a test has something else to be said; knows what it was asked."""

    def __init__(self, name: str = "storybook") -> None:
        self.name = name
        self.book, self.script = Storybook(), Scripted()
        self.directed: set[str] = set()
        self.asked: list[tuple[str, Any]] = []

    def say(self, skill: str, *answers: Any) -> None:
        """Queue answers; afterwards the storybook answers again."""
        self.script.enqueue(skill, *answers)
        self.directed.add(skill)

    def always(self, skill: str, make: Callable[[Any], Any]) -> None:
        self.script.rule(skill, make)
        self.directed.add(skill)

    def _who(self, skill: str) -> Mind:
        rule = skill in self.script._rules or bool(self.script._queues[skill])
        return self.script if skill in self.directed and rule else self.book

    async def perform(self, skill: Skill[In, Out], given: In, profile: Profile, *, broken: Any = None) -> Out:
        self.asked.append((skill.name, given))
        return await self._who(skill.name).perform(skill, given, profile, broken=broken)

    async def stream(self, skill: Skill[ChatInput, Reply], given: ChatInput, profile: Profile) -> AsyncIterator[Piece]:
        self.asked.append((skill.name, given))
        async for piece in self._who(skill.name).stream(skill, given, profile):
            yield piece

    def last(self, *skills: str) -> tuple[str, Any]:
        """The last time that one of these skills was asked for."""
        name, given = next(row for row in reversed(self.asked) if row[0] in skills)
        return str(name), given


TALKING = ("chat.general", "chat.support", "chat.routine", "note.chat", "note.retrieve")


@dataclass
class Scene:
    """One pet, its person, and everything around them."""

    home: Home
    companion: Companion
    clock: FakeClock
    mind: Directed
    path: Path
    events: list[TurnEvent] = field(default_factory=list)

    @property
    def store(self) -> Any:
        return self.home.store

    @property
    def bond(self) -> Any:
        return self.companion.pet.bond

    def talk(self, text: str) -> Events:
        """A turn that its listener can stop."""
        return self.home.dialogue.say(self.companion.person, self.companion.pet, text)

    def retry(self, message: MessageId) -> Events:
        return self.home.dialogue.retry(self.companion.person, self.companion.pet, message)

    async def say(self, *texts: str) -> Done:
        """Say things a minute apart; the last turn ends with a reply."""
        for text in texts:
            self.clock.move(minutes=1)
            self.events = [event async for event in self.talk(text)]
        done = self.events[-1]
        assert isinstance(done, Done), done
        return done

    async def cry(self, text: str) -> Crisis:
        """Say something that the persona steps aside for."""
        self.clock.move(minutes=1)
        self.events = [event async for event in self.talk(text)]
        crisis = self.events[-1]
        assert isinstance(crisis, Crisis), crisis
        return crisis

    @property
    def notices(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Notice)]

    @property
    def sentences(self) -> list[str]:
        return [event.text for event in self.events if isinstance(event, Sentence)]

    @property
    def heard(self) -> Message:
        return next(event.message for event in self.events if isinstance(event, Heard))

    @property
    def answered(self) -> tuple[str, ChatInput]:
        """The talking skill that answered last, and what it was given."""
        return self.mind.last(*TALKING)

    async def sleep(self) -> None:
        """The night, and the next morning at nine."""
        await self.companion.night()
        local = self.companion.person.local(self.clock.now()) + timedelta(days=1)
        self.clock.moment = local.replace(hour=9, minute=0).astimezone(UTC)


Play = Callable[..., None]


@asynccontextmanager
async def scene(
    path: Path,
    language: Language = "en",
    zone: str = "UTC",
    mind: Directed | None = None,
    start: datetime = NOON,
    fault: FaultHook = no_fault,
) -> AsyncIterator[Scene]:
    clock, mind = FakeClock(start), mind or Directed()
    settings = load(home=path, language=language, embedder="hashing")
    store = await open_store(path / "pawsona.db", fault=fault)
    home = assemble(settings, store, Checked(mind), "a test says so", Hashing(), clock, CountingRng())
    try:
        owner = PersonForm(name="Lin", language=language, time_zone=zone, age_band="adult")
        person, pet = await home.adopt(PetForm(name="Mikan"), owner)
        yield Scene(home, Companion(home, person, pet), clock, mind, path / "pawsona.db")
    finally:
        await home.aclose()


@pytest.fixture
def play(tmp_path: Path) -> Play:
    """Plays a story in a fresh home."""

    def run(story: Callable[[Scene], Awaitable[None]], **given: Any) -> None:
        async def whole() -> None:
            async with scene(tmp_path / f"home{len(list(tmp_path.iterdir()))}", **given) as it:
                await story(it)

        asyncio.run(whole())

    return run
