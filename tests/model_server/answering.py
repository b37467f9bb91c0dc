"""One request at a time: take its behaviour, check it as a model server would, answer, and see who leaves."""

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.types import Receive, Scope, Send
from tests.model_server import wire
from tests.model_server.behaviour import Behaviour
from tests.model_server.state import State


class CutError(Exception):
    """The connection is to be reset here."""


class RefusalError(Exception):
    """An answer other than 200."""

    def __init__(
        self,
        status: int,
        message: str,
        code: str | int | None = None,
        retry_after: float | None = None,
        kind: str | None = None,
    ) -> None:
        super().__init__(message)
        self.kind = kind
        self.status = status
        self.code = code
        self.retry_after = retry_after

    def body(self) -> bytes:
        usual = {401: "authentication_error", 429: "rate_limit_error"}.get(self.status, "invalid_request_error")
        kind = self.kind or (usual if self.status < 500 else "server_error")
        return json.dumps(wire.error(str(self), kind, self.code)).encode()


@dataclass
class Asked:
    """A request with what is to be done about it."""

    body: dict[str, Any]
    how: Behaviour
    record: dict[str, Any]


@dataclass
class Answer:
    pieces: AsyncIterator[bytes]
    kind: str = "application/json"
    length: int | None = None
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)


class Answering:
    """An ASGI endpoint around `make`, which turns a request into an answer or refuses it."""

    def __init__(self, state: State, make: Callable[[State, Asked], Answer]) -> None:
        self._state = state
        self._make = make

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        request = Request(scope, receive)
        try:
            asked = self._asked(request, await request.body())
        except ClientDisconnect:
            return
        work = asyncio.create_task(self._answer(asked, send))
        gone = asyncio.create_task(_left(receive))
        try:
            await asyncio.wait({work, gone}, return_when=asyncio.FIRST_COMPLETED)
            if work.done():
                work.result()
                asked.record["outcome"] = "answered"
            else:
                asked.record["outcome"] = "left"
        except CutError:
            asked.record["outcome"] = "cut"
            scope["transport"].abort()
        finally:
            await _ended(work, gone)

    def _asked(self, request: Request, raw: bytes) -> Asked:
        path = request.url.path
        how = self._state.script.take(request.method, path, raw.decode("utf-8", "replace"))
        try:
            body = json.loads(raw or b"{}")
        except ValueError:
            body = {}
        record = {
            "path": path,
            "authorization": request.headers.get("authorization", ""),
            "body": body,
            "status": 0,
            "tokens": 0,
            "outcome": "open",
        }
        self._state.requests.append(record)
        return Asked(body, how, record)

    async def _answer(self, asked: Asked, send: Send) -> None:
        try:
            self._check(asked)
            await _pause(asked.how, "first")
            answer = self._make(self._state, asked)
        except RefusalError as refusal:
            answer = whole(refusal.body(), status=refusal.status)
            if refusal.retry_after is not None:
                answer.headers = {"retry-after": f"{refusal.retry_after:g}"}
        asked.record["status"] = answer.status
        await _send(answer, send)

    def _check(self, asked: Asked) -> None:
        options, how, model = self._state.options, asked.how, asked.body.get("model")
        if options.key is not None and asked.record["authorization"] != f"Bearer {options.key}":
            raise RefusalError(401, "Incorrect API key provided.", "invalid_api_key")
        if how.status != 200:
            raise RefusalError(how.status, how.message, how.code, how.retry_after, how.kind)
        if "model" in asked.body and model not in options.models:
            raise RefusalError(404, f"The model `{model}` does not exist.", "model_not_found")


def whole(body: bytes, *, status: int = 200, how: Behaviour | None = None, seconds: float = 0.0) -> Answer:
    """An answer in one piece, or in two with something in between."""

    async def pieces() -> AsyncIterator[bytes]:
        await asyncio.sleep(seconds)
        yield body[: len(body) // 2]
        await _pause(how or Behaviour(), "middle")
        yield body[len(body) // 2 :]

    return Answer(pieces(), length=len(body), status=status)


async def _pause(how: Behaviour, moment: str) -> None:
    if how.cut == moment:
        await asyncio.sleep(0.02)  # so that what was written before is on its way
        raise CutError
    if how.stall == moment:
        await asyncio.Event().wait()


async def streamed(pieces: list[bytes], how: Behaviour, record: dict[str, Any]) -> AsyncIterator[bytes]:
    """One piece per token, each at its time."""
    clock = asyncio.get_running_loop().time
    due = clock() + how.first_token_ms / 1000
    for at, piece in enumerate(pieces):
        if at == max(1, len(pieces) // 2):
            await _pause(how, "middle")
            if how.garbage:
                yield b"data: {not json at all\n\n"
        await asyncio.sleep(max(0.0, due - clock()))
        yield piece
        record["tokens"] = at + 1
        due += how.token_ms / 1000
    if len(pieces) == 1:
        await _pause(how, "middle")


async def _send(answer: Answer, send: Send) -> None:
    headers = [(b"content-type", answer.kind.encode())]
    headers += [(name.encode(), value.encode()) for name, value in answer.headers.items()]
    if answer.length is not None:
        headers.append((b"content-length", str(answer.length).encode()))
    begun = False
    async for piece in answer.pieces:
        if not begun:
            await send({"type": "http.response.start", "status": answer.status, "headers": headers})
            begun = True
        await send({"type": "http.response.body", "body": piece, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


async def _left(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _ended(*tasks: Awaitable[None]) -> None:
    for task in tasks:
        if isinstance(task, asyncio.Task):
            task.cancel()
        with contextlib.suppress(asyncio.CancelledError, CutError, OSError):
            await task
