"""The chunks of a streamed answer, by what one read brought.

The SDK's stream takes each event through several layers, for every token of every talk; that was the dearest part of a
turn. What it raises is raised here too, so that nobody has to know who read.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, AsyncIterator, Iterable, Iterator
from contextlib import aclosing, suppress
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import httpx2

DRAINED = 0.1
"""Seconds for the end of a body after the end of its answer: a connection that was read out can be used again."""
_BLANK = re.compile(rb"\r?\n\r?\n")
_END = b"[DONE]"
_MAY_END = re.compile(r"[.!?。！？…\n]")

Chunk = dict[str, Any]


async def chunks(response: "httpx2.Response") -> AsyncGenerator[Iterator[Chunk]]:
    """What each read brought, to be gone through before the next; closing the generator hangs up.

    Raises:
        APIError: the server hung up, said nothing for too long, or tells of an error.
        ValueError: a chunk is no JSON.
    """
    try:
        async with aclosing(_read(response)) as parts:
            left = b""
            async for part in parts:
                *events, left = _BLANK.split(left + part)
                told = [data for data in map(_data, events) if data]
                ended = any(data.startswith(_END) for data in told)
                yield _parsed(told, response)
                if ended:
                    await _drained(parts)
                    return
    finally:
        await response.aclose()


def joined(pieces: Iterable[str]) -> Iterator[str]:
    """Pieces that came at once as one, but none that goes on after what may be the end of a sentence.

    Sentences are judged one by one, and a bad one must not take the one before it along; nor must an error.
    """
    held = ""
    try:
        for piece in pieces:
            held += piece
            if _MAY_END.search(piece):
                yield held
                held = ""
    except Exception:
        if held:
            yield held
        raise
    if held:
        yield held


async def _read(response: "httpx2.Response") -> AsyncGenerator[bytes]:
    """The body, with the SDK's errors."""
    import httpx2
    import openai

    try:
        async for part in response.aiter_bytes():
            yield part
    except httpx2.TimeoutException as error:
        raise openai.APITimeoutError(request=response.request) from error
    except httpx2.RequestError as error:
        raise openai.APIConnectionError(request=response.request) from error


async def _drained(parts: AsyncIterator[bytes]) -> None:
    import openai

    with suppress(TimeoutError, openai.APIError):
        async with asyncio.timeout(DRAINED):
            async for _ in parts:
                pass


def _data(event: bytes) -> bytes:
    """What an event has for us: not its comments, name or number."""
    return b"\n".join(line[5:].strip() for line in event.split(b"\n") if line.startswith(b"data:"))


def _parsed(told: Iterable[bytes], response: "httpx2.Response") -> Iterator[Chunk]:
    import openai

    for data in told:
        if data.startswith(_END):
            return
        chunk = json.loads(data)
        if error := chunk.get("error"):
            raise openai.APIError("the server tells of an error", request=response.request, body=error)
        yield chunk
