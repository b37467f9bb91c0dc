"""A home in which several persons talked, and what may be learnt from it."""

import asyncio
import itertools
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from tests.conftest import CountingRng, FakeClock

from pawsona.app.adoption import PersonForm, PetForm, person_from
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.config.settings import load
from pawsona.domain.ids import MemoryId, MessageId, SessionId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet

Talk = list[tuple[str, str]]
"""What the person says, and what the pet answers."""


@dataclass
class Talked:
    home: Home
    clock: FakeClock
    rng: CountingRng
    folder: Path
    _number: Any = field(default_factory=itertools.count)

    async def person(self, name: str = "Miriam", *, agrees: bool = True, **given: Any) -> tuple[Person, Pet]:
        form = PersonForm(**{"name": name, "age_band": "adult", "language": "en", **given})
        came = self.clock.now() - timedelta(days=300)  # before all that was said
        person = replace(person_from(form, self.clock, self.rng), created_at=came)
        await self.home.store.people.add_person(person)
        person, pet = await self.home.adopt(PetForm(name="Quill"), person)
        if agrees:
            await self.home.store.consents.give(person.id, "training", "1", self.clock.now() - timedelta(days=200))
        return person, pet

    async def talk(self, pet: Pet, talk: Talk, *, ago: float = 5, **more: Any) -> list[Message]:
        """A session so many days ago; what is given goes to every message."""
        at, number = self.clock.now() - timedelta(days=ago), next(self._number)
        session = SessionId(f"s{number}")
        await self.home.store.talk.open_session(Session(id=session, bond=pet.bond, started_at=at, last_at=at))
        found: list[Message] = []
        for place, (said, reply) in enumerate(talk):
            ids = [MessageId(f"m{number}.{place}.{who}") for who in ("person", "pet")]
            one = Message(
                id=ids[0], bond=pet.bond, session=session, role="person", text=said, at=_minute(at, 2 * place), **more
            )
            other = replace(
                one, id=ids[1], role="pet", text=reply, at=_minute(at, 2 * place + 1), answers=ids[0], mind="llm:wise"
            )
            for message in (one, other):
                await self.home.store.talk.add(message)
                found.append(message)
        return found

    def texts(self) -> str:
        """All that lies in the folder, but for what is published."""
        return "".join(path.read_text("utf-8") for path in self.folder.rglob("*") if path.is_file())


def _minute(at: datetime, count: int) -> datetime:
    return at + timedelta(minutes=count)


def memory(id_: str, pet: Pet, at: datetime) -> Memory:
    return Memory(
        id=MemoryId(id_), bond=pet.bond, text="The person likes soup.", topic="food", importance=1, retention="permanent", origin="said",
        sources=(), created_at=at, renewed_at=at, expires_on=None,
    )  # fmt: skip


def talked(
    folder: Path, clock: FakeClock, rng: CountingRng, body: Callable[[Talked], Awaitable[None]], home: str = "home"
) -> None:
    """Open a server's home, run a test body, and close it."""

    async def whole() -> None:
        settings = load(home=folder / home, language="en", embedder="hashing").model_copy(update={"auth": "accounts"})
        opened = await open_home(settings, clock=clock, rng=rng)
        try:
            await body(Talked(opened, clock, rng, folder / "data"))
        finally:
            await opened.aclose()

    asyncio.run(whole())
