"""An answer that comes event by event, without FastAPI's three tasks and two queues for each."""

import asyncio
import json
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing
from functools import partial
from typing import Any

from fastapi.responses import Response, StreamingResponse

from pawsona.server.handover import Handed, Write
from pawsona.server.wire import Wire

PING = 15.0
"""Seconds after which a comment shows proxies that an answer is still to come."""
HEADERS = {"cache-control": "no-cache", "x-accel-buffering": "no"}


class EventStream(StreamingResponse):
    """Tells the API's description of what kind such an answer is."""

    media_type = "text/event-stream"


def event_of(kind: str, data: Wire | Mapping[str, Any]) -> str:
    """One server-sent event."""
    text = data.model_dump_json() if isinstance(data, Wire) else json.dumps(dict(data))
    return f"event: {kind}\ndata: {text}\n\n"


def streamed(events: AsyncGenerator[str, None]) -> Response:
    """An answer of these events, which are not asked for any more once the other side has gone."""
    return Handed(partial(_tell, events), EventStream.media_type, HEADERS)


async def _tell(events: AsyncGenerator[str, None], write: Write, gone: asyncio.Future[None]) -> None:
    telling = asyncio.create_task(_written(events, write))
    try:
        while not (telling.done() or gone.done()):
            done, _ = await asyncio.wait({telling, gone}, timeout=PING, return_when=asyncio.FIRST_COMPLETED)
            if not done:
                await write(": ping\n\n")
    finally:
        ours = telling.cancel()
        try:
            await telling
        except asyncio.CancelledError:
            if not ours:  # an answer that was cut off must not look like one that has ended
                raise


async def _written(events: AsyncGenerator[str, None], write: Write) -> None:
    async with aclosing(events):
        async for event in events:
            await write(event)
