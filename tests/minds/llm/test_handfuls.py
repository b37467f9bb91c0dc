"""How a reply is read that streams: eagerly until its first sentence is there, then in handfuls."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any, cast

import pytest
from tests.minds.llm.conftest import MakeBench
from tests.minds.llm.inputs import INPUTS

from pawsona.minds.llm import client
from pawsona.skills import IPET, SKILLS
from pawsona.skills.chat import ChatInput

Run = Callable[[Coroutine[Any, Any, Any]], Any]
TALK = SKILLS["chat.general"]


def test_after_its_first_sentence_a_reply_is_read_by_the_handful(
    bench: MakeBench, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Hello you. " + "I kept the window open for you and for the rain. " * 3
    shown: list[str] = []
    sleep = asyncio.sleep

    async def noted(seconds: float) -> None:
        shown.append("".join(pieces))
        await sleep(seconds)

    pieces: list[str] = []
    given = cast(ChatInput, INPUTS["chat.general"]("en"))

    async def heard() -> None:
        made = bench()
        made.server.script({"text": text, "token_ms": 10})
        with monkeypatch.context() as patched:
            patched.setattr(client, "sleep", noted)
            async for piece in made.mind.stream(TALK, given, IPET):
                pieces.append(piece.text)

    run(heard())
    assert "".join(pieces) == text
    assert 0 < len(shown) < len(pieces) / 2
    assert all(len(sofar) > len("Hello you. ") for sofar in shown)
