"""What calls cost reaches the store with whoever asks for it, with the minute, and with the end of a home."""

import asyncio
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
from tests.app.conftest import Life
from tests.conftest import CountingRng, FakeClock

from pawsona import Companion
from pawsona.app.costs import costs
from pawsona.app.meter import MOST
from pawsona.domain.call import Call
from pawsona.domain.ids import PetId
from pawsona.errors import StorageError


def call(companion: Companion) -> Call:
    return Call(
        bond=companion.pet.bond, at=companion.home.clock.now(), skill="chat.general", prompt="1", model="m",
        tokens_in=7, tokens_cached=0, tokens_out=3, first_ms=1.0, ms=2.0, retries=0, outcome="ok",
    )  # fmt: skip


async def stored(companion: Companion) -> int:
    since = companion.home.clock.now() - timedelta(days=1)
    return len(await companion.home.store.calls.since(companion.pet.bond, since))


def test_answers_in_another_language_are_counted_apart_from_none(live: Life) -> None:
    async def story(companion: Companion) -> None:
        for outcome in ("ok", "language", "language", "failed", "stopped", "unreadable"):
            await companion.home.workshop.meter.record(replace(call(companion), outcome=outcome))
        whole = (await costs(companion.home, companion.pet.bond, 1)).whole
        assert (whole.calls, whole.language, whole.failed) == (6, 2, 2)

    live(story)


def test_calls_wait_until_somebody_asks_or_a_minute_is_over(live: Life) -> None:
    async def story(companion: Companion) -> None:
        meter = companion.home.workshop.meter
        await meter.record(call(companion))
        assert await stored(companion) == 0
        assert (await costs(companion.home, companion.pet.bond, 1)).whole.calls == 1
        await meter.record(call(companion))
        await companion.home.tick()
        assert await stored(companion) == 2
        for _ in range(MOST):
            await meter.record(call(companion))
        assert await stored(companion) == 2 + MOST

    live(story)


def test_what_waits_when_a_home_closes_is_kept(
    tmp_path: Path, clock: FakeClock, rng: CountingRng, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")

    async def story() -> None:
        for before in range(2):
            async with await Companion.open(tmp_path, clock=clock, rng=rng) as companion:
                assert await stored(companion) == before
                await companion.home.workshop.meter.record(call(companion))

    asyncio.run(story())


def test_a_call_for_nobody_costs_the_others_nothing(live: Life) -> None:
    async def story(companion: Companion) -> None:
        mine = call(companion)
        meter = companion.home.workshop.meter
        for one in (mine, replace(mine, bond=replace(mine.bond, pet=PetId("erased"))), mine):
            await meter.record(one)
        await meter.write()
        assert await stored(companion) == 2

    live(story)


def test_a_store_that_fails_stops_nobody(
    live: Life, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def full(_: Call) -> None:
        raise StorageError("the disk is full")

    async def story(companion: Companion) -> None:
        monkeypatch.setattr(companion.home.store.calls, "add", full)
        await companion.home.workshop.meter.record(call(companion))
        await companion.home.workshop.meter.write()
        assert "the cost of 1 calls was not kept: StorageError" in caplog.text

    live(story)
