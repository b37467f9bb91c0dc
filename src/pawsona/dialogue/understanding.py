"""What a message means for its reply: affect, strategy, what is recalled, which skill answers."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import TypeVar

from pawsona.care.disclosure import asks_if_ai
from pawsona.dialogue.background import HISTORY, Ahead, Background, Backgrounds, Said
from pawsona.dialogue.contexts import Contexts
from pawsona.dialogue.feelings import Feelings
from pawsona.dialogue.promises import PromiseLedger
from pawsona.domain.affect import Affect
from pawsona.domain.day import Change, Day
from pawsona.domain.known import Known
from pawsona.domain.message import Message, Session, Strategy, Tier
from pawsona.domain.note import Passage
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Search, Store
from pawsona.domain.promise import Promise
from pawsona.errors import InvalidOutputError
from pawsona.lab.varied import Lab, NoLab
from pawsona.memory.inquiry import about_self, all_told
from pawsona.memory.recall import Recall
from pawsona.skills import IPET, Mind, Skill
from pawsona.skills.acts import AFFECT_READ, STRATEGY_CHOOSE, AffectInput, Choice, StrategyInput
from pawsona.skills.chat import ChatInput
from pawsona.skills.context import Context
from pawsona.skills.note import NOTE_INTENT, Intent, IntentInput
from pawsona.world.change import Changes

logger = logging.getLogger(__name__)

In = TypeVar("In")
Out = TypeVar("Out")

FELT = timedelta(days=1)
"""How long a feeling is where the next reading begins."""


@dataclass(frozen=True)
class Understood:
    """The skill that answers, and its input."""

    skill: str
    given: ChatInput
    felt: Affect | None
    """The reading that may be kept; None where the person wants none."""


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
    feelings: Feelings
    clock: Clock
    attachment: bool = True
    """The Secure Attachment Persona is on."""
    lab: Lab = field(default_factory=NoLab)

    @property
    def backgrounds(self) -> Backgrounds:
        """What needs no mind."""
        return Backgrounds(self.store, self.recall, self.contexts, self.feelings)

    async def of(
        self, person: Person, pet: Pet, message: Message, before: Sequence[Message], session: Session | None = None,
        ahead: Ahead | None = None,
    ) -> Understood:  # fmt: skip
        """Everything that the reply to a message may draw on.

        Args:
            person: who said it.
            pet: to whom.
            message: as it was stored.
            before: H, oldest first.
            session: the one that is under way.
            ahead: what was begun for it before it was stored.
        """
        said = Said(person, pet, message.text, message.at, tuple(before[-HISTORY:]), message.id)
        ahead = self.backgrounds.of(said, ahead)
        try:
            return await self._of(message, session, ahead)
        except BaseException:
            ahead.drop()
            raise

    async def _of(self, message: Message, session: Session | None, ahead: Ahead) -> Understood:
        person, history = ahead.said.person, ahead.said.history
        away = await self.contexts.away(message.bond, session)
        behind = await ahead.background
        context = replace(behind.context, away=away)
        felt = await self._affect(context, message, history, behind)
        affect = felt or Affect()
        passages = await self._passages(context, message, history)
        due = await self._due(context, message)
        with self.promises.held(due):
            choice = await self._choice(context, message, affect, history, bool(passages), due is not None)
            found = await self.promises.find(context, message, history)
            today = await self.lab.shown(person, behind.day)
            tomorrow = behind.next_day if today is not None else None
            change = await self._change(context, message, today) if today is not None else None
            memories = await ahead.recalled  # last: it takes longest
            known = await self._known(context, message)
            # After the last wait: whoever takes it from here on is not robbed of it by what stops this turn.
            if due is not None and (
                found.promised is not None or choice.strategy in _SUPPORT or due.id in found.settled
            ):
                self.promises.release(due)
                due = None  # it waits for a turn that has room for it, or is over
            knows = choice.strategy == "knowledge"
            given = ChatInput(
                context=context,
                message=message.text,
                history=history,
                today=today,
                tomorrow=tomorrow,
                memories=tuple(one for one in memories if one.sure),
                near=tuple(one for one in memories if not one.sure),
                known=known,
                affect=affect,
                strategy=choice.strategy,
                knowledge=tuple(passages) if knows else (),
                note=behind.note,
                passages=() if knows else tuple(passages),
                due=due,
                promised=found.promised,
                change=change,
                tier=message.tier,
                asked_if_ai=asks_if_ai(message.text),
                attachment=self.attachment,
            )
            return Understood(_skill(choice, given), given, felt)

    async def _known(self, context: Context, message: Message) -> Known:
        """All that the person told, where they may be asking for it."""
        if not about_self(message.text):
            return Known()
        return await all_told(self.store, context.pet.bond, context.now.date())

    async def _affect(
        self, context: Context, message: Message, history: tuple[Message, ...], behind: Background
    ) -> Affect | None:
        """The reading, unless the person wants none; stored where it differs from the last one."""
        if not behind.reads_affect:
            return None
        last = behind.affects[-1] if behind.affects else (message.at, Affect())
        # Yesterday's feeling is no beginning for today's, yet it is what today's differs from.
        before = last[1] if message.at - last[0] <= FELT else Affect()
        given = AffectInput(context=context, message=message.text, history=history, before=before)
        affect = await self._perform(AFFECT_READ, given, before)
        if affect != last[1]:
            await self.store.talk.add_affect(context.pet.bond, message.at, affect)
        return affect

    async def _choice(
        self, context: Context, message: Message, affect: Affect, history: tuple[Message, ...], found: bool, due: bool
    ) -> Choice:
        given = StrategyInput(
            context=context, message=message.text, affect=affect, history=history, tier=message.tier,
            has_knowledge=found, has_due=due,
        )  # fmt: skip
        return await self._perform(STRATEGY_CHOOSE, given, Choice(strategy="chit-chat"))

    async def _passages(self, context: Context, message: Message, history: tuple[Message, ...]) -> list[Passage]:
        """What notes and documents say, where the message wants to know something."""
        given = IntentInput(context=context, message=message.text, history=history)
        intent = await self._perform(NOTE_INTENT, given, Intent(kind="direct"))
        if intent.kind != "active":
            return []
        return await self.search.find(context.pet.bond, intent.query)

    async def _due(self, context: Context, message: Message) -> Promise | None:
        """Nothing is brought up where there is cause for concern."""
        return await self.promises.take(context) if message.tier == Tier.none else None

    async def _change(self, context: Context, message: Message, today: Day) -> Change | None:
        """Nor do words of concern become a plan of the pet's world."""
        if message.tier > Tier.none:
            return None
        try:
            return await self.changes.find(context, message.text, today)
        except InvalidOutputError:
            logger.warning("no plan was taken from message %s", message.id)
            return None

    async def _perform(self, act: Skill[In, Out], given: In, otherwise: Out) -> Out:
        """An act whose answer was refused costs the turn no reply; a mind that cannot be reached does."""
        try:
            return await self.mind.perform(act, given, IPET)
        except InvalidOutputError:
            logger.warning("%s was refused; the turn goes on without it", act.name)
            return otherwise


_SUPPORT: frozenset[Strategy] = frozenset({"soothing", "monitoring"})


def _skill(choice: Choice, given: ChatInput) -> str:
    """Strategy chooses the skill (design sec. 7)."""
    if choice.strategy in _SUPPORT or given.tier > Tier.none:
        return "chat.support"
    if choice.about_day:
        return "chat.routine"
    if given.knowledge:
        return "chat.general"
    if given.passages:
        return "note.retrieve"
    if given.note is not None:
        return "note.chat"
    return "chat.general"
