"""What a reply may draw on that no mind is asked for: looked up while the message is still being screened and stored.

Nothing here writes, and nothing leaves this process before care has read the message: where the embedder or the
reranker is on a server, recall waits for that.
"""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.feelings import Feelings
from pawsona.domain.affect import Affect
from pawsona.domain.asked import asked
from pawsona.domain.day import Day
from pawsona.domain.ids import Bond, MessageId
from pawsona.domain.memory import Recalled
from pawsona.domain.message import Message
from pawsona.domain.note import Note
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.memory.recall import Recall
from pawsona.memory.turns import only_asks
from pawsona.skills.context import Context
from pawsona.world.calendar import day_of

HISTORY = 24
"""Messages of H given to a reply; a mind trims further to its own context."""
NEAR = 0.35
"""Share of the evidence that is enough from which on something may be what a message touches."""
AT_HAND = timedelta(minutes=30)
"""A note stays at hand as long as a session may be silent."""
LOOKED_BACK = timedelta(days=60)
"""Where the last change of affect is looked for."""


@dataclass(frozen=True)
class Said:
    """A message, which may not be stored yet."""

    person: Person
    pet: Pet
    text: str
    at: datetime
    history: tuple[Message, ...]
    """H, oldest first."""
    id: MessageId | None = None

    @property
    def asks_the_same(self) -> tuple[object, ...]:
        """Where this is equal, the same is looked up."""
        earlier = tuple(message.id for message in self.history)
        return self.person, self.pet, self.text, day_of(self.person, self.at), earlier

    @property
    def shown(self) -> set[MessageId]:
        """The turns that are not recalled, because the mind sees them; none where something is wanted to be known.

        So nobody is told back what they have just said, and who asks is told what was said a minute ago.
        """
        own = {self.id} if self.id else set[MessageId]()
        return own if _asks(self.text) else own.union(message.id for message in self.history)


@dataclass(frozen=True)
class Background:
    """What surrounds a message."""

    context: Context
    """Without `away`: which session the message is of shows when it is stored."""
    note: Note | None
    """The one that was written or opened just now."""
    day: Day | None
    next_day: Day | None
    reads_affect: bool
    affects: list[tuple[datetime, Affect]]


@dataclass(frozen=True)
class Ahead:
    """Both under way, for one message."""

    said: Said
    background: asyncio.Task[Background]
    recalled: asyncio.Task[list[Recalled]]
    screened: asyncio.Event
    """Set when care let the message pass."""

    def drop(self) -> None:
        """It is not needed, or no more; what went wrong in it is nobody's concern."""
        for task in (self.background, self.recalled):
            task.cancel()
            task.add_done_callback(_unheard)


@dataclass
class Backgrounds:
    """Looks up."""

    store: Store
    recall: Recall
    contexts: Contexts
    feelings: Feelings

    def begin(self, said: Said, *, screened: bool = False) -> Ahead:
        """Begin with what the reply to a message will ask for; recall elsewhere waits for `Ahead.screened`."""
        passed = asyncio.Event()
        if screened or self.recall.stays:
            passed.set()
        background = asyncio.create_task(self._background(said))
        return Ahead(said, background, asyncio.create_task(self._recalled(said, passed, background)), passed)

    def of(self, said: Said, ahead: Ahead | None) -> Ahead:
        """What was begun for a message, or begun anew where it was for another one."""
        if ahead is not None and ahead.said.asks_the_same == said.asks_the_same:
            ahead.screened.set()  # who answers was let pass, also where the first screen would not have it so
            return ahead
        if ahead is not None:
            ahead.drop()
        return self.begin(said, screened=True)

    async def _background(self, said: Said) -> Background:
        """Asked for at once: what a database on a server is asked in the same moment, it answers in one go."""
        bond, local = said.pet.bond, day_of(said.person, said.at)
        context, note, day, next_day, reads, affects = await asked(
            self.store,
            self.contexts.here(said.person, said.pet),
            self._note_at_hand(bond, said.at),
            self.store.days.day(bond, local),
            self.store.days.day(bond, local + timedelta(days=1)),
            self.feelings.read(said.person.id),
            self.store.talk.affects(bond, said.at - LOOKED_BACK),
        )
        return Background(context, note, day, next_day, reads, affects)

    async def _recalled(self, said: Said, screened: asyncio.Event, behind: asyncio.Task[Any]) -> list[Recalled]:
        await screened.wait()
        # An embedder here wants a core to itself: the reader's model has one, the loop the other.
        if self.recall.near and not behind.done():
            await asyncio.wait({behind})
        now = said.person.local(self.contexts.clock.now())
        bond, seen = said.pet.bond, said.shown
        return await self.recall.find(bond, said.person, said.text, now, exclude=seen, share=NEAR, pet=said.pet)

    async def _note_at_hand(self, bond: Bond, now: datetime) -> Note | None:
        opened = await self.store.talk.mark(bond, "note.opened")
        if opened is None or abs(now - opened) > AT_HAND:
            return None
        # An older one is not at hand because a newer one was deleted.
        notes = [note for note in await self.store.notes.notes(bond) if note.at >= opened]
        return max(notes, key=lambda note: note.at, default=None)


def _asks(text: str) -> bool:
    return "?" in text or "？" in text or only_asks(text)


def _unheard(task: asyncio.Task[Any]) -> None:
    if not task.cancelled():
        task.exception()
