"""What a model server refused as too long: for some minutes it is sent nothing of the kind that is as long.

A refusal says something of prompts of that length and beyond, and nothing of a shorter one, whoever's it is. It costs
little to be refused, so that it is soon tried again: a server may have been busy, or started anew with more room.
"""

from collections.abc import Callable, Hashable
from time import monotonic

from pawsona.errors import TooLongError

REST_SECONDS = 600.0


class Refusals:
    """Shared by all who are asked in one mind's name.

    Args:
        now: seconds that only grow.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self.now = now
        self._least: dict[Hashable, tuple[int, float]] = {}
        """By kind: the shortest that was refused, and until when that holds."""

    def check(self, kind: Hashable, length: int) -> None:
        """Let a prompt pass, or refuse it in the server's name.

        Args:
            kind: what its length may be compared within; lengths of two languages can't be.
            length: characters.

        Raises:
            TooLongError: the server has just refused one of this length, or a shorter one.
        """
        if length >= self._shortest(kind):
            raise TooLongError("its server refused a prompt of this length a moment ago", refused=True, asked=False)

    def refused(self, kind: Hashable, length: int) -> None:
        """The server said that it is too long."""
        self._least[kind] = int(min(length, self._shortest(kind))), self.now() + REST_SECONDS

    def answered(self, kind: Hashable, length: int) -> None:
        """It had room for this one, so a refusal of none that is longer is about room."""
        if length >= self._shortest(kind):
            del self._least[kind]

    def _shortest(self, kind: Hashable) -> float:
        length, until = self._least.get(kind, (0, 0.0))
        return length if self.now() < until else float("inf")
