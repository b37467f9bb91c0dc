"""People with pets, who live in a store of their own, for tests of the ledger."""

import asyncio
import tempfile
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from pawsona.domain.ids import PersonId, PetId
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.storage import open_store

DAWN = datetime(2026, 4, 13, 4, tzinfo=UTC)


def somebody(name: str, zone: str = "UTC", visited: timedelta = timedelta(days=1)) -> tuple[Person, Pet]:
    at = DAWN - visited
    person = Person(id=PersonId(name), name=name, language="en", time_zone=zone, created_at=at)
    return person, Pet(
        id=PetId("mo"), person=person.id, name="Mo", species="cat", personality="sunny", seed=1, adopted_at=at
    )


async def move_in(store: Store, *them: tuple[Person, Pet]) -> None:
    async with store.transaction():
        for person, pet in them:
            await store.people.add_person(person)
            await store.people.add_pet(pet)


def with_pets(*them: tuple[Person, Pet]) -> Callable[[Callable[[Store], Any]], None]:
    def run(story: Callable[[Store], Any]) -> None:
        async def whole(folder: str) -> None:
            store = await open_store(Path(folder) / "pawsona.db")
            try:
                await move_in(store, *them)
                await story(store)
            finally:
                await store.close()

        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(whole(folder))

    return run
