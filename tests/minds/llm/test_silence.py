"""A server that says nothing: whoever talks waits for it once, not once more with every retry."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.inputs import INPUTS

from pawsona.errors import MindError
from pawsona.minds.llm.client import RETRIES, Usage
from pawsona.skills import IPET, SKILLS


def test_a_stalled_reply_is_given_up_after_one_timeout(
    bench: MakeBench, run: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    made = bench(retries=RETRIES, timeout=0.5)
    made.server.script({"stall": "first", "times": 0})

    async def ask() -> None:
        async for _ in made.client.stream([{"role": "user", "content": "hi"}], Usage()):
            pytest.fail("it said something")

    with pytest.raises(MindError, match="said nothing for"):
        run(asyncio.wait_for(ask(), 10))
    assert len(made.server.requests("/chat/completions")) == 1


def test_who_leaves_before_the_first_word_hangs_up_and_the_server_is_not_blamed(
    bench: MakeBench, run: Callable[[Coroutine[Any, Any, Any]], Any]
) -> None:
    made = bench(timeout=30)
    made.server.script({"stall": "first", "times": 0})

    async def outcome() -> str:
        found = await asyncio.to_thread(made.server.requests, "/chat/completions")
        return str(found[0]["outcome"]) if found else ""

    async def until(wanted: str) -> None:
        async with asyncio.timeout(20):
            while await outcome() != wanted:
                await asyncio.sleep(0.01)

    async def leave() -> None:
        pieces = made.mind.stream(SKILLS["chat.general"], INPUTS["chat.general"]("en"), IPET)
        first = asyncio.ensure_future(anext(pieces))
        await until("open")
        first.cancel()
        await asyncio.wait({first})
        assert first.cancelled()
        await until("left")

    run(leave())
    assert [(call.outcome, call.tokens_out) for call in made.calls] == [("stopped", 0)]
    assert made.client.breaker == type(made.client.breaker)()
