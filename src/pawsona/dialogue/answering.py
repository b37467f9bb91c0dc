"""Replies under way: none is made twice at once, and who hears one may end it."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass

from pawsona.dialogue.events import Done
from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond, MessageId
from pawsona.domain.message import Message
from pawsona.domain.ports import Store
from pawsona.errors import StoppedError

STOPPED = "reply.stopped"
"""A mark at the moment of the message whose reply was ended before its first words, until it is asked for again."""


class Ended(Exception):
    """The reply was ended by who heard it; what was shown of it is kept."""


async def what_stays(store: Store, message: Message) -> Done:
    """The end of a turn whose reply was ended.

    Raises:
        StoppedError: nothing was shown, so nothing stays.
    """
    reply = await store.talk.reply(message.bond, message.id)
    if reply is None or reply.strategy is None:
        await store.talk.set_mark(message.bond, STOPPED, message.at)
        raise StoppedError("The reply was stopped before its first words; nothing of it is kept.")
    return Done(reply, reply.strategy, reply.affect or Affect(), reply.tier, whole=not reply.trace.stopped)


async def was_stopped(store: Store, message: Message) -> bool:
    """Whether somebody ended its reply before the first words, and nobody asked for it since."""
    return await store.talk.mark(message.bond, STOPPED) == message.at


async def asked_again(store: Store, message: Message) -> None:
    """Somebody wants its reply after all."""
    if await was_stopped(store, message):
        await store.talk.set_mark(message.bond, STOPPED, None)


@dataclass
class _Reply:
    bond: Bond
    scope: asyncio.Timeout | None = None
    ended: bool = False


class Answering:
    """The replies that this process makes at the moment, by the message that they answer."""

    def __init__(self) -> None:
        self._replies: dict[MessageId, _Reply] = {}

    def __contains__(self, message: MessageId) -> bool:
        return message in self._replies

    @contextmanager
    def during(self, message: Message) -> Iterator[None]:
        self._replies[message.id] = _Reply(message.bond)
        try:
            yield
        finally:
            self._replies.pop(message.id, None)

    @asynccontextmanager
    async def endable(self, message: MessageId) -> AsyncIterator[None]:
        """The part of a turn that may be ended: help for somebody in danger is not in it.

        Raises:
            Ended: it was; also before this part began.
        """
        reply = self._replies[message]
        try:
            async with asyncio.timeout(0 if reply.ended else None) as reply.scope:
                yield
        except TimeoutError:
            if not reply.ended:
                raise
            raise Ended from None
        finally:
            reply.scope = None

    def ended(self, message: MessageId) -> bool:
        return self._replies[message].ended

    def check(self, message: MessageId) -> None:
        """A place to end at; what is there already is handed on without one.

        Raises:
            Ended: it was.
        """
        if self.ended(message):
            raise Ended

    def end(self, bond: Bond, message: MessageId | None = None) -> bool:
        """End the reply to a message, or all that a pet is saying; whether it is made here."""
        mine = [m for m, reply in self._replies.items() if reply.bond == bond and message in (None, m)]
        for each in mine:
            self._end(self._replies[each])
        return bool(mine)

    def _end(self, reply: _Reply) -> None:
        if not reply.ended and reply.scope is not None:
            reply.scope.reschedule(asyncio.get_running_loop().time())
        reply.ended = True
