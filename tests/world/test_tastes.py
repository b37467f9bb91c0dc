"""Tastes move by what the person thought, only where they thought it, and back again."""

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pawsona.world.tastes import valence

Live = Callable[[Callable[[Any], Awaitable[None]]], None]


def test_five_dislikes_avoid_fishing_and_nothing_else(live: Live) -> None:
    async def story(life: Any) -> None:
        for _ in range(5):
            await life.feel("fishing", "dislike")
        assert await life.world.tastes(life.pet.bond) == {"fishing": -1.0}

    live(story)


def test_tastes_stay_within_bounds_and_taking_back_undoes(live: Live) -> None:
    async def story(life: Any) -> None:
        rows = [await life.feel("walk", "pat") for _ in range(9)]
        assert await life.world.tastes(life.pet.bond) == {"walk": 1.0}
        for row in rows[1:]:
            await life.store.days.delete_feedback(life.pet.bond, row)
        assert await life.world.tastes(life.pet.bond) == {"walk": 0.15}
        await life.store.days.delete_feedback(life.pet.bond, rows[0])
        assert await life.world.tastes(life.pet.bond) == {}

    live(story)


def test_reactions_weigh_as_agreed(live: Live) -> None:
    async def story(life: Any) -> None:
        for reaction in ("not_bad", "dislike", "pat", "helpless", "doting", "funny"):
            await life.feel(reaction, reaction)
        tastes = await life.world.tastes(life.pet.bond)
        assert tastes == {"not_bad": 0.1, "dislike": -0.2, "pat": 0.15, "doting": 0.1, "funny": 0.1}

    live(story)


def test_words_count_as_well(live: Live) -> None:
    async def story(life: Any) -> None:
        await life.feel("bath", None, "I love this, more of it")
        await life.feel("nap", None, "别再睡了，没意思")
        await life.feel("read", "pat", "so cute")
        assert await life.world.tastes(life.pet.bond) == {"bath": 0.1, "nap": -0.1, "read": 0.25}

    live(story)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I love it", 1), ("this is boring", -1), ("I don't like that", -1), ("not bad", 1), ("", 0), ("hm", 0),
        ("真好玩", 1), ("不喜欢", -1), ("不太好玩", -1), ("多去几次", 1), ("太危险了", -1), ("嗯", 0), ("不无聊", 1),
    ],
)  # fmt: skip
def test_the_small_rule_of_valence(text: str, expected: int) -> None:
    assert valence(text) == expected
