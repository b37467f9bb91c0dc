"""How much a server takes, and how long it waits: a body that is too large or drips, headers that never end.

Uvicorn waits for a header as long as the client likes, and with `httptools` it takes one of any length.
"""

import asyncio
from typing import Any

from starlette.datastructures import Headers
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn.protocols.http.auto import AutoHTTPProtocol

from pawsona.server.problems import problem

LARGEST = 11 * 2**20
"""Bytes of a body: the largest file that a pet reads has 10 MB."""
HEADERS_WITHIN = 15.0
"""Seconds in which a request's headers must be there."""
LONGEST_HEAD = 65_536
"""Bytes of headers after which nobody waits for their end."""
BODY_WITHIN = 20.0
"""Seconds that a body may take whatever its size; to that comes its share at `SLOWEST`."""
SLOWEST = 16_384
"""Bytes a second of the slowest phone that is waited for."""
Protocol: Any = AutoHTTPProtocol


class Patient(Protocol):  # type: ignore[misc]
    """Uvicorn's protocol, which hangs up on whoever does not finish their headers."""

    _deadline: asyncio.TimerHandle | None = None
    _head = 0

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        """Begin to wait with the first byte of a request, and end with its headers."""
        if self._deadline is None and self._idle():
            self._arm()
        self._head += len(data)
        super().data_received(data)
        if not self._idle():
            self._disarm()
        elif self._head > LONGEST_HEAD:
            self._hang_up()

    def connection_lost(self, exc: Exception | None) -> None:
        self._disarm()
        super().connection_lost(exc)

    def _idle(self) -> bool:
        return self.cycle is None or self.cycle.response_complete

    def _arm(self) -> None:
        self._head = 0
        self._deadline = asyncio.get_running_loop().call_later(HEADERS_WITHIN, self._hang_up)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _hang_up(self) -> None:
        self._disarm()
        if self._idle() and not self.transport.is_closing():
            self.transport.close()


class Bodies:
    """ASGI middleware: refuses bodies that are too large (413) or come too slowly (408)."""

    def __init__(self, app: ASGIApp, largest: int = LARGEST) -> None:
        self._app = app
        self._largest = largest

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        length = Headers(scope=scope).get("content-length", "")
        if length.isdigit() and int(length) > self._largest:
            await self._large()(scope, receive, send)
            return
        body, started = _Body(receive, self._largest, self._large()), False

        async def watched(message: Message) -> None:
            nonlocal started
            if body.refused is None or started:
                started = True
                await send(message)

        try:
            await self._app(scope, body.receive, watched)
        finally:
            if body.refused is not None and not started:
                await body.refused(scope, receive, send)

    def _large(self) -> ASGIApp:
        return problem(
            413,
            "This is too large",
            f"A request may have {self._largest // 2**20} MB. Split what you send into parts.",
            {"connection": "close"},
        )


_SLOW = problem(
    408,
    "This took too long",
    "The request did not arrive in time, and nothing was stored. Send it again.",
    {"connection": "close"},
)


class _Body:
    """Counts what comes in; once the body is there, nothing is hurried any more."""

    def __init__(self, receive: Receive, largest: int, large: ASGIApp) -> None:
        self._receive = receive
        self._largest = largest
        self._large = large
        self._bytes = 0
        self._whole = False
        self._began = asyncio.get_running_loop().time()
        self.refused: ASGIApp | None = None
        """What is answered, whatever the app says to a client that it takes for gone."""

    async def receive(self) -> Message:
        if self._whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._began + BODY_WITHIN + self._bytes / SLOWEST):
                message = await self._receive()
        except TimeoutError:
            return self._refuse(_SLOW)
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            self._whole = not message.get("more_body", False)
            if self._bytes > self._largest:
                return self._refuse(self._large)
        return message

    def _refuse(self, answer: ASGIApp) -> Message:
        self.refused, self._whole = answer, True
        return {"type": "http.disconnect"}
