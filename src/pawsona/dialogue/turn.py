"""One turn of talk (design sec. 7): hear, screen, feel, recall, speak sentence by checked sentence, store."""

import logging
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from pawsona.care.check import check_sentence, safe_instead
from pawsona.care.crisis import crisis_reply, needs_protocol
from pawsona.care.disclosure import disclosure, disclosure_due
from pawsona.care.screen import Reading, screen_turns
from pawsona.dialogue.events import Crisis, Done, Heard, Notice, Sentence, TurnEvent
from pawsona.dialogue.hearing import LONGEST, heard, visible
from pawsona.dialogue.sentences import sentences
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.understanding import HISTORY, Understanding, Understood
from pawsona.domain.ids import MessageId, new_id
from pawsona.domain.message import Message, Session, Trace
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import InputError, MindError, NotFoundError
from pawsona.memory.turns import Turns
from pawsona.skills import IPET, SKILLS, Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Reply

logger = logging.getLogger(__name__)

JOINED = 2
"""Earlier messages of the person that the screen joins with this one: disclosures come in pieces."""


@dataclass(frozen=True)
class _Turn:
    session: Session
    message: Message
    before: list[Message]
    reading: Reading

    def reply(self, id_: MessageId, text: str, at: datetime) -> Message:
        """The pet's message of this turn, to be filled in."""
        bond, session = self.message.bond, self.session.id
        return Message(id=id_, bond=bond, session=session, role="pet", text=text, at=at, answers=self.message.id)


@dataclass
class Dialogue:
    """Talks for any pet; holds services, no conversation."""

    store: Store
    mind: Mind
    understanding: Understanding
    turns: Turns
    sessions: Sessions
    clock: Clock
    rng: Rng
    profile: Profile = IPET

    async def say(self, person: Person, pet: Pet, text: str) -> AsyncIterator[TurnEvent]:
        """Answer a message; it is on disk before `Heard` comes, and before any mind is asked.

        Raises:
            InputError: the message is empty or too long; nothing was stored. A too long one is screened all
                the same: where it needs help, its beginning is stored and help is given.
        """
        before = await self.store.talk.recent(pet.bond, HISTORY)
        # The screen is pure and takes a millisecond; running it first lets one write carry the tier, so that no
        # crash can leave a crisis message that the night would take for an ordinary one.
        reading = _screen(before, text)
        try:
            clean = heard(text, person.language)
        except InputError:
            if not needs_protocol(reading):
                raise
            clean = visible(text)[:LONGEST]
        async with self.store.transaction():
            session, new = await self.sessions.current(pet.bond)
            message = Message(
                id=self._id(), bond=pet.bond, session=session.id, role="person", text=clean, at=self.clock.now(),
                tier=reading.tier,
            )  # fmt: skip
            await self.store.talk.add(message)
        yield Heard(message)
        async for event in self._answer(person, pet, _Turn(session, message, before, reading), new):
            yield event

    async def retry(self, person: Person, pet: Pet, message_id: MessageId) -> AsyncIterator[TurnEvent]:
        """Answer a stored message that has no reply yet (the last turn failed).

        Raises:
            NotFoundError: there is no such message of the person, or it is answered.
        """
        recent = await self.store.talk.recent(pet.bond, HISTORY)
        found = [m for m in recent if m.id == message_id and m.role == "person"]
        if not found or any(m.answers == message_id for m in recent):
            raise NotFoundError(f"there is no unanswered message {message_id!r}")
        before = recent[: recent.index(found[0])]
        session, _ = await self.sessions.current(pet.bond)
        reading = _screen(before, found[0].text)
        async for event in self._answer(person, pet, _Turn(session, found[0], before, reading), new=False):
            yield event

    async def _answer(self, person: Person, pet: Pet, turn: _Turn, new: bool) -> AsyncIterator[TurnEvent]:
        last = await self.store.talk.mark(pet.bond, "disclosed")
        if new or disclosure_due(last, self.clock.now()):
            await self.store.talk.set_mark(pet.bond, "disclosed", self.clock.now())
            yield Notice(disclosure(pet.name, person.language))
        if needs_protocol(turn.reading):
            yield await self._step_aside(person, turn)
            return
        await self.turns.remember(turn.message, person.language)
        understood = await self.understanding.of(person, pet, turn.message, turn.before)
        async for event in self._speak(person, turn, understood):
            yield event

    async def _step_aside(self, person: Person, turn: _Turn) -> Crisis:
        """Help instead of the persona. Needs no mind, makes no memory, leaves a mark for the follow-up."""
        today = person.local(self.clock.now()).date()
        help_ = crisis_reply(turn.reading, person.language, person.region, today)
        reply = replace(turn.reply(self._id(), help_.text, self.clock.now()), tier=turn.reading.tier, mind="care")
        async with self.store.transaction():
            await self.store.talk.add(reply)
            await self.store.talk.set_mark(reply.bond, "care.follow_up", self.clock.now())
        logger.info("care protocol for message %s, tier %s", turn.message.id, turn.reading.tier.name)
        return Crisis(reply, help_, turn.reading.tier)

    async def _speak(self, person: Person, turn: _Turn, understood: Understood) -> AsyncIterator[TurnEvent]:
        given = understood.given
        skill: Skill[ChatInput, Reply] = SKILLS[understood.skill]
        shown, trace = "", Trace()
        try:
            async for text, found in sentences(self.mind.stream(skill, given, self.profile)):
                trace = found or trace
                safe = _safe(text, person)
                shown += safe
                if safe:
                    yield Sentence(safe)
        except MindError as error:
            if not shown:
                raise
            logger.warning("the reply to %s broke off: %s", turn.message.id, error)
        if given.asked_if_ai and skill.problems(given, Reply(text=shown), self.profile):
            plain = ("" if person.language == "zh" else " ") + disclosure(given.context.pet.name, person.language)
            shown += plain
            yield Sentence(plain)
        reply = replace(
            turn.reply(self._id(), shown.strip(), self.clock.now()),
            tier=turn.message.tier,
            strategy=given.strategy,
            affect=given.affect,
            memories=tuple(r.memory.id for r in given.memories if r.memory is not None),
            mind=trace.fallback or self.mind.name,
            trace=trace,
        )
        async with self.store.transaction():
            await self.store.talk.add(reply)
            await self.store.talk.touch_session(replace(turn.session, last_at=self.clock.now()))
            if given.due is not None:
                await self.store.promises.update(replace(given.due, asked_at=self.clock.now()))
        yield Done(reply, given.strategy, given.affect, turn.message.tier, given.memories)

    def _id(self) -> MessageId:
        return MessageId(new_id(self.clock.now(), self.rng.token()))


def _screen(before: Sequence[Message], text: str) -> Reading:
    return screen_turns([m.text for m in before if m.role == "person"][-JOINED:], text)


def _safe(sentence: str, person: Person) -> str:
    """The sentence, or what care says in its place; white space alone is dropped."""
    if not sentence.strip():
        return ""
    faults = check_sentence(sentence, person.language)
    if not faults:
        return sentence
    logger.warning("a sentence was replaced: %s", ", ".join(fault.rule for fault in faults))
    return safe_instead(faults[0], person.language)
