"""A mind is asked while the disk is waited for; nothing is told as heard before the disk has the message."""

import asyncio
import errno
import os
import threading
from collections.abc import AsyncIterator
from typing import Any

import pytest
from tests.dialogue.conftest import Play
from tests.dialogue.test_turn import on_disk

from pawsona.dialogue.events import Crisis, Done, Heard, Sentence
from pawsona.dialogue.second import SecondLook
from pawsona.domain.message import Message
from pawsona.errors import DiskFullError, MindError, PawsonaError, StoppedError, StorageError
from pawsona.skills.chat import Piece

LONG = 20
"""Seconds after which a test has failed."""


class Held:
    """A disk that answers when it may, or fails then."""

    def __init__(self) -> None:
        self.asked, self.may, self.fails = threading.Event(), threading.Event(), 0

    def sync(self, _: int) -> None:
        self.asked.set()
        assert self.may.wait(LONG)
        if self.fails:
            raise OSError(self.fails, "no")

    async def waited_for(self) -> None:
        assert await asyncio.to_thread(self.asked.wait, LONG)

    def fail(self, number: int) -> None:
        self.fails = number
        self.may.set()

    def mend(self) -> None:
        self.fails = 0
        self.may.set()


@pytest.fixture
def disk() -> Held:
    """To be put under a home that is settled."""
    return Held()


class Telling:
    """A mind that says two sentences when it may; knows whether it was hung up on."""

    def __init__(self, it: Any, *, at_once: bool = True) -> None:
        self.asked, self.may, self.left = asyncio.Event(), asyncio.Event(), asyncio.Event()
        self.stored: list[str] = []
        self._it = it
        if at_once:
            self.may.set()
        it.mind.stream = self.stream

    async def stream(self, *_: Any) -> AsyncIterator[Piece]:
        self.stored = on_disk(self._it.path, "SELECT text FROM messages")
        self.asked.set()
        try:
            await self.may.wait()
            yield Piece("There you are. ")
            yield Piece("Tea is ready.")
        finally:
            self.left.set()


async def beginning(it: Any, disk: Held, monkeypatch: pytest.MonkeyPatch, text: str = "hello") -> tuple[Any, Any]:
    """A turn that waits for the disk, and its first event."""
    monkeypatch.setattr(os, "fdatasync", disk.sync, raising=False)
    turn = it.talk(text)
    first = asyncio.create_task(anext(turn))
    await disk.waited_for()
    return turn, first


async def said(it: Any) -> list[str]:
    return [message.role for message in await it.store.talk.recent(it.bond, 9)]


async def settled(first: Any) -> None:
    """Time for whatever would go wrong."""
    await asyncio.wait({first}, timeout=0.05)


def test_a_mind_is_asked_before_the_disk_has_the_message_and_nothing_is_told_before(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        mind = Telling(it)
        turn, first = await beginning(it, disk, monkeypatch)
        await asyncio.wait_for(mind.asked.wait(), LONG)
        await settled(first)
        assert mind.stored == ["hello"] and not first.done()
        assert await said(it) == ["person"]
        disk.mend()
        events = [await first, *[event async for event in turn]]
        assert isinstance(events[0], Heard) and isinstance(events[-1], Done)
        assert [event.text for event in events if isinstance(event, Sentence)] == ["There you are. ", "Tea is ready."]
        assert await said(it) == ["person", "pet"]

    play(story)


@pytest.mark.parametrize(("number", "kind"), [(errno.ENOSPC, DiskFullError), (errno.EIO, StorageError)])
@pytest.mark.parametrize("at_once", [True, False])
def test_where_the_disk_fails_the_mind_is_hung_up_on_and_nothing_is_said(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch, number: int, kind: type[PawsonaError], at_once: bool
) -> None:
    async def story(it: Any) -> None:
        mind = Telling(it, at_once=at_once)
        _, first = await beginning(it, disk, monkeypatch)
        await asyncio.wait_for(mind.asked.wait(), LONG)
        await settled(first)
        disk.fail(number)
        with pytest.raises(kind, match="the disk that holds"):
            await first
        assert mind.left.is_set()
        disk.mend()
        [message] = await it.store.talk.recent(it.bond, 9)
        mind.may.set()
        assert isinstance([event async for event in it.retry(message.id)][-1], Done)
        assert await said(it) == ["person", "pet"]

    play(story)


@pytest.mark.parametrize("when", ["while the disk is waited for", "as soon as it was heard"])
def test_who_leaves_before_a_sentence_leaves_a_message_to_be_answered(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch, when: str
) -> None:
    async def story(it: Any) -> None:
        mind = Telling(it)
        turn, first = await beginning(it, disk, monkeypatch)
        await asyncio.wait_for(mind.asked.wait(), LONG)
        if when.startswith("as soon"):
            disk.mend()
            assert isinstance(await first, Heard)
        else:
            first.cancel()
            await asyncio.wait({first})
            assert first.cancelled()
        await turn.aclose()
        assert mind.left.is_set()
        disk.mend()
        [message] = await it.store.talk.recent(it.bond, 9)
        assert isinstance([event async for event in it.retry(message.id)][-1], Done)

    play(story)


class Ending:
    """Ends the reply when the mind has said its first sentence, and the turn has not come to it yet."""

    def __init__(self, it: Any, mind: Telling) -> None:
        self._it, self._mind = it, mind

    async def news(self, *_: Any) -> str:
        await asyncio.wait_for(self._mind.asked.wait(), LONG)
        await asyncio.sleep(0.05)
        self._it.companion.end()
        return ""

    async def told(self, *_: Any) -> None: ...


def test_what_was_ready_when_the_person_stopped_it_is_not_said(play: Play) -> None:
    async def story(it: Any) -> None:
        mind = Telling(it)
        it.home.dialogue.announcer = Ending(it, mind)
        with pytest.raises(StoppedError):
            [event async for event in it.talk("hello")]
        assert mind.left.is_set()
        assert await said(it) == ["person"]

    play(story)


def test_help_waits_for_the_disk_and_asks_no_mind(play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(it: Any) -> None:
        mind = Telling(it)
        it.mind.asked.clear()
        turn, first = await beginning(it, disk, monkeypatch, "I want to kill myself tonight.")
        await settled(first)
        assert not first.done() and await said(it) == ["person"]
        disk.mend()
        events = [await first, *[event async for event in turn]]
        assert isinstance(events[0], Heard) and isinstance(events[-1], Crisis)
        assert not mind.asked.is_set() and not it.mind.asked

    play(story)


def test_where_a_model_has_a_second_look_nothing_is_asked_before_it(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        dialogue, order = it.home.dialogue, list[str]()
        dialogue.second = SecondLook(it.store, it.mind, dialogue.understanding.contexts, dialogue.care)
        at = dialogue.second.at

        async def looking(*given: Any) -> Any:
            assert not mind.asked.is_set()
            order.append("looked")
            return await at(*given)

        dialogue.second.at = looking
        mind = Telling(it)
        turn, first = await beginning(it, disk, monkeypatch)
        await settled(first)
        assert not mind.asked.is_set() and not order
        disk.mend()
        assert isinstance(await first, Heard)
        assert isinstance([event async for event in turn][-1], Done)
        assert order == ["looked"] and mind.asked.is_set()

    play(story)


def test_a_mind_that_fails_before_the_disk_has_the_message_is_told_of_after_it_was_heard(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        it.mind.say("affect.read", MindError("gone"))
        turn, first = await beginning(it, disk, monkeypatch)
        await settled(first)
        disk.mend()
        assert isinstance(await first, Heard)
        with pytest.raises(MindError, match="gone"):
            [event async for event in turn]

    play(story)


def test_what_a_reply_was_to_bring_up_is_still_to_be_brought_up_where_the_disk_failed(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        ledger = it.home.dialogue.understanding.promises
        await it.say("Remind me tomorrow at 10 to call my sister.")
        it.clock.move(hours=23)
        person = it.companion.person
        assert (due := await ledger.due_now(person, it.bond)) is not None
        mind = Telling(it)
        _, first = await beginning(it, disk, monkeypatch)
        await asyncio.wait_for(mind.asked.wait(), LONG)
        assert await ledger.due_now(person, it.bond) is None
        disk.fail(errno.EIO)
        with pytest.raises(StorageError):
            await first
        assert await ledger.due_now(person, it.bond) == due
        disk.mend()

    play(story)


def test_nothing_is_left_running_behind_a_turn_that_the_disk_ended(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        def understanding(*_: Any, **__: Any) -> Any:
            return asyncio.Event().wait()

        monkeypatch.setattr(it.home.dialogue.understanding, "of", understanding)
        before = asyncio.all_tasks()
        _, first = await beginning(it, disk, monkeypatch)
        disk.fail(errno.EIO)
        with pytest.raises(StorageError):
            await first
        await asyncio.sleep(0)
        assert not [task for task in asyncio.all_tasks() - before if "Asking" in repr(task) or "Event" in repr(task)]
        disk.mend()

    play(story)


def test_a_message_that_waits_for_the_disk_is_being_answered(
    play: Play, disk: Held, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(it: Any) -> None:
        turn, first = await beginning(it, disk, monkeypatch)
        waiting: list[Message] = await it.store.talk.recent(it.bond, 9)
        with pytest.raises(PawsonaError, match="being answered"):
            [event async for event in it.retry(waiting[-1].id)]
        disk.mend()
        assert isinstance(await first, Heard)
        assert isinstance([event async for event in turn][-1], Done)

    play(story)
