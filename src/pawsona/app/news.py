"""News for open pages: what happened by itself, told to the person it belongs to."""

import asyncio
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Literal

from pawsona.domain.ids import PersonId

WAITING = 32
"""News that one page may lag behind; a page that sleeps longer loads anew anyway."""


@dataclass(frozen=True)
class News:
    """One thing that happened."""

    kind: Literal["day", "promise"]
    data: Mapping[str, str]


class Newsroom:
    """Who listens, by person."""

    def __init__(self) -> None:
        self._listeners: defaultdict[PersonId, set[asyncio.Queue[News | None]]] = defaultdict(set)

    def tell(self, person: PersonId, news: News) -> None:
        for queue in self._listeners[person]:
            if not queue.full():
                queue.put_nowait(news)

    def close(self) -> None:
        """End every subscription, so that a server can stop."""
        for queue in [queue for queues in self._listeners.values() for queue in queues]:
            while queue.full():
                queue.get_nowait()
            queue.put_nowait(None)

    @asynccontextmanager
    async def subscribe(self, person: PersonId) -> AsyncIterator[AsyncIterator[News]]:
        queue: asyncio.Queue[News | None] = asyncio.Queue(WAITING)
        self._listeners[person].add(queue)
        try:
            yield _until_closed(queue)
        finally:
            self._listeners[person].discard(queue)


async def _until_closed(queue: asyncio.Queue[News | None]) -> AsyncIterator[News]:
    while (news := await queue.get()) is not None:
        yield news
