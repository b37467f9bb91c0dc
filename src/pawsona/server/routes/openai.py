"""Pets as models: what speaks OpenAI's protocol can talk to a pet.

A pet has its own memory, so of a request only the last message of the person is said to it. The pet's answer runs to
its end whoever still listens.
"""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.responses import StreamingResponse
from fastapi.routing import APIRoute

from pawsona.app.companion import Companion
from pawsona.app.home import Home
from pawsona.dialogue.events import Crisis, Done, Notice, Sentence, TurnEvent
from pawsona.dialogue.hearing import visible
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.errors import InputError, NotFoundError, PawsonaError
from pawsona.server.access import HomeDep, SomebodyDep, needs
from pawsona.server.completions import Completion, CompletionRequest, error_body, error_response, event
from pawsona.server.rehearsal import rehearsal_of

Handler = Callable[[Request], Awaitable[Response]]
RECENT = 20
"""Messages among which a repeated request finds what it said before."""


class _Route(APIRoute):
    """A route whose errors have OpenAI's form."""

    def get_route_handler(self) -> Any:
        """Wrap the handler."""
        handle: Handler = super().get_route_handler()

        async def handled(request: Request) -> Response:
            try:
                return await handle(request)
            except RequestValidationError as error:
                parts = [f"{'.'.join(str(p) for p in e['loc'][1:]) or 'body'}: {e['msg']}" for e in error.errors()]
                return error_response(InputError(f"The request does not fit: {'; '.join(parts)}."))
            except PawsonaError as error:
                return error_response(error)

        return handled


router = APIRouter(prefix="/v1", tags=["openai"], route_class=_Route, dependencies=[Depends(needs("talk"))])


@router.get("/models")
async def models(home: HomeDep, person: SomebodyDep) -> dict[str, Any]:
    """The pets of this home as models: by name, or by id where two have the same name."""
    pets = await _pets(home, person)
    return {"object": "list", "data": [_model(pet, _handle(pet, pets)) for pet in pets]}


@router.get("/models/{model:path}")
async def model(model: str, home: HomeDep, person: SomebodyDep) -> dict[str, Any]:
    """One pet as a model."""
    return _model(_chosen(model, await _pets(home, person)), model)


@router.post("/chat/completions")
async def complete(
    request: Request,
    asked: CompletionRequest,
    home: HomeDep,
    person: SomebodyDep,
    repeated: Annotated[str | None, Header(alias="x-stainless-retry-count", include_in_schema=False)] = None,
    key: Annotated[str | None, Header(alias="idempotency-key")] = None,
) -> Response:
    """Say the last message of the person to a pet and answer with its reply, whole or sentence by sentence."""
    pet = _chosen(asked.model, await _pets(home, person))
    assert person is not None  # the pet is theirs
    companion = Companion(home, person, pet)
    await rehearsal_of(request).over(person.language)
    said = asked.said()
    again = await _heard_before(companion, said) if repeated not in {None, "0"} else None
    pieces = _pieces(companion.retry(again.id) if again else companion.talk(said, key or ""))
    created = int(home.clock.now().timestamp())
    completion = Completion(f"chatcmpl-{home.rng.token()}", created, asked.model, said)
    first = await anext(pieces)  # what can't be said, or answered at all, is refused with a status
    if not asked.stream:
        return completion.whole("".join([first, *[piece async for piece in pieces]]).strip())
    usage = asked.stream_options is not None and bool(asked.stream_options.include_usage)
    return StreamingResponse(
        _stream(completion, first, pieces, usage=usage),
        media_type="text/event-stream",
        headers={"cache-control": "no-cache", "x-accel-buffering": "no"},
    )


async def _stream(completion: Completion, first: str, pieces: AsyncIterator[str], *, usage: bool) -> AsyncIterator[str]:
    yield completion.chunk({"role": "assistant", "content": first})
    told = first
    try:
        async for piece in pieces:
            told += piece
            yield completion.chunk({"content": piece})
    except PawsonaError as error:
        yield event(error_body(error))
        return
    yield completion.chunk({}, ends=True)
    if usage:
        yield completion.usage_chunk(told)
    yield "data: [DONE]\n\n"


async def _pieces(events: AsyncIterator[TurnEvent]) -> AsyncIterator[str]:
    """The words of a turn as they are checked. What the app says stands in brackets: there is no other place for it."""
    spoken = False
    async for each in events:
        match each:
            case Notice(text):
                yield f"[{text}]\n\n"
            case Sentence(text):
                spoken = True
                yield text
            case Crisis(_, reply):
                yield reply.text
            case Done(message) if not spoken:  # a reply that was made before
                yield message.text


async def _heard_before(companion: Companion, said: str) -> Message | None:
    """The message that a client repeats because it waited too long: the pet must not hear it twice."""
    recent = await companion.home.store.talk.recent(companion.pet.bond, RECENT)
    mine = [message for message in recent if message.role == "person"]
    return mine[-1] if mine and mine[-1].text == visible(said) else None


async def _pets(home: Home, person: Person | None) -> list[Pet]:
    return await home.store.people.pets(person.id) if person else []


def _handle(pet: Pet, pets: list[Pet]) -> str:
    return pet.name if sum(other.name == pet.name for other in pets) == 1 else pet.id


def _chosen(wanted: str, pets: list[Pet]) -> Pet:
    for pet in pets:
        if wanted in {pet.id, _handle(pet, pets)}:
            return pet
    known = ", ".join(repr(_handle(pet, pets)) for pet in pets) or "none yet"
    raise NotFoundError(f"There is no pet {wanted[:100]!r} here to be a model; there is {known}.")


def _model(pet: Pet, handle: str) -> dict[str, Any]:
    return {"id": handle, "object": "model", "created": int(pet.adopted_at.timestamp()), "owned_by": "pawsona"}
