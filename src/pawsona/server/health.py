"""For whoever watches over a server: is it alive, may it be sent requests, and what does it do. No word, no id."""

import asyncio
from collections.abc import Mapping

from fastapi import APIRouter, Depends, Request, Response
from fastapi.responses import JSONResponse

from pawsona.app.home import Home
from pawsona.domain.lease import Tally
from pawsona.errors import PawsonaError
from pawsona.server.access import HomeDep, SeenDep, VisitorDep, unless_mistaken
from pawsona.server.guard import at_this_machine
from pawsona.server.metrics import Metrics
from pawsona.server.problems import SOON, problem

router = APIRouter(include_in_schema=False)

PATIENCE = 3.0
"""Seconds that the store may take to answer."""


@router.get("/healthz")
async def alive() -> Mapping[str, str]:
    """The process answers. Restart it where it does not."""
    return {"status": "alive"}


@router.get("/readyz")
async def ready(home: HomeDep) -> Response:
    """It may be sent requests: the store answers, its tables are this version's, and nobody is stopping it."""
    checks = {"store": "ok", "migrations": "ok", "taking": "no" if home.talks.pressure.closing else "ok"}
    try:
        async with asyncio.timeout(PATIENCE):
            checks["migrations"] = "ok" if await home.store.current() else "other version"
    except (PawsonaError, TimeoutError):
        checks["store"] = checks["migrations"] = "unreachable"
    fine = set(checks.values()) == {"ok"}
    if fine:
        return JSONResponse({"status": "ready", **checks})
    return JSONResponse({"status": "not ready", **checks}, 503, {"retry-after": str(SOON)})


@router.get("/metrics", dependencies=[Depends(unless_mistaken)])
async def metrics(request: Request, visitor: VisitorDep, tenant: SeenDep, home: HomeDep) -> Response:
    """Counts for Prometheus, of the whole server: for this machine, and for an operator who sees all of it."""
    if not at_this_machine(request.scope) and ("operate" not in visitor.scopes or tenant is not None):
        return problem(403, "This is not yours to do", "Only this machine and an operator see the metrics.")
    kept: Metrics = request.app.state.metrics
    return Response(kept.page(await _nights(home)), media_type=kept.kind)


async def _nights(home: Home) -> Tally | None:
    """Where the ledger stands; a store that does not answer keeps nobody from all other counts."""
    try:
        async with asyncio.timeout(PATIENCE):
            return await home.store.leases.tally(home.clock.now())
    except (PawsonaError, TimeoutError):
        return None
