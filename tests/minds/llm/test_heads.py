"""An answer whose head can't be read is not the same as nobody: there is a server, and something to look for."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.test_refused import streamed
from tests.minds.llm.test_tls import awaited

from pawsona.errors import MindError
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.trouble import LONGEST_LINE

Ask = Callable[[Client], Coroutine[Any, Any, str]]


@pytest.mark.parametrize("ask", [awaited, streamed])
@pytest.mark.parametrize(
    ("head", "why"),
    [
        (b"HTTP/1.1 200 OK\r\nset-cookie: " + b"a" * LONGEST_LINE, f"longer than {LONGEST_LINE} bytes"),
        (b"SSH-2.0-OpenSSH_9.6", "it is no HTTP"),
    ],
)
def test_a_head_that_cannot_be_read_is_told(
    ask: Ask, head: bytes, why: str, bench: MakeBench, run: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    async def story() -> str:
        async def answer(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            await reader.readuntil(b"\r\n\r\n")
            writer.write(head + b"\r\n\r\n")
            await writer.drain()
            writer.close()

        async with await asyncio.start_server(answer, "127.0.0.1", 0) as server:
            port = server.sockets[0].getsockname()[1]
            return await ask(bench(base_url=f"http://127.0.0.1:{port}/v1").client)

    with pytest.raises(MindError, match=why) as caught:
        run(story())
    assert "aaaa" not in str(caught.value), "not with the server's own words"
