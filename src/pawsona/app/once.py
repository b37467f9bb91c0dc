"""A message that is sent twice is heard once: networks cut off answers, and clients ask again."""

from __future__ import annotations

import hashlib
from collections.abc import AsyncIterator, Sequence
from typing import TYPE_CHECKING

from pawsona.app.news import News
from pawsona.care.crisis import CrisisReply
from pawsona.dialogue.events import Crisis, Done, Heard, TurnEvent
from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond, MessageId
from pawsona.domain.message import Message
from pawsona.errors import InputError

if TYPE_CHECKING:
    from pawsona.app.companion import Companion

LONGEST_KEY = 200


def message_id(bond: Bond, key: str) -> MessageId:
    """The id that a message with this key has. It does not sort by time, which nobody asks of messages.

    Raises:
        InputError: the key is too long.
    """
    if len(key) > LONGEST_KEY:
        raise InputError(f"An idempotency key has at most {LONGEST_KEY} characters.")
    return MessageId(hashlib.sha256(f"{bond.person}\n{bond.pet}\n{key}".encode()).hexdigest()[:24])


async def heard_with(companion: Companion, keys: Sequence[str]) -> dict[str, str]:
    """Of these keys those that the pet has heard, each with the message that was sent with it."""
    bond = companion.pet.bond
    sent = {message_id(bond, key): key for key in keys}
    return {sent[known.id]: known.id for known in await companion.home.store.talk.messages(bond, list(sent))}


def said_once(companion: Companion, text: str, key: str) -> AsyncIterator[TurnEvent]:
    """A turn of talk. With a key that was used before, the message that had it is answered."""
    return _told(companion, _said_once(companion, text, key))


def answered(companion: Companion, message: MessageId) -> AsyncIterator[TurnEvent]:
    """The reply to a stored message: the one there is, or one made now."""
    return _told(companion, _answered(companion, message))


async def _told(companion: Companion, events: AsyncIterator[TurnEvent]) -> AsyncIterator[TurnEvent]:
    """A turn of which other open pages hear when it is over.

    Pages of this process only: what other processes are told lies in the store, and each turn would write there. A page
    looks anew as soon as it is in front again.
    """
    async for event in events:
        if isinstance(event, Done | Crisis):
            said = News("talk", {"pet": companion.pet.id, "id": event.message.id})
            companion.home.news.tell_here(companion.person.id, said)
        yield event


async def _said_once(companion: Companion, text: str, key: str) -> AsyncIterator[TurnEvent]:
    home, bond = companion.home, companion.pet.bond
    id_ = message_id(bond, key) if key else None
    known = await home.store.talk.message(bond, id_) if id_ else None
    if known is None:
        events: AsyncIterator[TurnEvent] = home.dialogue.say(companion.person, companion.pet, text, id_)
    else:
        await home.store.kept()  # the disk may have failed when it came first
        events = _answered(companion, known.id)
    async for event in events:
        yield event


async def _answered(companion: Companion, message: MessageId) -> AsyncIterator[TurnEvent]:
    talk, bond = companion.home.store.talk, companion.pet.bond
    reply = await talk.reply(bond, message)
    if reply is not None:
        for heard in await talk.messages(bond, [message]):
            yield Heard(heard)
        yield _again(companion, reply)
        return
    await companion.home.news.look()  # a Stop from elsewhere was for the reply before this one
    async for event in companion.home.dialogue.retry(companion.person, companion.pet, message):
        yield event


def _again(companion: Companion, reply: Message) -> TurnEvent:
    if reply.strategy is not None:
        return Done(reply, reply.strategy, reply.affect or Affect(), reply.tier, whole=not reply.trace.stopped)
    person, known = companion.person, companion.home.care.resources
    today = person.local(companion.home.clock.now()).date()
    lines = known.find(person.region, today)
    help_ = CrisisReply(reply.text, tuple(lines), known.emergency(person.region, person.language))
    return Crisis(reply, help_, reply.tier)
