"""Streams of hours run where a request came in, when all that checked it is out of memory again.

An open page would otherwise hold some twenty frames of middleware, routing and dependencies, each with what it knows of
a request that was answered long ago: half of what a page takes.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping

from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from pawsona.app.blunder import place

logger = logging.getLogger(__name__)

_HANDED = "pawsona.handed"
Write = Callable[[str], Awaitable[None]]
Stream = Callable[[Write, asyncio.Future[None]], Awaitable[None]]
"""Writes until it has ended, or the other side has gone: then the future is done."""


class Handed(Response):
    """The answer of a route that begins here, and goes on in `Handover`."""

    def __init__(self, stream: Stream, media_type: str, headers: Mapping[str, str]) -> None:
        self.status_code, self.background = 200, None
        self.media_type = media_type
        self.init_headers(headers)
        self._stream = stream

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})
        scope[_HANDED].append(self._stream)


class Handover:
    """ASGI middleware, the outermost."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        given, handed = [*scope], list[Stream]()
        scope[_HANDED] = handed  # a list: whoever routes hands copies of the scope on
        await self._app(scope, receive, send)
        if handed:
            for noted in scope.keys() - given:  # on the way: routes, parameters, dependencies
                del scope[noted]
            await _run(handed.pop(), receive, send)


async def _run(stream: Stream, receive: Receive, send: Send) -> None:
    async def write(text: str) -> None:
        await send({"type": "http.response.body", "body": text.encode(), "more_body": True})

    gone = asyncio.create_task(_left(receive))
    try:
        await stream(write, gone)
        await send({"type": "http.response.body", "body": b"", "more_body": False})
    except Exception as error:  # noqa: BLE001 - an entry point: the log names type and place, never a value
        logger.error("unforeseen %s", place(error))
    finally:
        gone.cancel()


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
