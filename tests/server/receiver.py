"""A product's program that takes letters, over real connections: it can fail, stall, cut and send elsewhere."""

import asyncio
import json
import ssl
from base64 import b64decode, b64encode
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from hashlib import sha256
from hmac import new as hmac
from typing import Any

ANSWERS = {
    "takes": b"HTTP/1.1 204 No Content\r\n\r\n",
    "fails": b"HTTP/1.1 500 Oh\r\ncontent-length: 0\r\n\r\n",
    "redirects": b"HTTP/1.1 307 Elsewhere\r\nlocation: /elsewhere\r\ncontent-length: 0\r\n\r\n",
    "cuts": b"HTTP/1.1 20",
    "garbles": b"what is this\r\n\r\n",
    "stalls": b"",
    "drips": b"HTTP/1.1 200 OK\r\n",
}


@dataclass(frozen=True)
class Got:
    """One letter as it came."""

    path: str
    headers: dict[str, str]
    body: bytes

    @property
    def id(self) -> str:
        return self.headers["webhook-id"]

    @property
    def said(self) -> Any:
        return json.loads(self.body)

    def signed_with(self, secret: str) -> bool:
        """By the words of the standard, written anew."""
        content = f"{self.id}.{self.headers['webhook-timestamp']}.".encode() + self.body
        wanted = b64encode(hmac(b64decode(secret[6:]), content, sha256).digest()).decode()
        return f"v1,{wanted}" in self.headers["webhook-signature"].split(" ")


@dataclass
class Receiver:
    """Takes letters at `url`; `how` says what it does with the next."""

    url: str = ""
    how: str = "takes"
    got: list[Got] = field(default_factory=list)
    came: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1")
            first, *lines = head.strip().split("\r\n")
            headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
            body = await reader.readexactly(int(headers.get("content-length", "0")))
            self.got.append(Got(first.split(" ")[1], headers, body))
            self.came.set()
            writer.write(ANSWERS[self.how])
            await writer.drain()
            while self.how == "drips":
                writer.write(b"x-more: 1\r\n")
                await writer.drain()
                await asyncio.sleep(0.01)
            if self.how == "stalls":
                await reader.read()
        except (ConnectionError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()

    def take(self) -> list[Got]:
        """What came since it was asked last."""
        found, self.got = self.got, []
        self.came.clear()
        return found


@asynccontextmanager
async def receiving(tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    it = Receiver()
    server = await asyncio.start_server(it.answer, "127.0.0.1", 0, ssl=tls)
    port = server.sockets[0].getsockname()[1]
    it.url = f"http{'s' if tls else ''}://127.0.0.1:{port}/pawsona"
    try:
        yield it
    finally:
        server.close()
