"""What a server keeps for minutes in memory and never writes down: what was just forgotten, a code for a phone.

Its processes share one cloakroom, so that whichever is asked finds it. All of it is gone when the server stops.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:  # the process that keeps it for several is small, and ports name arrays
    from pawsona.domain.ports import Clock


class Cloakroom(Protocol):
    """Shelves of named things."""

    async def put(self, shelf: str, name: str, thing: str, keep: timedelta, *, alone: bool = False) -> None:
        """Keep it for so long; what had the name is gone, and if it is `alone` all else on the shelf."""

    async def look(self, shelf: str, name: str) -> str | None:
        """What is kept under the name; it stays there."""

    async def take(self, shelf: str, name: str) -> str | None:
        """Likewise, and it is gone: of two who ask at once, one gets it."""

    async def clear(self, shelf: str) -> None:
        """Keep nothing of this shelf any more."""

    async def tidy(self) -> None:
        """What was kept for long enough leaves memory."""

    async def aclose(self) -> None:
        """Keep nothing that nobody else could ask for."""


class Shelves:
    """A cloakroom in this process's memory."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._kept: dict[tuple[str, str], tuple[datetime, timedelta, str]] = {}

    def __len__(self) -> int:
        return len(self._kept)

    async def put(self, shelf: str, name: str, thing: str, keep: timedelta, *, alone: bool = False) -> None:
        if alone:
            await self.clear(shelf)
        await self.tidy()
        self._kept[shelf, name] = self._clock.now(), keep, thing

    async def look(self, shelf: str, name: str) -> str | None:
        await self.tidy()
        _, _, thing = self._kept.get((shelf, name), (None, None, None))
        return thing

    async def take(self, shelf: str, name: str) -> str | None:
        thing = await self.look(shelf, name)
        self._kept.pop((shelf, name), None)
        return thing

    async def clear(self, shelf: str) -> None:
        self._kept = {place: kept for place, kept in self._kept.items() if place[0] != shelf}

    async def tidy(self) -> None:
        now = self._clock.now()  # a clock that jumped back must not keep them for a day
        self._kept = {place: kept for place, kept in self._kept.items() if abs(now - kept[0]) < kept[1]}

    async def aclose(self) -> None:
        self._kept.clear()
