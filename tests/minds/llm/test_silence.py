"""A server that says nothing: whoever talks waits for it once, not once more with every retry."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from tests.minds.llm.conftest import MakeBench

from pawsona.errors import MindError
from pawsona.minds.llm.client import RETRIES, Usage


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
