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
    _held: bool = False
    """The server named the time itself."""

    @property
    def open(self) -> bool:
        return (self._held or self._in_a_row >= self.failures) and self.now() < self._until

    def check(self, where: str) -> None:
        """Let a call pass, or refuse it at once.

        Raises:
            MindBusyError: the circuit is open.
        """
        if self.open:
            wait = self._until - self.now()
            why = "wants to be left alone" if self._held else f"failed {self._in_a_row} times"
            raise MindBusyError(f"the model server at {where} {why}; it is tried again in {wait:.0f} s")
        if self._in_a_row >= self.failures:
            self._until = self.now() + self.pause  # this call is the trial; others wait for what comes of it

    def answered(self) -> None:
        """All is well; yet an answer to what was asked before the server named a time says nothing of that time."""
        self._in_a_row = 0
        self._held = self.open

    def failed(self, asked_for: float = 0.0) -> None:
        """Once more.

        Args:
            asked_for: seconds for which the server said that it wants to be left alone; 0 where it said nothing.
        """
        self._in_a_row += 1
        if asked_for or not (self._held and self.open):
            self._held, self._until = asked_for > 0, self.now() + (asked_for or self.pause)
