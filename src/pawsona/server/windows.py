"""Where `limits` counts: in this process's memory. Its own such storage starts a thread for each request.

That thread looks through everybody who was counted lately, each time.
"""

import time
from math import floor

from limits.storage import Storage
from limits.storage.base import SlidingWindowCounterSupport, TimestampedSlidingWindow

_SWEPT_FROM = 1000
"""Windows that are kept before anybody looks which of them are over."""


class Windows(Storage, SlidingWindowCounterSupport, TimestampedSlidingWindow):
    """Counts by windows of time, for one thread."""

    STORAGE_SCHEME = None
    base_exceptions = ()

    def __init__(self) -> None:
        super().__init__()
        self._counted: dict[str, tuple[int, float]] = {}
        self._sweep_at = _SWEPT_FROM

    def acquire_sliding_window_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count something, unless it were too much with what is left of the window before."""
        before, left, now, _ = self.get_sliding_window(key, expiry)
        if floor(before * left / expiry + now) + amount > limit:
            return False
        self.incr(self.sliding_window_keys(key, expiry, time.time())[1], 2 * expiry, amount)
        return True

    def get_sliding_window(self, key: str, expiry: int) -> tuple[int, float, int, float]:
        """Counts of the window before and of this one, each with the seconds for which it still counts."""
        now = time.time()
        before, this = (self.get(one) for one in self.sliding_window_keys(key, expiry, now))
        left = expiry - now % expiry
        return before, left if before else 0.0, this, left + expiry

    def clear_sliding_window(self, key: str, expiry: int) -> None:
        for one in self.sliding_window_keys(key, expiry, time.time()):
            self.clear(one)

    def incr(self, key: str, expiry: int, amount: int = 1) -> int:
        now = time.time()
        count, until = self._counted.get(key, (0, 0.0))
        count, until = (count, until) if until > now else (0, now + expiry)
        self._counted[key] = count + amount, until
        if len(self._counted) > self._sweep_at:
            self._sweep(now)
        return count + amount

    def get(self, key: str) -> int:
        count, until = self._counted.get(key, (0, 0.0))
        return count if until > time.time() else 0

    def get_expiry(self, key: str) -> float:
        return self._counted.get(key, (0, time.time()))[1]

    def check(self) -> bool:
        return True

    def reset(self) -> int:
        kept = len(self._counted)
        self._counted.clear()
        return kept

    def clear(self, key: str) -> None:
        self._counted.pop(key, None)

    def _sweep(self, now: float) -> None:
        """What it costs is shared by as many requests as windows were kept."""
        self._counted = {key: kept for key, kept in self._counted.items() if kept[1] > now}
        self._sweep_at = max(_SWEPT_FROM, 2 * len(self._counted))
