"""An answer that comes event by event."""

import asyncio
from collections.abc import AsyncGenerator

import pytest
from starlette.types import Message, Receive, Scope, Send

from pawsona.server import streaming
from pawsona.server.handover import Handover
from pawsona.server.streaming import event_of, streamed


async def served(
    events: AsyncGenerator[str, None], leave: asyncio.Event | None = None, *, slow: bool = False
) -> list[str]:
    """What a client gets of the body; a slow one goes while it is told the first of it."""
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await streamed(events)(scope, receive, send)

    async def receive() -> Message:
        await (leave or asyncio.Event()).wait()
        return {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)
        if slow and leave and message["type"].endswith("body"):
            leave.set()
            await asyncio.sleep(0.05)

    await Handover(app)({"type": "http", "path": "/"}, receive, send)
    assert sent[0]["type"] == "http.response.start"
    assert (b"content-type", b"text/event-stream; charset=utf-8") in sent[0]["headers"]
    return [message["body"].decode() for message in sent[1:]]


def test_each_event_is_a_piece_and_then_the_answer_ends() -> None:
    async def events() -> AsyncGenerator[str, None]:
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

    async def events() -> AsyncGenerator[str, None]:
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

        async def events() -> AsyncGenerator[str, None]:
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


def test_who_hangs_up_while_told_something_leaves_nothing_open() -> None:
    ended: list[str] = []

    async def events() -> AsyncGenerator[str, None]:
        try:
            yield event_of("heard", {})
        finally:
            ended.append("let go")

    async def body() -> None:
        await served(events(), asyncio.Event(), slow=True)
        assert ended == ["let go"]

    asyncio.run(body())


def test_events_that_others_cut_off_are_no_answer_that_has_ended() -> None:
    async def body() -> None:
        turn = asyncio.create_task(asyncio.Event().wait())

        async def events() -> AsyncGenerator[str, None]:
            yield event_of("sentence", {"text": "Half of"})
            turn.cancel()
            await turn

        with pytest.raises(asyncio.CancelledError):
            await served(events())

    asyncio.run(body())
