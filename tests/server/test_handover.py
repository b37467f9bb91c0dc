"""A stream that goes on after the request that began it."""

import asyncio
import logging
from typing import Any

import pytest
from starlette.types import Message, Receive, Scope, Send

from pawsona.server.handover import Handed, Handover, Stream, Write


async def served(stream: Stream, leave: asyncio.Event | None = None) -> tuple[list[Message], dict[str, Any], list[str]]:
    """What a client gets, what is left of the scope, and what the app had ended before the stream began to write."""
    sent: list[Message] = []
    order: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        scope["noted"] = "on the way"
        await Handed(stream, "text/event-stream", {"x-told": "yes"})({**scope}, receive, send)
        order.append("app ended")

    async def receive() -> Message:
        await (leave or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        order.append(str(message["type"]))

    scope: dict[str, Any] = {"type": "http", "path": "/events"}
    await Handover(app)(scope, receive, send)
    return sent, scope, order


def test_it_is_written_when_what_checked_the_request_has_ended_and_is_forgotten() -> None:
    async def stream(write: Write, gone: asyncio.Future[None]) -> None:
        await write("one")

    sent, scope, order = asyncio.run(served(stream))
    assert order == ["http.response.start", "app ended", "http.response.body", "http.response.body"]
    assert sent[0]["status"] == 200 and (b"x-told", b"yes") in sent[0]["headers"]
    assert [(one["body"], one["more_body"]) for one in sent[1:]] == [(b"one", True), (b"", False)]
    assert scope == {"type": "http", "path": "/events"}


def test_it_hears_that_the_other_side_has_gone() -> None:
    leave = asyncio.Event()

    async def stream(write: Write, gone: asyncio.Future[None]) -> None:
        leave.set()
        await gone

    asyncio.run(served(stream, leave))


def test_an_error_is_told_by_type_and_place_and_the_answer_stays_unfinished(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def stream(write: Write, gone: asyncio.Future[None]) -> None:
        raise KeyError("I was so sad")

    with caplog.at_level(logging.ERROR):
        sent, _, _ = asyncio.run(served(stream))
    assert [one["type"] for one in sent] == ["http.response.start"]
    assert "KeyError" in caplog.text and "sad" not in caplog.text
