"""The night's real deletion: memories whose time is up, and turns that nothing rests on any more."""

import logging
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from pawsona.domain.departure import Cause, Departure, Leaving
from pawsona.domain.ids import Bond, MessageId
from pawsona.domain.memory import Memory
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Hit, Kind, Store
from pawsona.memory.derived import unquote
from pawsona.memory.retain import add_months

logger = logging.getLogger(__name__)

TURN_MONTHS = 1
"""A turn is recalled for at least so long, and as long as a memory made from it lives."""
OVER_MONTHS = 1
"""A promise that is over stays on the page for so long."""
REPORT_MONTHS = 12
"""What was forgotten, and what care did, is itself forgotten after a year."""
USE_DAYS = 30
"""How long somebody talked is forgotten then: care looks back no further."""
PLAN_DAYS = 2
"""A change of plan has done its work when its day is over."""


@dataclass(frozen=True)
class Forgotten:
    """How many went."""

    memories: int = 0
    turns: int = 0
    """Turns that left recall."""
    messages: int = 0
    """Messages that left the chat history."""
    promises: int = 0
    """Promises that were over."""


@dataclass
class Forgetter:
    """Deletes row, words, vectors, facts and what days tell of it, and writes down how much of what kind went.

    Args:
        history_months: after how many months a message that no living memory rests on leaves the chat history as
            well; None keeps what the person sees as history.
    """

    store: Store
    clock: Clock
    history_months: int | None = None

    async def forget(self, person: Person, bond: Bond) -> Forgotten:
        """Delete what has run out on the person's calendar; in one transaction, and again without effect."""
        now = self.clock.now()
        today = person.local(now).date()
        async with self.store.transaction(whole=True):
            expired = await self.store.memories.expired(bond, today)
            gone = [memory.id for memory in expired]
            await self.store.memories.delete(bond, gone)
            await unquote(self.store, bond, gone)
            over = await self.store.talk.forgettable(bond, months_ago(TURN_MONTHS, now, person))
            old = list(dict.fromkeys([*over, *await self._left_alone(bond, expired)]))
            turns = await self._indexed(bond, "turn", old)
            await self.store.index.drop(bond, "turn", [*turns, *await self._indexed(bond, "context", old)])
            messages = await self._history(person, bond, now)
            promises = await self.store.promises.drop_over(bond, months_ago(OVER_MONTHS, now, person))
            await self.store.days.drop_changes(bond, today - timedelta(days=PLAN_DAYS))
            done = Forgotten(len(expired), len(turns), len(messages), promises)
            await self.store.usage.drop(person.id, today - timedelta(days=USE_DAYS))
            await self.store.credentials.drop(person.id, now)
            await self.store.carelog.drop(bond, months_ago(REPORT_MONTHS, now, person))
            await self._report(bond, today, expired, done)
        logger.info("pet %s forgot %d memories, %d turns, %d messages, %d promises", bond.pet, *vars(done).values())
        return done

    async def _left_alone(self, bond: Bond, expired: Sequence[Memory]) -> list[MessageId]:
        """The turns that only these memories rested on: they go with them, or recall would find them tomorrow."""
        if not expired:
            return []
        living = {source for memory in await self.store.memories.all(bond) for source in memory.sources}
        return [source for memory in expired for source in memory.sources if source not in living]

    async def _indexed(self, bond: Bond, kind: Kind, turns: Sequence[MessageId]) -> list[MessageId]:
        """Those that are still in the index; the others were forgotten on earlier nights."""
        texts = await self.store.index.texts(bond, [Hit(kind, turn, 0.0) for turn in turns])
        return [turn for turn, text in zip(turns, texts, strict=True) if text is not None]

    async def _history(self, person: Person, bond: Bond, now: datetime) -> Sequence[MessageId]:
        """Delete the messages that have left the chat history, where the person wants it to end somewhere."""
        if self.history_months is None:
            return ()
        messages = await self.store.talk.forgettable(bond, months_ago(self.history_months, now, person))
        await self.store.talk.delete(bond, messages)
        return messages

    async def _report(self, bond: Bond, today: date, expired: Sequence[Memory], done: Forgotten) -> None:
        others: dict[Leaving, int] = {"turn": done.turns, "message": done.messages, "promise": done.promises}
        rows = [Departure(on=today, cause="expired", kind=kind, count=n) for kind, n in others.items() if n]
        await self.store.departures.add(bond, [*departures(expired, today, "expired"), *rows])
        await self.store.departures.drop(bond, add_months(today, -REPORT_MONTHS))


def departures(memories: Iterable[Memory], on: date, cause: Cause) -> list[Departure]:
    """Memories that went, counted by what they were about and how long they had been meant to stay."""
    counted = Counter((memory.topic, memory.retention) for memory in memories)
    return [
        Departure(on=on, cause=cause, kind="memory", count=count, topic=topic, retention=retention)
        for (topic, retention), count in counted.items()
    ]


def months_ago(months: int, now: datetime, person: Person) -> datetime:
    """Midnight where the person is, that many months before today."""
    day = add_months(person.local(now).date(), -months)
    return datetime.combine(day, time(), ZoneInfo(person.time_zone))
