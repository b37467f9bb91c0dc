"""A store per kind of database, and the people who live in it."""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from importlib.util import module_from_spec, spec_from_file_location
from itertools import chain, count
from pathlib import Path
from typing import Any

import pytest
from tests.servers import Databases, databases

from pawsona.domain.day import Day, Item
from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, PetId, SessionId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message, Session, Trace
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store, Vector
from pawsona.storage import open_store

NOON = datetime(2026, 4, 12, 12, tzinfo=UTC)
Story = Callable[[Store], Awaitable[None]]


@dataclass(frozen=True)
class Samples:
    """Ordinary data; whatever a test is about it passes by name."""

    noon: datetime = NOON
    mo: Bond = Bond(PersonId("ann"), PetId("mo"))
    bo: Bond = Bond(PersonId("ann"), PetId("bo"))
    li: Bond = Bond(PersonId("lin"), PetId("mo"))

    def person(self, name: str = "ann", **given: Any) -> Person:
        usual: dict[str, Any] = {"language": "en", "time_zone": "Asia/Shanghai", "created_at": NOON}
        return Person(id=PersonId(name), name=name, **(usual | given))

    def pet(self, bond: Bond, **given: Any) -> Pet:
        usual: dict[str, Any] = {"name": "Mo", "species": "cat", "personality": "sunny", "seed": 7, "adopted_at": NOON}
        return Pet(id=bond.pet, person=bond.person, **(usual | given))

    def session(self, name: str = "s1", **given: Any) -> Session:
        usual: dict[str, Any] = {"bond": self.mo, "started_at": NOON, "last_at": NOON}
        return Session(id=SessionId(name), **(usual | given))

    def message(self, name: str, text: str = "hello", **given: Any) -> Message:
        usual: dict[str, Any] = {"bond": self.mo, "session": SessionId("s1"), "role": "person", "at": NOON}
        return Message(id=MessageId(name), text=text, **(usual | given))

    def memory(self, name: str, text: str = "Ann likes tea", **given: Any) -> Memory:
        usual: dict[str, Any] = {
            "bond": self.mo, "topic": "food", "importance": 1, "retention": "long_term", "origin": "said",
            "sources": (), "created_at": NOON, "renewed_at": NOON, "expires_on": date(2026, 7, 12),
        }  # fmt: skip
        return Memory(id=MemoryId(name), text=text, **(usual | given))

    def day(self, on: date, *lines: str, **given: Any) -> Day:
        item = Item(at=time(8, 30), label="warm milk", kind="breakfast", detail="Steam.", trace=Trace(lines))
        usual: dict[str, Any] = {
            "bond": self.mo, "mode": "memory", "method": "world", "outline": "A slow day.", "items": (item,),
            "season": "spring", "weather": "rain", "mind": "storybook", "made_at": NOON,
        }  # fmt: skip
        return Day(on=on, **(usual | given))

    def vector(self, *numbers: float) -> Vector:
        """A vector of four numbers, brought to unit length."""
        import numpy as np

        values = np.array((*numbers, 0, 0, 0, 0)[:4], dtype="<f4")
        return Vector((values / np.linalg.norm(values)).tobytes())

    async def settle(self, store: Store) -> None:
        """Ann with two pets, and Lin, whose pet has the same id as one of Ann's."""
        await store.people.add_person(self.person("ann"))
        await store.people.add_person(self.person("lin", created_at=NOON + timedelta(hours=1)))
        for bond in (self.mo, self.bo, self.li):
            await store.people.add_pet(self.pet(bond))


@pytest.fixture
def samples() -> Samples:
    return Samples()


@pytest.fixture
def three(samples: Samples) -> list[Any]:
    """The three lives of `life.py`, which pytest's import mode lets nobody import by name."""
    spec = spec_from_file_location("storage_life", Path(__file__).with_name("life.py"))
    assert spec is not None and spec.loader is not None
    module = sys.modules[spec.name] = module_from_spec(spec)
    spec.loader.exec_module(module)
    lives: list[Any] = module.lives(samples)
    return lives


@pytest.fixture(scope="session")
def served() -> Iterator[Databases]:
    """Databases on a PostgreSQL server."""
    with databases() as made:
        yield made


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def new_address(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], str]:
    """Makes addresses of fresh databases of each kind."""
    if request.param == "sqlite":
        names = chain(["pawsona.db"], (f"pawsona{number}.db" for number in count(2)))
        return lambda: f"sqlite:///{tmp_path}/{next(names)}"
    made: Databases = request.getfixturevalue("served")
    return made.fresh


@pytest.fixture
def address(new_address: Callable[[], str]) -> str:
    """Where a fresh database of each kind is made."""
    return new_address()


@pytest.fixture
def with_store(address: str, samples: Samples) -> Callable[[Story], None]:
    """Runs a story in a store where Ann, Lin and their pets live; call it again to open the same store again."""
    opened: list[str] = []

    async def live(story: Story) -> None:
        store = await open_store(address)
        try:
            if not opened:
                await samples.settle(store)
                opened.append(address)
            await story(store)
        finally:
            await store.close()

    return lambda story: asyncio.run(live(story))
