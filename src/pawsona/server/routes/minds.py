"""Which mind speaks: what is at hand, a model at home, going back; and what it cost."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import suppress

from fastapi import APIRouter, Depends, Query
from fastapi.sse import EventSourceResponse, ServerSentEvent

from pawsona.app.costs import Sum, costs
from pawsona.app.home import Home
from pawsona.app.local import LOCAL
from pawsona.app.offers import offers, resolved
from pawsona.app.pinning import Pinning
from pawsona.app.pulling import fetch
from pawsona.app.switching import use_agreed, use_pulled, use_storybook
from pawsona.domain.language import LANGUAGES, Language
from pawsona.domain.pin import Pin
from pawsona.errors import PawsonaError
from pawsona.minds import local
from pawsona.minds.local.extra import installing, missing
from pawsona.minds.pinned import Pinned
from pawsona.server import minds as shapes
from pawsona.server.access import CompanionDep, HomeDep, alone, needs, operator

router = APIRouter(tags=["mind"])
_OF_THE_SERVER = [Depends(operator), Depends(alone)]
"""What is agreed to here holds for everybody."""
_OF_A_PET = [Depends(needs("manage"))]


@router.get("/mind", dependencies=_OF_THE_SERVER)
async def mind(home: HomeDep) -> shapes.MindStateWire:
    """Which mind speaks and why, and which models could be pulled into this home."""
    return await asyncio.to_thread(_state, home)


@router.post("/mind/look", dependencies=_OF_THE_SERVER)
async def look(home: HomeDep) -> list[shapes.OfferWire]:
    """Look for model servers on this machine and keys in the environment. Nothing is used by this."""
    return [
        shapes.OfferWire(
            name=offer.known.name,
            base_url=offer.known.base_url,
            models=list(offer.models),
            key_variable=offer.known.key_variable,
        )
        for offer in await offers()
    ]


@router.post("/mind/use", dependencies=_OF_THE_SERVER)
async def use(asked: shapes.UseMind, home: HomeDep) -> shapes.MindStateWire:
    """The person's yes: what they say goes to that server from now on. A model that is pulled: server `local`."""
    if asked.server == LOCAL:
        await use_pulled(home, asked.model)
    else:
        where, variable = resolved(home.settings, asked.server, asked.key_variable)
        await use_agreed(home, where, asked.model, variable)
    return await mind(home)


@router.delete("/mind/use", dependencies=_OF_THE_SERVER)
async def stop_using(home: HomeDep) -> shapes.MindStateWire:
    """Back to the storybook, unless the settings name a model."""
    await use_storybook(home)
    return await mind(home)


@router.post("/mind/pull/{name}", dependencies=_OF_THE_SERVER, response_class=EventSourceResponse)
async def pull(name: str, home: HomeDep) -> AsyncIterator[ServerSentEvent]:
    """Fetch a model and switch over. Events: progress..., done - or error. Hanging up stops it; it can go on later."""
    told: asyncio.Queue[tuple[int, int] | None] = asyncio.Queue()
    loop, left = asyncio.get_running_loop(), asyncio.Event()

    def progress(done: int, total: int) -> None:
        if left.is_set():
            raise _Left
        loop.call_soon_threadsafe(told.put_nowait, (done, total))

    def work() -> None:
        with suppress(_Left):
            fetch(home.settings.home, local.named(home.settings.home, name), progress)

    task = asyncio.create_task(asyncio.to_thread(work))
    task.add_done_callback(lambda done: done.cancelled() or done.exception())  # nobody may be left to hear it
    task.add_done_callback(lambda done: told.put_nowait(None))
    try:
        while (step := await told.get()) is not None:
            yield ServerSentEvent(event="progress", data={"done": step[0], "total": step[1]})
        await task
        if local.named(home.settings.home, name).purpose == "talk":
            await use_pulled(home, name)
        yield ServerSentEvent(event="done", data=await mind(home))
    except PawsonaError as error:
        yield ServerSentEvent(event="error", data={"detail": str(error)})
    finally:
        left.set()


class _Left(Exception):
    """Nobody waits for the download any more."""


@router.get("/pets/{pet}/minds", dependencies=_OF_A_PET)
async def minds(companion: CompanionDep) -> list[shapes.PinWire]:
    """Every mind the pet has spoken with, oldest first."""
    return [_pin(pin) for pin in await _pinning(companion.home).history(companion.pet)]


@router.post("/pets/{pet}/minds/undo", dependencies=_OF_A_PET)
async def undo(companion: CompanionDep) -> shapes.PinWire:
    """Give the pet back the mind and prompts it had before, and keep it there."""
    return _pin(await _pinning(companion.home).undo(companion.pet))


@router.post("/pets/{pet}/minds/follow", dependencies=_OF_A_PET)
async def follow(companion: CompanionDep) -> shapes.PinWire:
    """Let the pet speak with what the home is set to."""
    return _pin(await _pinning(companion.home).follow(companion.pet))


@router.get("/pets/{pet}/costs", dependencies=_OF_A_PET)
async def cost(companion: CompanionDep, days: int = Query(30, ge=1, le=3660)) -> shapes.CostsWire:
    """Calls, tokens and money of the pet's last days."""
    home = companion.home
    found = await costs(home, companion.pet.bond, days)
    return shapes.CostsWire(
        days=found.days,
        whole=_sum(found.whole),
        stages={name: _sum(one) for name, one in found.stages.items()},
        skills={name: _sum(one) for name, one in found.skills.items()},
        models={name: _sum(one) for name, one in found.models.items()},
    )


def _state(home: Home) -> shapes.MindStateWire:
    talk = home.pinning.choice.talk if home.pinning else None
    memory = local.machine_memory()
    models = [
        shapes.LocalModelWire(
            **offer.model.model_dump(include={"name", "purpose", "size", "memory", "licence"}),
            languages=list(offer.model.languages),
            installed=offer.installed,
            recommended=offer.recommended,
            fits=offer.fits,
        )
        for offer in local.offered(home.settings.home, memory)
    ]
    hint = missing()
    return shapes.MindStateWire(
        name=home.mind.name,
        kind=home.mind_kind,
        why=home.mind_reason,
        server=talk.base_url if talk else "",
        model=talk.model if talk else "",
        trouble=home.mind.trouble if isinstance(home.mind, Pinned) else "",
        cut_at=home.workshop.cut_at(home.pinning.choice) if home.pinning else 0,
        local=shapes.LocalWire(available=not hint, hint=hint, install=installing(), memory=memory, models=models),
        finding=shapes.FindingWire(embedder=home.embedder.name, understands=_languages(home)),
    )


def _languages(home: Home) -> list[Language]:
    return [language for language in LANGUAGES if language in home.embedder.understands]


def _pinning(home: Home) -> Pinning:
    assert home.pinning is not None  # only tests that bring a mind have none
    return home.pinning


def _pin(pin: Pin) -> shapes.PinWire:
    return shapes.PinWire(at=pin.at, mind=pin.mind, prompts=pin.prompts, nights=pin.night_mind, held=pin.held)


def _sum(one: Sum) -> shapes.SumWire:
    return shapes.SumWire.model_validate(one.figures())
