"""Persons, pets, friends and facts come back as they were stored."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.ids import Bond, MemoryId, PersonId, PetId
from pawsona.domain.person import Fact
from pawsona.domain.pet import Friend
from pawsona.domain.ports import Store
from pawsona.errors import ConflictError, NotFoundError

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


def test_a_person_comes_back_as_stored(with_store: WithStore, samples: Samples) -> None:
    wei = samples.person("wei", language="zh", region="CN", age_band="teen")

    async def story(store: Store) -> None:
        await store.people.add_person(wei)
        assert await store.people.person(wei.id) == wei
        assert await store.people.person(PersonId("nobody")) is None

    with_store(story)


def test_persons_are_listed_by_age_of_account(with_store: WithStore) -> None:
    async def story(store: Store) -> None:
        assert [person.id for person in await store.people.persons()] == ["ann", "lin"]

    with_store(story)


def test_a_changed_person_is_kept_over_restarts(with_store: WithStore, samples: Samples) -> None:
    moved = samples.person("ann", time_zone="Europe/Paris")

    async def move(store: Store) -> None:
        await store.people.update_person(moved)

    async def look(store: Store) -> None:
        assert await store.people.person(moved.id) == moved

    with_store(move)
    with_store(look)


def test_changing_who_is_not_there_is_an_error(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(NotFoundError):
            await store.people.update_person(samples.person("nobody"))
        with pytest.raises(NotFoundError):
            await store.people.update_pet(samples.pet(Bond(PersonId("ann"), PetId("nobody"))))

    with_store(story)


def test_adding_somebody_twice_is_a_conflict(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(ConflictError):
            await store.people.add_person(samples.person("ann"))

    with_store(story)


def test_a_pet_needs_a_person(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(ConflictError):
            await store.people.add_pet(samples.pet(Bond(PersonId("nobody"), PetId("x"))))

    with_store(story)


def test_a_pet_comes_back_as_stored(with_store: WithStore, samples: Samples) -> None:
    dressed = samples.pet(samples.bo, outfit=("scarf", "bell"), hobbies=("钓鱼", "naps"), setting="来自北京。")

    async def story(store: Store) -> None:
        await store.people.update_pet(dressed)
        assert await store.people.pet(samples.bo) == dressed
        assert await store.people.pets(PersonId("ann")) == [dressed, samples.pet(samples.mo)]
        assert await store.people.pet(Bond(PersonId("ann"), PetId("x"))) is None

    with_store(story)


def test_friends_are_added_to_those_before(with_store: WithStore, samples: Samples) -> None:
    first = Friend(name="Pim", species="snail", trait="slow", hobby="rain")
    second = Friend(name="阿灰", species="苍鹭", trait="话少", hobby="看水", relationship="bestie")

    async def story(store: Store) -> None:
        await store.people.add_friends(samples.mo, [])
        await store.people.add_friends(samples.mo, [first])
        await store.people.add_friends(samples.mo, [second])
        assert await store.people.friends(samples.mo) == [first, second]
        assert await store.people.friends(samples.bo) == []

    with_store(story)


def test_facts_are_replaced_whole_and_keep_their_order(with_store: WithStore, samples: Samples) -> None:
    tea, cat = Fact(MemoryId("b"), "likes tea"), Fact(MemoryId("a"), "has a cat")

    async def story(store: Store) -> None:
        await store.people.set_facts(samples.mo, [cat])
        await store.people.set_facts(samples.mo, [tea, cat])
        assert await store.people.facts(samples.mo) == [tea, cat]
        await store.people.set_facts(samples.mo, [])
        assert await store.people.facts(samples.mo) == []

    with_store(story)


def test_settings_are_the_homes(with_store: WithStore) -> None:
    async def story(store: Store) -> None:
        await store.set_setting("mind", "llm")
        await store.set_setting("mind", "storybook")
        assert await store.settings() == {"mind": "storybook"}

    with_store(story)


def test_an_update_keeps_everything_that_belongs_to_the_person(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.talk.open_session(samples.session())
        await store.talk.add(samples.message("m1"))
        await store.people.update_person(replace(samples.person("ann"), name="Anna"))
        assert await store.talk.message(samples.mo, samples.message("m1").id) == samples.message("m1")

    with_store(story)
