"""An answer that comes event by event."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from starlette.types import Message, Receive, Scope, Send

from pawsona.server import streaming
from pawsona.server.handover import Handover
from pawsona.server.streaming import event_of, streamed


async def served(events: AsyncIterator[str], leave: asyncio.Event | None = None) -> list[str]:
    """What a client gets of the body."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await streamed(events)(scope, receive, send)

    async def receive() -> Message:
        await (leave or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    await Handover(app)({"type": "http", "path": "/"}, receive, send)
    assert sent[0]["type"] == "http.response.start"
    assert (b"content-type", b"text/event-stream; charset=utf-8") in sent[0]["headers"]
    return [message["body"].decode() for message in sent[1:]]


def test_each_event_is_a_piece_and_then_the_answer_ends() -> None:
    async def events() -> AsyncIterator[str]:
        yield event_of("heard", {"id": "1"})
        yield event_of("sentence", {"text": "Hi.\nYou, 你."})

    first, second, end = asyncio.run(served(events()))
    assert first == 'event: heard\ndata: {"id": "1"}\n\n'
    assert second.count("\n") == 3
    assert second.startswith("event: sentence\ndata: ")
    assert end == ""


def test_while_nothing_comes_a_comment_shows_that_something_will(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(streaming, "PING", 0.01)
    told: list[str] = []

    async def events() -> AsyncIterator[str]:
        while not told:
            await asyncio.sleep(0.02)
            told.append("waited")
        yield event_of("done", {})

    found = asyncio.run(served(events()))
    assert found[0] == ": ping\n\n"
    assert found[-2:] == ["event: done\ndata: {}\n\n", ""]


def test_who_hangs_up_is_told_nothing_more_and_the_events_are_let_go() -> None:
    ended: list[str] = []

    async def body() -> None:
        leave = asyncio.Event()

        async def events() -> AsyncIterator[str]:
            try:
                yield event_of("heard", {})
                leave.set()
                await asyncio.Event().wait()
            finally:
                ended.append("let go")

        async with asyncio.timeout(10):
            await served(events(), leave)

    asyncio.run(body())
    assert ended == ["let go"]
