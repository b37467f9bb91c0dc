"""After a crisis: one gentle question at the next session, by whichever door the person comes in, and its answer."""

from dataclasses import dataclass
from datetime import datetime, timedelta

from pawsona.care.audit import Audit
from pawsona.care.crisis import FOLLOW_UP, WORSE, follow_up_due
from pawsona.care.followup import read_answer
from pawsona.care.screen import Reading
from pawsona.dialogue.sessions import SILENCE
from pawsona.domain.ids import Bond
from pawsona.domain.message import Session, Tier
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Store

HARD = "care.follow_up"
PUT = "care.asked"
ANSWERED = "care.answered"
MARKS = (HARD, PUT, ANSWERED)


@dataclass
class FollowUp:
    """Knows of a hard moment, whether it was asked after, and whether that was answered. Only moments are kept.

    They are the person's: whichever pet heard it, any of theirs is careful, asks, and hears the answer.
    """

    store: Store
    clock: Clock

    async def waits(self, bond: Bond) -> bool:
        """Whether a hard moment is still to be asked after, or its answer is still to come."""
        return await self._hard(bond) is not None

    async def near(self, bond: Bond) -> bool:
        """Whether help stays on top: until a day after the answer."""
        hard, now = await self._last(bond, HARD), self.clock.now()
        answered = await self._last(bond, ANSWERED)
        if hard is None or not follow_up_due(hard, now):
            return False
        return answered is None or answered < hard or now - answered < timedelta(days=1)

    async def put(self, person: Person, bond: Bond, session: Session | None = None) -> bool:
        """Whether the question is to be put now; from then on the next message is its answer.

        Args:
            person: whose question it is.
            bond: with which pet.
            session: the one that is under way; None where the person is just coming in.
        """
        hard = await self._hard(bond)
        if hard is None or (session is not None and session.started_at <= hard):
            return False
        if abs(self.clock.now() - hard) < SILENCE:
            return False  # with another pet it is still being talked about
        asked = await self._last(bond, PUT)
        if asked is not None and asked >= hard:
            return session is None and await self._same_visit(bond, hard)
        async with self.store.transaction():
            await self.store.talk.set_mark(bond, PUT, self.clock.now())
            await Audit(self.store, self.clock).note(person, bond, "follow_up")
        return True

    async def heard(self, person: Person, bond: Bond, said: str, reading: Reading) -> Reading:
        """What the screen found, or that it is no better; the question is answered either way.

        Call it inside the transaction that stores the message.
        """
        hard = await self._hard(bond)
        asked = await self._last(bond, PUT) if hard is not None else None
        if hard is None or asked is None or asked < hard:
            return reading
        answer = read_answer(said)
        await self.store.talk.set_mark(bond, ANSWERED, self.clock.now())
        await Audit(self.store, self.clock).note(person, bond, "follow_up_answered", detail=answer)
        if reading.tier == Tier.none and answer == "worse":
            return Reading(Tier.concern, (WORSE,))
        return reading

    async def forget(self, bond: Bond) -> None:
        """The marks go with their 30 days."""
        for mark, at in (await self.store.talk.marks(bond, MARKS)).items():
            if self.clock.now() - at >= FOLLOW_UP:
                await self.store.talk.set_mark(bond, mark, None)

    async def _hard(self, bond: Bond) -> datetime | None:
        hard = await self._last(bond, HARD)
        if hard is None or not follow_up_due(hard, self.clock.now()):
            return None
        answered = await self._last(bond, ANSWERED)
        return None if answered is not None and answered >= hard else hard

    async def _last(self, bond: Bond, mark: str) -> datetime | None:
        return await self.store.talk.last_mark(bond.person, mark)

    async def _same_visit(self, bond: Bond, hard: datetime) -> bool:
        """Whether nothing was said since it was put: the same greeting stays on the page."""
        session = await self.store.talk.last_session(bond)
        return session is None or session.started_at <= hard
