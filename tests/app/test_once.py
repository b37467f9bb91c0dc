"""A message with a key is heard once, however late it is sent again."""

import errno
import os

import pytest
from tests.app.conftest import Life

from pawsona import Companion
from pawsona.app.once import answered, message_id, said_once
from pawsona.dialogue.background import HISTORY
from pawsona.dialogue.events import Done, Heard, TurnEvent
from pawsona.errors import StorageError


async def said(it: Companion, text: str, key: str = "") -> list[TurnEvent]:
    return [event async for event in said_once(it, text, key)]


@pytest.mark.long
def test_a_message_sent_again_after_many_others_gets_the_reply_that_it_had(live: Life) -> None:
    async def body(it: Companion) -> None:
        first = (await said(it, "I baked plum cake.", "k1"))[-1]
        for n in range(HISTORY // 2 + 1):
            await said(it, f"The tram was late again, number {n}.")
        heard, again = await said(it, "I baked plum cake.", "k1")
        assert isinstance(first, Done) and isinstance(heard, Heard) and isinstance(again, Done)
        assert again.message == first.message

    live(body)


@pytest.mark.long
def test_what_was_never_answered_is_answered_however_many_came_after(live: Life) -> None:
    async def body(it: Companion) -> None:
        heard = (await said(it, "I baked plum cake.", "k1"))[0]
        assert isinstance(heard, Heard)
        talk, bond = it.home.store.talk, it.pet.bond
        reply = await talk.reply(bond, heard.message.id)
        assert reply is not None
        await talk.delete(bond, [reply.id])
        for n in range(HISTORY // 2 + 1):
            await said(it, f"The tram was late again, number {n}.")
        done = (await said(it, "I baked plum cake.", "k1"))[-1]
        assert isinstance(done, Done) and done.message.answers == heard.message.id

    live(body)


def test_what_the_disk_did_not_keep_is_neither_heard_nor_answered_by_being_sent_again(
    live: Life, monkeypatch: pytest.MonkeyPatch
) -> None:
    failing = True

    def sync(number: int) -> None:
        if failing:
            raise OSError(errno.EIO, "no")

    async def body(it: Companion) -> None:
        nonlocal failing
        for wait in ("fsync", "fdatasync"):
            monkeypatch.setattr(os, wait, sync, raising=False)
        again = answered(it, message_id(it.pet.bond, "k1"))
        for turn in (said_once(it, "I baked plum cake.", "k1"), said_once(it, "I baked plum cake.", "k1"), again):
            events: list[TurnEvent] = []
            with pytest.raises(StorageError):
                async for event in turn:
                    events.append(event)
            assert events == []
        failing = False
        heard, *_, done = await said(it, "I baked plum cake.", "k1")
        assert isinstance(heard, Heard) and isinstance(done, Done)

    live(body)
