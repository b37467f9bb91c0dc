"""A circuit breaker: a server that failed several times in a row is left alone for a while.

Own code, because all of it is a count and a moment: `pybreaker` has no asyncio, and the others no release for years.
"""

from collections.abc import Callable
from dataclasses import dataclass
from time import monotonic

from pawsona.errors import MindBusyError

FAILURES = 3
PAUSE_SECONDS = 30.0


@dataclass
class Breaker:
    """Shared by all who ask one server. After the pause one call tries again; its success closes the circuit."""

    failures: int = FAILURES
    pause: float = PAUSE_SECONDS
    now: Callable[[], float] = monotonic
    _in_a_row: int = 0
    _until: float = 0.0

    @property
    def open(self) -> bool:
        return self._in_a_row >= self.failures and self.now() < self._until

    def check(self, where: str) -> None:
        """Let a call pass, or refuse it at once.

        Raises:
            MindBusyError: the circuit is open.
        """
        if self.open:
            wait = self._until - self.now()
            raise MindBusyError(
                f"the model server at {where} failed {self._in_a_row} times; it is tried again in {wait:.0f} s"
            )
        if self._in_a_row >= self.failures:
            self._until = self.now() + self.pause  # this call is the trial; others wait for what comes of it

    def answered(self) -> None:
        self._in_a_row = 0

    def failed(self) -> None:
        self._in_a_row += 1
        self._until = self.now() + self.pause
