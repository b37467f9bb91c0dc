"""A promise that is due, where the reply that was to bring it up is stopped before it is known what it says."""

import asyncio
from typing import Any

import pytest
from tests.dialogue.conftest import Play

from pawsona.skills.acts import Choice

LONG = 20
"""Seconds after which a test has failed."""


def test_what_a_reply_was_to_bring_up_is_free_at_once_where_it_was_stopped_while_it_was_understood(
    play: Play, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        understanding = it.home.dialogue.understanding
        ledger, taken = understanding.promises, asyncio.Event()
        await it.say("Remind me tomorrow at 10 to call my sister.")
        it.clock.move(hours=23)
        due = await ledger.due_now(it.companion.person, it.bond)

        async def choosing(*_: Any) -> Any:
            taken.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(understanding, "_choice", choosing)
        turn = asyncio.create_task(it.say("hello"))
        await asyncio.wait_for(taken.wait(), LONG)
        assert due is not None and await ledger.due_now(it.companion.person, it.bond) is None
        turn.cancel()
        await asyncio.wait({turn})
        assert await ledger.due_now(it.companion.person, it.bond) == due

    play(story)


def test_what_a_reply_had_no_room_for_is_not_freed_twice(play: Play, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where another turn took it meanwhile, that one has it, though the first is stopped then."""

    async def story(it: Any) -> None:
        understanding = it.home.dialogue.understanding
        ledger, nearly = understanding.promises, asyncio.Event()
        await it.say("Remind me tomorrow at 10 to call my sister.")
        it.clock.move(hours=23)
        person = it.companion.person
        context = await it.home.contexts.of(person, it.companion.pet)
        it.mind.say("strategy.choose", Choice(strategy="soothing"))

        async def knowing(*_: Any) -> Any:
            nearly.set()
            await asyncio.Event().wait()

        monkeypatch.setattr(understanding, "_known", knowing)
        turn = asyncio.create_task(it.say("hello"))
        await asyncio.wait_for(nearly.wait(), LONG)
        taken = await ledger.take(context)
        turn.cancel()
        await asyncio.wait({turn})
        due = await ledger.due_now(person, it.bond)
        assert (due is None) == (taken is not None)

    play(story)
