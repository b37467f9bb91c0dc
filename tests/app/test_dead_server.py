"""Help comes when the model server does not: the protocol, the follow-up and the notices need no mind."""

import socket
from pathlib import Path

import pytest
from tests.app.conftest import Life

from pawsona import Companion
from pawsona.care.crisis import follow_up
from pawsona.domain.message import Tier


@pytest.fixture(autouse=True)
def dead(monkeypatch: pytest.MonkeyPatch) -> None:
    """A port that was just free: nobody listens there."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    monkeypatch.setenv("PAWSONA_MIND", "llm")
    monkeypatch.setenv("PAWSONA_BASE_URL", f"http://127.0.0.1:{port}/v1")
    monkeypatch.setenv("PAWSONA_MODEL", "nobody")


@pytest.mark.parametrize("said", ["I want to kill myself", "我不想活了", "I took 40 pills an hour ago"])
def test_a_crisis_gets_its_protocol(live: Life, said: str, tmp_path: Path) -> None:
    async def body(companion: Companion) -> None:
        turn = await companion.say(said)
        assert turn.tier >= Tier.high and "findahelpline.com" in turn.reply
        assert any("AI" in notice for notice in turn.notices)

    live(body)


def test_no_better_gets_it_too(live: Life) -> None:
    async def body(companion: Companion) -> None:
        await companion.say("I want to kill myself")
        companion.home.clock.move(hours=5)  # type: ignore[attr-defined]
        assert (await companion.greet()).say == follow_up("en")
        assert "findahelpline.com" in (await companion.say("no better")).reply

    live(body)
