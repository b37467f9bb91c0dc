"""Talk: what was said, and turns as server-sent events."""

from collections.abc import AsyncGenerator
from contextlib import aclosing
from typing import Annotated

from fastapi import APIRouter, Depends, Header, Query, Request
from fastapi.responses import Response

from pawsona.app import stopping
from pawsona.app.once import heard_with
from pawsona.care.after import CARE
from pawsona.dialogue.answering import was_stopped
from pawsona.dialogue.events import Crisis, Done, Heard, Notice, Sentence, TurnEvent
from pawsona.domain.ids import MemoryId, MessageId
from pawsona.domain.memory import Memory
from pawsona.domain.message import Message
from pawsona.errors import PawsonaError
from pawsona.server import forms, present, turns, wire
from pawsona.server import help as help_lines
from pawsona.server.access import CompanionDep, needs
from pawsona.server.problems import status_of
from pawsona.server.rehearsal import rehearsal_of, rehearsed
from pawsona.server.streaming import EventStream, event_of, streamed

router = APIRouter(prefix="/pets/{pet}", tags=["talk"], dependencies=[Depends(needs("talk"))])
Turn = AsyncGenerator[TurnEvent, None]
Ready = Annotated[None, Depends(rehearsed)]


@router.get("/messages")
async def messages(
    request: Request,
    companion: CompanionDep,
    before: str | None = None,
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    sent: Annotated[list[str] | None, Query(max_length=20, description="Idempotency keys of what was sent.")] = None,
) -> wire.MessagesWire:
    """The newest messages before one, oldest first."""
    rehearsal_of(request).begin(companion.person.language)  # whoever reads may be about to write
    cursor = MessageId(before) if before else None
    found = await companion.home.store.talk.recent(companion.pet.bond, limit + 1, cursor)
    shown = found[-limit:]
    known, quotes = await _remembered(companion, shown)
    given = [present.message(m, known, quotes, _help(companion, m)) for m in shown]
    if shown and before is None and shown[-1].role == "person":
        # Only the newest message can be waiting for its reply: a turn that failed, or was stopped before it spoke.
        stopped = await was_stopped(companion.home.store, shown[-1])
        given[-1] = given[-1].model_copy(update={"failed": True, "stopped": stopped})
    return wire.MessagesWire(messages=given, more=len(found) > limit, sent=await heard_with(companion, sent or []))


async def begin(
    said: forms.Said,
    companion: CompanionDep,
    ready: Ready,
    key: Annotated[str, Header(alias="idempotency-key", description="What is sent again with it is heard once.")] = "",
) -> Turn:
    """A turn whose first event is there: what can't be said is refused with a status, before any stream begins."""
    return await _begun(companion.talk(said.text, key))


async def begin_again(message: str, companion: CompanionDep, ready: Ready) -> Turn:
    """The same, for a message that is stored."""
    return await _begun(companion.retry(MessageId(message)))


@router.post("/messages", response_class=EventStream)
async def say(turn: Annotated[Turn, Depends(begin)], companion: CompanionDep) -> Response:
    """Say something. Events: heard, notice, sentence..., done - or crisis, or error. Who hangs up loses no reply."""
    return streamed(_events(companion, turn))


@router.post("/messages/{message}/retry", response_class=EventStream)
async def retry(turn: Annotated[Turn, Depends(begin_again)], companion: CompanionDep) -> Response:
    """Answer a message that got no reply."""
    return streamed(_events(companion, turn))


@router.post("/messages/{message}/stop", status_code=204)
async def stop(message: str, companion: CompanionDep) -> None:
    """End the reply to a message, which its stream then tells: what was shown of it stays, and nothing else is kept."""
    await stopping.stop(companion.home, companion.pet.bond, MessageId(message))


@router.get("/suggestions")
async def suggestions(companion: CompanionDep) -> list[str]:
    """Up to three short things one might say now; none after a hard talk, which is no time for small talk."""
    return [] if await help_lines.pinned(companion) else await companion.suggestions()


async def _begun(turn: Turn) -> Turn:
    first = await anext(turn)

    async def whole() -> Turn:
        async with aclosing(turn):
            yield first
            async for event in turn:
                yield event

    return whole()


async def _events(companion: CompanionDep, turn: Turn) -> AsyncGenerator[str, None]:
    """A turn that has begun has its message on disk: what fails now can be tried again."""
    try:
        async with aclosing(turn):
            async for event in turn:
                yield await _event(companion, event)
    except PawsonaError as error:
        yield event_of("error", {"detail": str(error), "status": status_of(error)[0], "retry": True})


async def _event(companion: CompanionDep, event: TurnEvent) -> str:
    match event:
        case Heard(message):
            return event_of("heard", {"id": message.id, "at": message.at.isoformat()})
        case Notice(text, kind):
            return event_of("notice", {"text": text, "kind": kind})
        case Sentence(text):
            return event_of("sentence", {"text": text})
        case Done():
            return event_of("done", await _done(companion, event))
        case Crisis(message, reply):
            lines = help_lines.of_reply(reply, companion.person.language)
            shown = present.message(message, {}, {}, lines)
            contact = help_lines.of_contact(reply.contact, companion.person.language)
            return event_of("crisis", turns.CrisisWire(message=shown, resources=lines, contact=contact))


async def _done(companion: CompanionDep, event: Done) -> turns.DoneWire:
    known, quotes = await _remembered(companion, [event.message])
    return turns.DoneWire(
        message=present.message(event.message, known, quotes),
        strategy=event.strategy,
        affect=turns.AffectWire(state=event.affect.state, intensity=event.affect.intensity),
        care=turns.TierWire(tier=event.tier.name),
        mind=event.message.mind or companion.home.mind.name,
        stepped_in=event.message.trace.fallback is not None,
        suggestions=await suggestions(companion),
    )


async def _remembered(
    companion: CompanionDep, shown: list[Message]
) -> tuple[dict[MemoryId, Memory], dict[MemoryId, Message]]:
    """The memories that messages used, and the message that each came from."""
    store, bond = companion.home.store, companion.pet.bond
    ids = list(dict.fromkeys(id_ for m in shown for id_ in m.memories))
    known = {m.id: m for m in await store.memories.some(bond, ids)}
    quotes = {}
    for memory in known.values():
        sources = await store.talk.messages(bond, memory.sources)
        if sources:
            quotes[memory.id] = sources[0]
    return known, quotes


def _help(companion: CompanionDep, message: Message) -> wire.ResourcesWire | None:
    if message.mind != CARE:
        return None
    return help_lines.of_companion(companion)
