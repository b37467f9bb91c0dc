"""How often somebody may ask, counted in this process; where several serve together, each gives out its share."""

import time
from typing import TYPE_CHECKING, Literal

from pawsona.domain.ids import PersonId
from pawsona.errors import TooOftenError

if TYPE_CHECKING:
    from limits.strategies import SlidingWindowCounterRateLimiter

HOUR = 3600
Knock = Literal["sign-up", "reset"]
KNOCKS: dict[Knock, int] = {"sign-up": 20, "reset": 10}
"""What may come from one address in an hour: a household, or a school class."""


class Pace:
    """Counts requests.

    Args:
        per_minute: what one account may ask.
        workers: processes that serve together.
    """

    def __init__(self, per_minute: int, workers: int = 1) -> None:
        self._per_minute = max(1, per_minute // workers)
        self._workers = workers
        self._limiter: SlidingWindowCounterRateLimiter | None = None

    def ask(self, person: PersonId) -> None:
        """Count a request of an account.

        Raises:
            TooOftenError: there were too many in a minute.
        """
        self._count(self._per_minute, 60, "account", person)

    def knock(self, what: Knock, address: str) -> None:
        """Count what strangers do.

        Raises:
            TooOftenError: there was too much of it in an hour.
        """
        self._count(max(1, KNOCKS[what] // self._workers), HOUR, what, address)

    def _count(self, most: int, seconds: int, *whose: str) -> None:
        from limits import RateLimitItemPerSecond

        item = RateLimitItemPerSecond(most, seconds)
        if not self._ready().hit(item, *whose):
            reset = self._ready().get_window_stats(item, *whose).reset_time
            raise TooOftenError("That was too often. Wait a moment and try again.", _seconds_until(reset))

    def _ready(self) -> "SlidingWindowCounterRateLimiter":
        if self._limiter is None:
            from limits.strategies import SlidingWindowCounterRateLimiter

            from pawsona.server.windows import Windows

            self._limiter = SlidingWindowCounterRateLimiter(Windows())
        return self._limiter


def _seconds_until(moment: float) -> int:
    """The library counts by the system's clock."""
    return max(1, round(moment - time.time()))
