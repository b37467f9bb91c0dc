"""One turn of talk (design sec. 7): hear, screen, feel, recall, speak sentence by checked sentence, store."""

import logging
from collections.abc import AsyncGenerator, AsyncIterator, Awaitable
from contextlib import aclosing, asynccontextmanager
from dataclasses import dataclass, field, replace

from pawsona.care.after import read_after
from pawsona.care.audit import Audit
from pawsona.care.crisis import WORSE, follow_up, needs_protocol
from pawsona.care.reader import Reader
from pawsona.care.ready import Care
from pawsona.care.screen import Reading
from pawsona.dialogue.announcer import Announcer
from pawsona.dialogue.answering import Answering, Ended, asked_again, what_stays
from pawsona.dialogue.aside import Aside
from pawsona.dialogue.asking import Asking
from pawsona.dialogue.background import HISTORY, Ahead, Said
from pawsona.dialogue.counted import counted
from pawsona.dialogue.events import Crisis, Done, Heard, Notice, Sentence, TurnEvent
from pawsona.dialogue.finish import to_the_end
from pawsona.dialogue.followup import FollowUp
from pawsona.dialogue.greeting import Greetings
from pawsona.dialogue.hearing import LONGEST, begin, read, screened
from pawsona.dialogue.notices import Notices
from pawsona.dialogue.second import SecondLook
from pawsona.dialogue.sentences import sentences
from pawsona.dialogue.sessions import Sessions
from pawsona.dialogue.speech import Speech
from pawsona.dialogue.taken import Taken, within
from pawsona.dialogue.understanding import Understanding, Understood
from pawsona.dialogue.wellbeing import Heeded, Wellbeing
from pawsona.domain.carelog import Event
from pawsona.domain.ids import MessageId, new_id
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.errors import ConflictError, MindError, NotFoundError
from pawsona.lab.varied import Lab, NoLab
from pawsona.memory.turns import Turns
from pawsona.skills import IPET, SKILLS, Mind, Profile, Skill
from pawsona.skills.chat import ChatInput, Piece, Reply

logger = logging.getLogger(__name__)

Events = AsyncGenerator[TurnEvent, None]
Pieces = AsyncGenerator[Piece, None]


@dataclass
class Dialogue:
    """Talks for any pet; holds services, and of a conversation only which messages are being answered."""

    store: Store
    mind: Mind
    understanding: Understanding
    turns: Turns
    sessions: Sessions
    clock: Clock
    rng: Rng
    care: Care
    notices: Notices
    wellbeing: Wellbeing
    follow_up: FollowUp
    aside: Aside
    audit: Audit
    greetings: Greetings | None = None
    announcer: Announcer | None = None
    second: SecondLook | None = None
    profile: Profile = IPET
    lab: Lab = field(default_factory=NoLab)
    answering: Answering = field(default_factory=Answering)

    async def say(self, person: Person, pet: Pet, text: str, id_: MessageId | None = None) -> Events:
        """Answer a message; it is stored before any mind is asked, and on disk before `Heard` comes.

        Closing the generator (or cancelling its task) stops the mind; what was shown by then is kept. With `id_` it
        gets that id, so that a client which sends it twice is not heard twice.

        Raises:
            InputError: the message is empty or too long; nothing was stored. A too long one is screened all
                the same: where it needs help, its beginning is stored and help is given.
        """
        id_ = id_ or self._id()
        begun, now, plain = begin(text, self.care.reader), self.clock.now(), text[:LONGEST].strip()
        before = await self.store.talk.recent(pet.bond, HISTORY)
        ahead = self.understanding.backgrounds.begin(Said(person, pet, plain, now, tuple(before), id_))
        try:
            turn, heeded = await self._heard(person, text, id_, begun, ahead)
            with self.answering.during(turn.message):
                async with self._asked(heeded.person, pet, turn) as asked:
                    await self.store.kept()
                    yield Heard(turn.message)
                    async with aclosing(self._answer(heeded.person, pet, asked)) as events:
                        async for event in events:
                            yield event
        finally:
            ahead.drop()

    async def _heard(
        self, person: Person, text: str, id_: MessageId, begun: Awaitable[Reader] | None, ahead: Ahead
    ) -> tuple[Taken, Heeded]:
        """Screen a message and store it; the disk is still to be waited for.

        The screen is first, so that one write carries the tier and no crash can leave a crisis message that the
        night would take for an ordinary one.
        """
        bond, before = ahead.said.pet.bond, list(ahead.said.history)
        clean, reading = await screened(before, text, person.language, self.care.reader, begun)
        if not needs_protocol(reading):
            ahead.screened.set()
        async with self.store.transaction(whole=True, waits=False):
            session, new = await self.sessions.current(bond)
            if new and self.greetings and (asked := await self.greetings.answered(session, self.rng)):
                before.append(asked)
            reading = read_after(within(before, session), clean, reading)
            if follows := await self.follow_up.waits(bond):
                reading = await self.follow_up.heard(person, bond, clean, reading)
            message = Message(
                id=id_, bond=bond, session=session.id, role="person", text=clean, at=self.clock.now(),
                tier=reading.tier,
            )  # fmt: skip
            await self.store.talk.add(message)
            heeded = await self.wellbeing.heed(person, message)
        return Taken(session, message, before, reading, heeded, follows, ahead), heeded

    async def retry(self, person: Person, pet: Pet, message_id: MessageId) -> Events:
        """Answer a stored message that has no reply yet (the last turn failed); from `Heard` on it can be ended.

        Raises:
            NotFoundError: there is no such message of the person, or it is answered.
            ConflictError: it is being answered at this moment.
        """
        message = await self.store.talk.message(pet.bond, message_id)
        if message is None or message.role != "person" or await self.store.talk.reply(pet.bond, message_id):
            raise NotFoundError(f"there is no unanswered message {message_id!r}")
        if message_id in self.answering:
            raise ConflictError("this message is being answered already; wait for its reply")
        with self.answering.during(message):
            await self.store.kept()  # the disk may be what failed
            await asked_again(self.store, message)
            yield Heard(message)
            before = await self.store.talk.recent(pet.bond, HISTORY, message_id)
            session = await self.sessions.of(message)
            reading = read_after(
                within(before, session), message.text, await read(before, message.text, self.care.reader)
            )
            if message.tier > reading.tier:  # it was an answer to the question of the next session
                reading = Reading(message.tier, reading.categories or (WORSE,))
            turn = Taken(session, message, before, reading)
            async with aclosing(self._answer(person, pet, turn)) as events:
                async for event in events:
                    yield event

    async def _answer(self, person: Person, pet: Pet, turn: Taken) -> Events:
        if self.second is not None:
            message, reading = await self.second.at(person, pet, turn.message, turn.reading)
            turn = replace(turn, message=message, reading=reading)
        hard, rested = turn.reading.tier > Tier.none, False
        use = turn.heeded.use.stretch if turn.heeded else None
        for notice in await self.notices.due(person, pet, turn.session, hard=hard, use=use):
            rested = rested or notice.kind == "break"
            yield notice
            await self.notices.given(person, notice, turn.session)
        if needs_protocol(turn.reading):
            yield await self._step_aside(person, turn)
            return
        async with aclosing(self._heeded(pet, turn, rested)) as notices:
            async for notice in notices:
                yield notice
        try:
            async with self.answering.endable(turn.message.id), aclosing(self._reply(person, pet, turn)) as events:
                async for event in events:
                    yield event
        except Ended:
            yield await what_stays(self.store, turn.message)

    async def _reply(self, person: Person, pet: Pet, turn: Taken) -> Events:
        if self.announcer is not None and (news := await self.announcer.news(pet, person.language)):
            yield Notice(news)
            await self.announcer.told(pet)
        async with aclosing(turn.asking or self._ask(person, pet, turn)) as asking:
            try:
                understood = await asking.understood()
                self.answering.check(turn.message.id)
            except BaseException:
                await to_the_end(self.turns.remember([turn.message], person.language))
                raise
            async with aclosing(self._speak(person, turn, understood, asking.pieces())) as events:
                async for event in events:
                    yield event

    def _ask(self, person: Person, pet: Pet, turn: Taken) -> Asking:
        understood = self.understanding.of(person, pet, turn.message, turn.before, turn.session, turn.ahead)
        return Asking(understood, self.mind, self.profile, self.understanding.promises)

    @asynccontextmanager
    async def _asked(self, person: Person, pet: Pet, turn: Taken) -> AsyncIterator[Taken]:
        """A turn for which a mind is asked already, if care has read all that it will."""
        if self.second is not None or needs_protocol(turn.reading):
            yield turn
            return
        async with aclosing(self._ask(person, pet, turn)) as asking:
            yield replace(turn, asking=asking)

    async def _heeded(self, pet: Pet, turn: Taken, rested: bool) -> AsyncGenerator[Notice, None]:
        """What the app says of time, age and people, and its question after a hard talk; one break is enough."""
        if turn.heeded is None:
            return
        if turn.follows and await self.follow_up.put(turn.heeded.person, pet.bond, turn.session):
            yield Notice(follow_up(turn.heeded.person.language), "follow_up")
        for notice in await self.wellbeing.notices(pet, turn.message, turn.reading, turn.heeded):
            if not (rested and notice.kind == "break"):
                yield notice
                await self.wellbeing.given(notice, pet.bond, turn.heeded)

    async def _step_aside(self, person: Person, turn: Taken) -> Crisis:
        reply = turn.reply(self._id(), "", self.clock.now())
        before = within(turn.before, turn.session)
        reply, help_ = await self.aside.answer(person, turn.message.text, reply, turn.reading, before)
        return Crisis(reply, help_, turn.reading.tier)

    async def _note(self, person: Person, turn: Taken, event: Event, detail: str = "") -> None:
        """For the audit trail, and the yearly counts."""
        await self.audit.note(
            person, turn.message.bond, event, tier=turn.reading.tier, categories=turn.reading.categories, detail=detail
        )

    async def _speak(self, person: Person, turn: Taken, understood: Understood, pieces: Pieces) -> Events:
        given, speech = understood.given, Speech(person.language, turn.scene(self.care.scene(person), understood.given))
        try:
            async with speech.prepared(), aclosing(self._sentences(turn, understood, speech, pieces)) as said:
                async for sentence in said:
                    yield sentence
        except BaseException:  # stopped, cancelled or a mistake of a mind's: what was shown stays said
            if speech.shown:
                await to_the_end(self._keep(person, turn, understood, speech))
            else:
                await to_the_end(self.turns.remember([turn.message], person.language))
            raise
        reply = await to_the_end(self._keep(person, turn, understood, speech))
        yield Done(reply, given.strategy, given.affect, turn.message.tier, given.memories, speech.whole)

    async def _sentences(
        self, turn: Taken, understood: Understood, speech: Speech, pieces: Pieces
    ) -> AsyncGenerator[Sentence, None]:
        """The reply, checked, and what it owes to somebody who asked whether this is an AI."""
        given = understood.given
        skill: Skill[ChatInput, Reply] = SKILLS[understood.skill]
        try:
            async with aclosing(sentences(pieces)) as said:
                async for text, found in said:
                    speech.trace = found or speech.trace
                    if safe := speech.next(text):
                        yield Sentence(safe)
            speech.whole = True
        except MindError as error:
            if not (speech.shown or speech.waits):
                raise  # where all waits, reviewed words are better than none
            logger.warning("the reply to %s broke off: %s", turn.message.id, error)
        if owed := speech.rest():
            yield Sentence(owed)
        if given.asked_if_ai and skill.problems(given, Reply(text=speech.shown), self.profile):
            honest = self.care.rules.duties.notice.said(given.context.pet.name, given.context.language)
            yield Sentence(speech.add(honest))

    async def _keep(self, person: Person, turn: Taken, understood: Understood, speech: Speech) -> Message:
        """Store what was shown; a reply that another process made meanwhile, while this one hung, is what counts."""
        given = understood.given
        reply = replace(
            turn.reply(self._id(), speech.shown.strip(), self.clock.now()),
            tier=turn.message.tier,
            strategy=given.strategy,
            affect=understood.felt,
            memories=given.told(speech.trace),
            mind=speech.mind or self.mind.name,
            trace=replace(speech.trace, stopped=not speech.whole and self.answering.ended(turn.message.id)),
        )
        both = (turn.message, reply)
        # The turn's own entry, too, comes only now: it need not hold up the first sentence.
        entries = await self.turns.entries(both, given.context.language)
        async with self.store.transaction(whole=given.due is None):  # a day told twice must not cost the reply
            latest = [message.id for message in await self.store.talk.recent(reply.bond, 1)]
            if latest != [turn.message.id] and (known := await self.store.talk.reply(reply.bond, turn.message.id)):
                return known
            await self.store.talk.add(reply)
            await self.turns.put(both, entries)
            await self.sessions.prolong(turn.session)
            await self.lab.count(person, *counted(understood, speech))
            if turn.reading.tier > Tier.none:
                await self._note(person, turn, "support")
            for rule in speech.replaced:
                await self.audit.note(person, reply.bond, "replaced", detail=rule)
            if given.due is not None and speech.whole:
                await self.understanding.promises.asked(given.due)
        return reply

    def _id(self) -> MessageId:
        return MessageId(new_id(self.clock.now(), self.rng.token()))
