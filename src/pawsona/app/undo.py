"""Forgotten memories, kept for half a minute outside the database so that a slip can be undone."""

from collections.abc import Collection
from datetime import datetime, timedelta

from pawsona.domain.ids import Bond, MemoryId, PersonId
from pawsona.domain.memory import Memory
from pawsona.domain.ports import Clock
from pawsona.errors import NotFoundError

KEPT = timedelta(seconds=30)
"""Longer than the page offers it (20 seconds), so that a press at the last moment still counts."""


class Undo:
    """Lives in this process's memory only: after a restart, forgotten is forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[tuple[Bond, MemoryId], tuple[datetime, Memory]] = {}

    def keep(self, memory: Memory) -> None:
        self.drop_old()
        self._kept[memory.bond, memory.id] = (self._clock.now(), memory)

    def take(self, bond: Bond, memory: MemoryId) -> Memory:
        """The memory, once.

        Raises:
            NotFoundError: it was never forgotten, or too long ago.
        """
        self.drop_old()
        try:
            return self._kept.pop((bond, memory))[1]
        except KeyError:
            raise NotFoundError("That memory is gone: undoing works for half a minute.") from None

    def clear(self) -> None:
        """Keep nothing any more: the home closes."""
        self._kept.clear()

    def forget(self, persons: Collection[PersonId]) -> None:
        """Keep nothing of whoever was erased; what others may yet undo stays."""
        self._kept = {key: kept for key, kept in self._kept.items() if key[0].person not in persons}

    def drop_old(self) -> None:
        """What can't be undone any more goes."""
        now = self._clock.now()  # a clock that jumped back must not keep them for a day
        self._kept = {key: kept for key, kept in self._kept.items() if abs(now - kept[0]) <= KEPT}
