"""A real server whose clock its clients set: each request says what time it is. Only benchmarks and tests start it.

`python benchmarks/clocked.py FOLDER` prints its address. Beside the API it has what commands do elsewhere, on this
clock: `POST /benchmark/tick` (a minute's work: silent sessions, due nights, guardrails), `/benchmark/start?plan=FILE`
and `/benchmark/finish?name=NAME` (an experiment), `/benchmark/operator` (an operator's account), `/benchmark/stop`.
"""

import asyncio
import socket
import sys
from datetime import UTC, datetime
from pathlib import Path

import uvicorn
from fastapi import APIRouter, Request
from starlette.datastructures import Headers
from starlette.types import ASGIApp, Receive, Scope, Send

from pawsona.app.adoption import PersonForm
from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock
from pawsona.app.trying import look, start
from pawsona.app.trying import stop as end
from pawsona.config.settings import load
from pawsona.server.access import reception_of
from pawsona.server.app import create_app
from pawsona.server.door import Door

CLOCK = "x-benchmark-clock"
BEGINS = datetime(2026, 3, 2, tzinfo=UTC)


class Clocked:
    """ASGI: sets the clock to what a request says."""

    def __init__(self, app: ASGIApp, clock: SimulatedClock) -> None:
        self._app, self._clock = app, clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http" and (said := Headers(scope=scope).get(CLOCK)):
            self._clock.moment = datetime.fromisoformat(said)
        await self._app(scope, receive, send)


def commands(home: Home, server: uvicorn.Server) -> APIRouter:
    """What an operator does at a terminal."""
    router = APIRouter(prefix="/benchmark", include_in_schema=False)

    @router.post("/tick")
    async def tick() -> None:
        await home.tick()
        await look(home)

    @router.post("/start")
    async def begin(plan: str) -> None:
        await start(home, plan)

    @router.post("/finish")
    async def finish(name: str) -> None:
        await end(home, name, "its days are over")

    @router.post("/operator")
    async def operator(login: str, password: str, request: Request) -> None:
        reception = reception_of(request)
        assert reception is not None  # this server has accounts
        await reception.accounts.add(login, password, "operator", PersonForm(name="Operator"))

    @router.post("/stop")
    async def stop() -> None:
        server.should_exit = True

    return router


async def serve(folder: Path) -> None:
    """Until the process is told to end."""
    clock = SimulatedClock(BEGINS)
    home = await open_home(load(home=folder, language="en", embedder="hashing", auth="accounts"), clock=clock)
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
        app = create_app(home, schedule=False, door=Door(port, "127.0.0.1"))
        server = uvicorn.Server(uvicorn.Config(Clocked(app, clock), log_level="error", timeout_graceful_shutdown=2))
        app.router.routes[:0] = commands(home, server).routes
        print(f"http://127.0.0.1:{port}", flush=True)
        await server.serve(sockets=[listener])
    await home.aclose()


if __name__ == "__main__":
    asyncio.run(serve(Path(sys.argv[1])))
