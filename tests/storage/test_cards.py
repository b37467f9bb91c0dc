"""The character card of a pet: one or none, kept as it came."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from pawsona.domain.card import Card
from pawsona.domain.ids import Bond, PersonId, PetId
from pawsona.domain.ports import Store
from pawsona.errors import PawsonaError

if TYPE_CHECKING:
    from tests.storage.conftest import Samples, Story

WithStore = Callable[["Story"], None]


def card(samples: Samples) -> Card:
    return Card(
        bond=samples.mo, document='{"name":\t"团团", "half": "\\ud83d"}', image=b"\x89PNG\x00\xff", name="团团",
        setting="住在钟楼里。", greeting="", at=samples.noon,
    )  # fmt: skip


def test_a_card_comes_out_as_it_went_in_and_a_new_one_replaces_it(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        first = card(samples)
        assert await store.cards.card(samples.mo) is None
        assert await store.cards.greeting(samples.mo) == ""
        await store.cards.put(first)
        assert await store.cards.card(samples.mo) == first
        second = replace(first, image=None, greeting="来啦？")
        await store.cards.put(second)
        assert await store.cards.card(samples.mo) == second
        assert await store.cards.greeting(samples.mo) == "来啦？"
        assert await store.cards.card(samples.bo) is None

    with_store(story)


def test_a_card_is_exported_and_erased_with_its_person(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        await store.cards.put(card(samples))
        exported = await store.export(PersonId("ann"))
        assert json.loads(json.dumps(exported))["cards"][0]["image"] == "iVBORwD/"
        await store.people.erase_person(PersonId("ann"))
        assert await store.cards.card(samples.mo) is None

    with_store(story)


def test_no_card_without_its_pet(with_store: WithStore, samples: Samples) -> None:
    async def story(store: Store) -> None:
        with pytest.raises(PawsonaError):
            await store.cards.put(replace(card(samples), bond=Bond(PersonId("ann"), PetId("nobody"))))

    with_store(story)
