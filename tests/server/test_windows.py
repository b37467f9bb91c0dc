"""Where requests are counted: as `limits` counts them itself, without its threads."""

import random
import threading
import time

import pytest
from limits import RateLimitItemPerSecond
from limits.storage import MemoryStorage
from limits.strategies import SlidingWindowCounterRateLimiter

from pawsona.server import windows
from pawsona.server.windows import Windows


@pytest.mark.parametrize("seed", range(5))
def test_it_counts_as_the_storage_of_the_library_does(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    theirs, ours = SlidingWindowCounterRateLimiter(MemoryStorage()), SlidingWindowCounterRateLimiter(Windows())
    rng, now, outcomes = random.Random(seed), 1_800_000_000.0, set()
    monkeypatch.setattr(time, "time", lambda: now)
    item = RateLimitItemPerSecond(7, 60)
    for _ in range(400):
        now += rng.choice((0.1, 0.5, 1.0, 2.0, 9.0, 40.0))
        who = rng.choice(("one", "two"))
        allowed = ours.hit(item, who)
        assert allowed == theirs.hit(item, who)
        mine, known = ours.get_window_stats(item, who), theirs.get_window_stats(item, who)
        assert mine.remaining == known.remaining
        assert mine.reset_time == pytest.approx(known.reset_time)
        outcomes.add(allowed)
    assert outcomes == {True, False}


def test_what_is_over_is_forgotten_and_no_thread_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(windows, "_SWEPT_FROM", 10)
    kept, before = Windows(), threading.active_count()
    now = 1_800_000_000.0
    monkeypatch.setattr(time, "time", lambda: now)
    for number in range(200):
        now += 30
        assert kept.acquire_sliding_window_entry(f"person {number}", 5, 60)
    assert kept.reset() <= 20
    assert threading.active_count() == before
    assert kept.get("person 199") == 0


def test_what_is_cleared_counts_anew() -> None:
    kept = Windows()
    for _ in range(3):
        assert kept.acquire_sliding_window_entry("one", 3, 3600)
    assert not kept.acquire_sliding_window_entry("one", 3, 3600)
    kept.clear_sliding_window("one", 3600)
    assert kept.acquire_sliding_window_entry("one", 3, 3600)
