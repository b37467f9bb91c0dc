"""What a message means for its reply: affect, strategy, what is recalled, which skill answers."""

import asyncio
from dataclasses import dataclass
from datetime import datetime, timedelta

from pawsona.care.disclosure import asks_if_ai
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.promises import PromiseLedger
from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond
from pawsona.domain.message import Message, Strategy, Tier
from pawsona.domain.note import Note, Passage
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Search, Store
from pawsona.memory.recall import Recall
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import AFFECT_READ, STRATEGY_CHOOSE, AffectInput, Choice, StrategyInput
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context
from pawsona.skills.note import NOTE_INTENT, IntentInput
from pawsona.world.calendar import day_of
from pawsona.world.change import Changes

HISTORY = 24
"""Messages of H given to a reply; a mind trims further to its own context."""
AT_HAND = timedelta(minutes=30)
"""A note stays at hand as long as a session may be silent."""


@dataclass(frozen=True)
class Understood:
    """The skill that answers, and its input."""

    skill: str
    given: ChatInput


@dataclass
class Understanding:
    """Reads a message with everything that the store and the mind know."""

    store: Store
    mind: Mind
    recall: Recall
    search: Search
    contexts: Contexts
    promises: PromiseLedger
    changes: Changes
    clock: Clock

    async def of(self, person: Person, pet: Pet, message: Message, before: list[Message]) -> Understood:
        """Everything that the reply to a message may draw on. `before` is H, oldest first."""
        context = await self.contexts.of(person, pet)
        history = tuple(before[-HISTORY:])
        spoken = {m.id for m in history} | {message.id}
        affect, memories, passages, note, due = await asyncio.gather(
            self._affect(context, message, history),
            self.recall.find(pet.bond, person, message.text, context.now, exclude=spoken),
            self._passages(context, message, history),
            self._note_at_hand(pet.bond, message.at),
            self.promises.due_now(person, pet.bond),
        )
        choice = await self._choice(context, message, affect, history, bool(passages), due is not None)
        promised, change = await asyncio.gather(
            self.promises.find(context, message), self.changes.find(context, message.text)
        )
        local = day_of(person, message.at)
        knows = choice.strategy == "knowledge"
        given = ChatInput(
            context=context,
            message=message.text,
            history=history,
            today=await self.store.days.day(pet.bond, local),
            tomorrow=await self.store.days.day(pet.bond, local + timedelta(days=1)),
            memories=tuple(memories),
            affect=affect,
            strategy=choice.strategy,
            knowledge=tuple(passages) if knows else (),
            note=note,
            passages=() if knows else tuple(passages),
            due=due,
            promised=promised,
            change=change,
            tier=message.tier,
            asked_if_ai=asks_if_ai(message.text),
        )
        return Understood(_skill(choice, given), given)

    async def _affect(self, context: Context, message: Message, history: tuple[Message, ...]) -> Affect:
        """The reading; stored where it differs from the last one."""
        known = await self.store.talk.affects(context.pet.bond, message.at - timedelta(days=1))
        before = known[-1][1] if known else Affect()
        given = AffectInput(context=context, message=message.text, history=history, before=before)
        affect = await self.mind.perform(AFFECT_READ, given, IPET)
        if affect != before:
            await self.store.talk.add_affect(context.pet.bond, message.at, affect)
        return affect

    async def _choice(
        self, context: Context, message: Message, affect: Affect, history: tuple[Message, ...], found: bool, due: bool
    ) -> Choice:
        given = StrategyInput(
            context=context, message=message.text, affect=affect, history=history, tier=message.tier,
            has_knowledge=found, has_due=due,
        )  # fmt: skip
        return await self.mind.perform(STRATEGY_CHOOSE, given, IPET)

    async def _passages(self, context: Context, message: Message, history: tuple[Message, ...]) -> list[Passage]:
        """What notes and documents say, where the message wants to know something."""
        given = IntentInput(context=context, message=message.text, history=history)
        intent = await self.mind.perform(NOTE_INTENT, given, IPET)
        if intent.kind != "active":
            return []
        return await self.search.find(context.pet.bond, intent.query)

    async def _note_at_hand(self, bond: Bond, now: datetime) -> Note | None:
        """The note that was written or opened just now."""
        opened = await self.store.talk.mark(bond, "note.opened")
        if opened is None or now - opened > AT_HAND:
            return None
        notes = await self.store.notes.notes(bond)
        return max(notes, key=lambda note: note.at, default=None)


_SUPPORT: frozenset[Strategy] = frozenset({"soothing", "monitoring"})


def _skill(choice: Choice, given: ChatInput) -> str:
    """Strategy chooses the skill (design sec. 7)."""
    if choice.strategy in _SUPPORT or given.tier > Tier.none:
        return "chat.support"
    if choice.about_day:
        return "chat.routine"
    if given.passages:
        return "note.retrieve"
    if given.note is not None:
        return "note.chat"
    return "chat.general"
