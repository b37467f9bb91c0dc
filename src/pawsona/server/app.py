"""The FastAPI application of one home."""

import asyncio
from collections.abc import AsyncIterator, Collection
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI

from pawsona.app.home import Home
from pawsona.app.pairing import pairing_of
from pawsona.errors import PawsonaError
from pawsona.server import health, problems
from pawsona.server.door import Door
from pawsona.server.doorkeeper import keep_door
from pawsona.server.guard import Guard
from pawsona.server.handover import Handover
from pawsona.server.metrics import Measured, Metrics
from pawsona.server.patience import Bodies
from pawsona.server.rehearsal import Rehearsal
from pawsona.server.routes import (
    account,
    cards,
    care,
    consents,
    days,
    devices,
    events,
    home,
    memories,
    minds,
    moods,
    notes,
    openai,
    operate,
    pages,
    pets,
    promises,
    protocol,
    talk,
)
from pawsona.server.scheduler import keep_in_step, keep_telling, keep_time
from pawsona.server.visitors import reception
from pawsona.version import __version__

_API = (
    home, care, consents, pets, days, talk, memories, notes, promises, moods, cards, minds, events, operate,
)  # fmt: skip
"""The modules of routes under `/api/v1`."""


def create_app(of: Home, *, hosts: Collection[str] = (), schedule: bool = True, door: Door | None = None) -> FastAPI:
    """Serve a home; closing it stays with whoever opened it.

    Args:
        of: the home.
        hosts: names by which the server may be called besides loopback.
        schedule: whether nights run by themselves.
        door: where phones come in; without one, whoever serves the app listens on the network too.
    """

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        task = asyncio.create_task(_live(app, of)) if schedule else None
        try:
            yield
        finally:
            if found is not None:
                await found.accounts.aclose()
            if task is not None:
                task.cancel()
                with suppress(asyncio.CancelledError):
                    await task

    app = FastAPI(
        title="Pawsona",
        version=__version__,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    door = door or Door(of.settings.port, "0.0.0.0")
    door.names.update(host.lower() for host in (*hosts, *of.tenants.hosts))
    app.state.home, app.state.door = of, door
    app.state.workers, app.state.metrics = of.settings.workers, Metrics(of)
    app.state.rehearsal = Rehearsal(of)
    app.state.pairing = pairing_of(of)
    app.state.reception = found = reception(of, door.proxy)
    _add_routes(app, accounts=found is not None)
    app.add_middleware(Bodies)
    pairing, apart = None if found else app.state.pairing, frozenset(of.tenants.hosts)
    app.add_middleware(Guard, hosts=door.names, pairing=pairing, proxy=door.proxy, apart=apart)
    app.add_middleware(Measured, metrics=app.state.metrics)
    app.add_middleware(Handover)
    return app


def _add_routes(app: FastAPI, *, accounts: bool) -> None:
    """All that may be asked; pages last: they answer at every address that nothing else has."""
    for module in (*_API, account if accounts else devices):
        app.include_router(module.router, prefix="/api/v1")
    app.include_router(openai.router)
    app.include_router(protocol.router)
    if not accounts:
        app.include_router(devices.pages)
    app.include_router(operate.pages)
    app.include_router(health.router)
    pages.mount(app)
    problems.install(app)


async def _live(app: FastAPI, home: Home) -> None:
    with suppress(PawsonaError):  # whoever needs it will be told
        await home.wake()
    work = [keep_time(home), keep_in_step(home, app.state.metrics), keep_telling(home)]
    if app.state.reception is None:
        work.append(keep_door(app, app.state.door))
    await asyncio.gather(*work)
