"""What the person thinks of an item moves that activity, within bounds, and can be taken back."""

import asyncio
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from typing import Any

import pytest

from pawsona.domain.day import REACTIONS, Day, Item
from pawsona.errors import InputError, NotFoundError

Play = Callable[..., None]
DAYS = 10


async def ten_days(it: Any) -> list[Day]:
    """The next ten days as the world would make them, none of them stored over another life's."""
    lived = []
    for n in range(1, DAYS + 1):
        on = it.companion.present + timedelta(days=n)
        day = await it.home.world.make(it.companion.person, it.companion.pet, on)
        await it.store.days.put(day)
        lived.append(day)
    return lived


def kinds(days: list[Day]) -> Counter[str]:
    return Counter(item.kind for day in days for item in day.items)


def told(days: list[Day]) -> list[Any]:
    return [(day.on, day.outline, [(i.at, i.kind, i.label, i.detail) for i in day.items]) for day in days]


def life(play: Play, language: str, feel: Callable[[Any], Any], seed: int = 7) -> list[Day]:
    """Ten days of a pet that loves fishing."""
    found: list[Day] = []

    async def story(it: Any) -> None:
        it.companion.pet = replace(it.companion.pet, seed=seed, hobbies=("fishing", "draw"))
        await it.store.people.update_pet(it.companion.pet)
        await feel(it)
        found.extend(await ten_days(it))

    play(story, language=language)
    return found


async def dislike(it: Any, kind: str, times: int = 5) -> list[Any]:
    """React to an item of that kind, put into today's plan where there is none."""
    day = await it.companion.today()
    if kind not in {item.kind for item in day.items}:
        item = day.items[2]
        changed = Item(at=item.at, label="Fish at the lake", kind=kind, place="lake", detail="Patience.")
        day = replace(day, items=(*day.items[:2], changed, *day.items[3:]))
        await it.store.days.put(day)
    index = [item.kind for item in day.items].index(kind)
    return [await it.companion.react(day.on, index, "dislike") for _ in range(times)]


@pytest.mark.long
@pytest.mark.parametrize(("language", "seeds"), [("en", (7, 20261121, 5, 12)), ("zh", (3, 11, 8, 12))])
def test_five_dislikes_make_fishing_rare_and_move_nothing_else(
    play: Play, language: str, seeds: tuple[int, ...]
) -> None:
    async def taken_back(it: Any) -> None:
        for feedback in await dislike(it, "fishing"):
            await it.companion.take_back(feedback.id)

    async def feel(it: Any) -> None:
        await dislike(it, "fishing")
        assert await it.companion.tastes() == {"fishing": -1.0}

    fished = fished_then = 0
    for seed in seeds:
        plain, after = life(play, language, taken_back, seed), life(play, language, feel, seed)
        before, now = kinds(plain), kinds(after)
        freed = before["fishing"] - now["fishing"]
        fished, fished_then = fished + before["fishing"], fished_then + now["fishing"]
        # Nothing else becomes rarer, and only as much comes more often as fishing left free.
        changed = {kind: now[kind] - before[kind] for kind in {*before, *now} - {"fishing"}}
        assert min(changed.values()) >= 0
        assert sum(changed.values()) <= freed
    assert fished >= 2 and 3 * fished_then <= fished


@pytest.mark.long
def test_taking_it_back_restores_the_very_same_days(play: Play) -> None:
    async def and_back(it: Any) -> None:
        for feedback in await dislike(it, "fishing"):
            await it.companion.take_back(feedback.id)
        assert await it.companion.tastes() == {}

    async def item_only(it: Any) -> None:
        await dislike(it, "fishing", times=0)

    assert told(life(play, "en", and_back)) == told(life(play, "en", item_only))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_preset_is_answered_and_kept(play: Play, language: str) -> None:
    async def story(it: Any) -> None:
        day = await it.companion.today()
        for reaction in REACTIONS:
            feedback = await it.companion.react(day.on, 1, reaction)
            assert feedback.reply and feedback.kind == day.items[1].kind
        assert [f.reaction for f in await it.store.days.feedback(it.bond)] == list(REACTIONS)

    play(story, language=language)


@pytest.mark.parametrize(
    ("language", "text", "sign"),
    [("en", "I loved this", 1), ("en", "how boring", -1), ("zh", "真好玩", 1), ("zh", "太无聊了", -1)],
)
def test_free_text_counts_a_little(play: Play, language: str, text: str, sign: int) -> None:
    async def story(it: Any) -> None:
        day = await it.companion.today()
        feedback = await it.companion.react(day.on, 0, None, text)
        assert feedback.text == text and feedback.reply
        assert await it.companion.tastes() == {day.items[0].kind: 0.1 * sign}

    play(story, language=language)


def test_tastes_are_bounded(play: Play) -> None:
    async def story(it: Any) -> None:
        day = await it.companion.today()
        for _ in range(12):
            await it.companion.react(day.on, 0, "pat")
        assert await it.companion.tastes() == {day.items[0].kind: 1.0}

    play(story)


def test_what_cant_be_used_changes_nothing(play: Play) -> None:
    async def story(it: Any) -> None:
        on = it.companion.present
        for at, index in ((on, 99), (on, -1), (date(2020, 1, 1), 0)):
            with pytest.raises(NotFoundError):
                await it.home.feedback.give(it.companion.person, it.companion.pet, at, index, "pat")
        for reaction, text in ((None, "  "), ("hate", ""), (None, "I want to kill myself")):
            with pytest.raises(InputError):
                await it.companion.react(on, 0, reaction, text)
        with pytest.raises(NotFoundError):
            await it.companion.take_back("nothing")
        assert await it.store.days.feedback(it.bond) == []

    play(story)


def test_two_reactions_at_once_are_both_kept(play: Play) -> None:
    async def story(it: Any) -> None:
        on = it.companion.present
        await asyncio.gather(it.companion.react(on, 0, "pat"), it.companion.react(on, 1, "funny"))
        assert len(await it.store.days.feedback(it.bond)) == 2

    play(story)
