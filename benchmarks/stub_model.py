"""A model server that costs almost nothing: 200 ms to the first token, then 60 tokens, 20 ms apart, whatever is asked.

The one of the tests knows far more, and takes more processor for a token than what is measured here.

Usage: python benchmarks/stub_model.py    (prints its address)
"""

import asyncio
import json
import re
from typing import cast

from pawsona.app.loop import run_long

FIRST, EVERY = 0.2, 0.02
TEXT = "High water is good news for ducks on the far side. I would have stood there for an hour and looked. " * 3
TOKENS = re.findall(r"\s?\S+", TEXT.strip())[:60]
SENTENCE = FIRST + EVERY * next(n for n, token in enumerate(TOKENS) if token.endswith("."))
"""Seconds after which the first sentence is out."""


def _chunk(token: str) -> bytes:
    body = {"id": "c", "object": "chat.completion.chunk", "created": 0, "model": "stub"}
    choice = {"index": 0, "delta": {"role": "assistant", "content": token}, "finish_reason": None}
    return _framed(f"data: {json.dumps(body | {'choices': [choice]})}\n\n".encode())


def _framed(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


CHUNKS = [_chunk(token) for token in TOKENS]
HEAD = b"HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n"
END = _framed(b"data: [DONE]\n\n") + b"0\r\n\r\n"
WHOLE = json.dumps(
    {
        "id": "c", "object": "chat.completion", "created": 0, "model": "stub",
        "choices": [{"index": 0, "message": {"role": "assistant", "content": TEXT}, "finish_reason": "stop"}],
    }
).encode()  # fmt: skip
PLAIN = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: %d\r\n\r\n" % len(WHOLE)


class Answers(asyncio.Protocol):
    """One connection: requests come one after the other."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport, self._came, self._told = cast(asyncio.Transport, transport), b"", 0
        self._loop = asyncio.get_running_loop()

    def data_received(self, data: bytes) -> None:
        self._came += data
        head, end, body = self._came.partition(b"\r\n\r\n")
        found = re.search(rb"content-length: (\d+)", head, re.I)
        if not end or (found and len(body) < int(found[1])):
            return
        self._came, due = b"", self._loop.time() + FIRST
        if b'"stream":true' in body.replace(b" ", b""):
            self._told = 0
            self._loop.call_at(due, self._tell, due)
        else:
            self._loop.call_at(due, self._write, PLAIN + WHOLE)

    def _tell(self, due: float) -> None:
        """The next token; the first brings the head, the last the end."""
        if self._transport.is_closing():
            return
        chunk, self._told = CHUNKS[self._told], self._told + 1
        if self._told == 1:
            chunk = HEAD + chunk
        if self._told < len(CHUNKS):
            self._loop.call_at(due + EVERY, self._tell, due + EVERY)
        else:
            chunk += END
        self._write(chunk)

    def _write(self, data: bytes) -> None:
        if not self._transport.is_closing():
            self._transport.write(data)


async def main() -> None:
    server = await asyncio.get_running_loop().create_server(Answers, "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    run_long(main())
