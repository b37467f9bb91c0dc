"""The night's real deletion: memories whose time is up, and turns that nothing rests on any more."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, time
from zoneinfo import ZoneInfo

from pawsona.domain.ids import Bond, MessageId
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Hit, Store
from pawsona.memory.derived import unquote
from pawsona.memory.retain import add_months

logger = logging.getLogger(__name__)

TURN_MONTHS = 1
"""A turn is recalled for at least so long, and as long as a memory made from it lives."""


@dataclass(frozen=True)
class Forgotten:
    """How many went."""

    memories: int = 0
    turns: int = 0
    """Turns that left recall."""
    messages: int = 0
    """Messages that left the chat history."""


@dataclass
class Forgetter:
    """Deletes row, words, vectors, facts and what days tell of it.

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
        async with self.store.transaction():
            expired = await self.store.memories.expired(bond, today)
            gone = [memory.id for memory in expired]
            await self.store.memories.delete(bond, gone)
            await unquote(self.store, bond, gone)
            turns = await self._recallable(
                bond, await self.store.talk.forgettable(bond, _months_ago(TURN_MONTHS, now, person))
            )
            await self.store.index.drop(bond, "turn", turns)
            messages = []
            if self.history_months is not None:
                messages = await self.store.talk.forgettable(bond, _months_ago(self.history_months, now, person))
                await self.store.talk.delete(bond, messages)
        done = Forgotten(len(expired), len(turns), len(messages))
        logger.info("pet %s forgot %d memories, %d turns, %d messages", bond.pet, *(vars(done).values()))
        return done

    async def _recallable(self, bond: Bond, turns: Sequence[MessageId]) -> list[MessageId]:
        """Those that are still in the index; the others were forgotten on earlier nights."""
        texts = await self.store.index.texts(bond, [Hit("turn", turn, 0.0) for turn in turns])
        return [turn for turn, text in zip(turns, texts, strict=True) if text is not None]


def _months_ago(months: int, now: datetime, person: Person) -> datetime:
    """Midnight where the person is, that many months before today."""
    day = add_months(person.local(now).date(), -months)
    return datetime.combine(day, time(), ZoneInfo(person.time_zone))
