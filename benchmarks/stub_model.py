"""A model server that costs almost nothing: 200 ms to the first token, then 60 tokens, 20 ms apart, whatever is asked.

The one of the tests knows far more, and takes more processor for a token than what is measured here.

Usage: python benchmarks/stub_model.py    (prints its address)
"""

import asyncio
import json
import re

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


async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    clock = asyncio.get_running_loop().time
    try:
        while True:
            head = await reader.readuntil(b"\r\n\r\n")
            found = re.search(rb"content-length: (\d+)", head, re.I)
            body = await reader.readexactly(int(found[1])) if found else b""
            due = clock() + FIRST
            await asyncio.sleep(FIRST)
            if b'"stream":true' not in body.replace(b" ", b""):
                writer.write(b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n")
                writer.write(b"content-length: %d\r\n\r\n%b" % (len(WHOLE), WHOLE))
                continue
            writer.write(HEAD)
            for chunk in CHUNKS:
                await asyncio.sleep(max(0.0, due - clock()))
                writer.write(chunk)
                due += EVERY
            writer.write(END)
    except (asyncio.IncompleteReadError, ConnectionError):
        writer.close()


async def main() -> None:
    server = await asyncio.start_server(answer, "127.0.0.1", 0, backlog=1024)
    print(f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}/v1", flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(main())
