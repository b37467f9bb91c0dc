"""A companion opened in Python, on a clock that the test moves."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion

Life = Callable[[Callable[[Companion], Awaitable[None]]], None]


@pytest.fixture
def live(tmp_path: Path, clock: FakeClock, rng: CountingRng, monkeypatch: pytest.MonkeyPatch) -> Life:
    """Opens the companion of the test's home, runs a test body, and closes it; the next call opens it again."""
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    monkeypatch.setenv("LANG", "en_US.UTF-8")

    def run(body: Callable[[Companion], Awaitable[None]]) -> None:
        async def whole() -> None:
            async with await Companion.open(tmp_path / "home", clock=clock, rng=rng) as companion:
                await body(companion)

        asyncio.run(whole())

    return run
