"""News for open pages: what happened by itself or on another page, told to the person it belongs to.

Where several processes serve one store, the page may be open in another one than where it happened. News then lie in
the store for minutes, and each process looks there once a second: one small query whatever number of pages are open,
the same on every database, and no connection set apart to listen.
"""

import asyncio
import logging
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator, Callable, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Literal, cast

from pawsona.domain.ids import PersonId
from pawsona.domain.ports import Clock, Store
from pawsona.domain.shared import Told
from pawsona.errors import ConflictError

logger = logging.getLogger(__name__)

WAITING = 32
"""News that one page may lag behind; a page that sleeps longer loads anew anyway."""
OVERLAP = timedelta(seconds=15)
"""How far back each look goes: clocks of machines differ, and what was written first may be seen last."""
KEPT = timedelta(minutes=2)

Kind = Literal["day", "promise", "talk", "end", "stop"]
"""No page's are `end`, which closes what the person's pages hold open, and `stop`, which ends a reply; in whichever
process they are."""


@dataclass(frozen=True)
class News:
    """One thing that happened."""

    kind: Kind
    data: Mapping[str, str]


class Newsroom:
    """Who listens, by person.

    Args:
        relay: carries news between processes; without one they are told here at once.
    """

    def __init__(self, relay: "Relay | None" = None) -> None:
        self.relay = relay
        self.hush: Callable[[PersonId, Mapping[str, str]], None] = _nobody
        self._listeners: defaultdict[PersonId, set[asyncio.Queue[News | None]]] = defaultdict(set)
        self._looking = asyncio.Lock()

    @property
    def listeners(self) -> int:
        """How many pages are open here."""
        return sum(map(len, self._listeners.values()))

    @property
    def persons(self) -> list[PersonId]:
        """Whose pages are open here."""
        return list(self._listeners)

    def tell(self, person: PersonId, news: News) -> None:
        if self.relay is not None:
            self.relay.send(person, news)
        else:
            self.tell_here(person, news)

    async def look(self) -> None:
        """Send and fetch what other processes are to know, or know; one look at a time, or two would tell it twice."""
        if self.relay is not None:
            async with self._looking:
                for person, news in await self.relay.exchange():
                    self.tell_here(person, news)

    def end(self, person: PersonId) -> None:
        """End what one person's pages hold open; those that may come in connect anew."""
        self._end_here(person)
        if self.relay is not None:
            self.relay.send(person, News("end", {}))

    def close(self) -> None:
        """End every subscription, so that a server can stop."""
        _end([queue for queues in self._listeners.values() for queue in queues])

    @asynccontextmanager
    async def subscribe(self, person: PersonId) -> "AsyncIterator[Listener]":
        queue: asyncio.Queue[News | None] = asyncio.Queue(WAITING)
        self._listeners[person].add(queue)
        try:
            yield Listener(queue)
        finally:
            self._listeners[person].discard(queue)
            if not self._listeners[person]:
                del self._listeners[person]

    def _end_here(self, person: PersonId) -> None:
        _end(self._listeners.get(person, ()))

    def tell_here(self, person: PersonId, news: News) -> None:
        """Only to pages that are open in this process."""
        if news.kind == "end":
            self._end_here(person)
            return
        if news.kind == "stop":
            self.hush(person, news.data)
            return
        for queue in self._listeners.get(person, ()):
            if not queue.full():
                queue.put_nowait(news)


class Relay:
    """Carries news through the store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._waiting: list[Told] = []
        self._seen: dict[str, None] = {}
        self._since = clock.now()

    def send(self, person: PersonId, news: News) -> None:
        """Take it along at the next exchange."""
        id_ = secrets.token_hex(8)
        told = Told(id=id_, person=person, kind=news.kind, data=news.data, at=self._clock.now())
        self._waiting.append(told)

    async def exchange(self) -> list[tuple[PersonId, News]]:
        """What is new, of every process, this one included."""
        waiting, self._waiting = self._waiting, []
        if waiting:
            await self._put(waiting)
        now = self._clock.now()
        found = await self._store.board.since(min(self._since, now) - OVERLAP)
        fresh = [told for told in found if told.id not in self._seen]
        self._since, self._seen = now, dict.fromkeys(told.id for told in found)
        return [(told.person, News(cast(Kind, told.kind), dict(told.data))) for told in fresh]

    async def _put(self, waiting: list[Told]) -> None:
        try:
            await self._store.board.drop(self._clock.now() - KEPT)
            await self._pin(waiting)
        except BaseException:
            self._waiting = [*waiting, *self._waiting]
            raise

    async def _pin(self, waiting: list[Told]) -> None:
        """Put it on the board, one by one if it does not go at once: somebody in it may have been erased meanwhile."""
        try:
            await self._store.board.put(waiting)
        except ConflictError:
            if len(waiting) == 1:
                logger.info("news for nobody")
                return
            for told in waiting:
                await self._pin([told])


def _nobody(person: PersonId, data: Mapping[str, str]) -> None:
    """Where nobody speaks."""


def _end(queues: Iterable[asyncio.Queue[News | None]]) -> None:
    for queue in queues:
        while queue.full():
            queue.get_nowait()
        queue.put_nowait(None)


class Listener:
    """What one page is told, until its subscription is ended; to give up waiting for the next loses nothing."""

    def __init__(self, queue: asyncio.Queue[News | None]) -> None:
        self._queue = queue

    def __aiter__(self) -> "Listener":
        return self

    def end(self) -> None:
        """Nobody listens here any more."""
        _end([self._queue])

    async def __anext__(self) -> News:
        if (news := await self._queue.get()) is None:
            raise StopAsyncIteration
        return news
