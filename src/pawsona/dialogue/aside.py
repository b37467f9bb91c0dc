"""Stepping aside: help instead of the persona. Needs no mind, makes no memory, leaves a mark for the follow-up."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Protocol

from pawsona.care.after import ABOUT, AFTER, CARE, kind_of
from pawsona.care.audit import Audit
from pawsona.care.crisis import WORSE, CrisisReply, crisis_reply, family_of, may_be_near, may_call, named_by
from pawsona.care.ready import Care
from pawsona.care.screen import Reading
from pawsona.care.situation import situation
from pawsona.dialogue.followup import ANSWERED, HARD
from pawsona.domain.carelog import Event
from pawsona.domain.message import Message, Tier, Trace
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Store
from pawsona.domain.webhook import NoPostbox, Postbox
from pawsona.lab.varied import Lab, NoLab

logger = logging.getLogger(__name__)


class Alarm(Protocol):
    """Whoever runs this for others, and promised to reach the contact whom a person named."""

    def call(self, person: Person, message: Message) -> None:
        """Say that it is time, by ids and tier; comes back at once, and never fails."""

    async def aclose(self) -> None:
        """Let calls end that are under way."""


@dataclass
class Aside:
    """Finds the words of the protocol and keeps what is needed of the turn."""

    store: Store
    care: Care
    audit: Audit
    clock: Clock
    alarm: Alarm | None = None
    lab: Lab = field(default_factory=NoLab)
    postbox: Postbox = field(default_factory=NoPostbox)

    async def answer(
        self, person: Person, said: str, reply: Message, reading: Reading, session: Sequence[Message]
    ) -> tuple[Message, CrisisReply]:
        """Fill in and store the reply of the protocol.

        Args:
            person: who is answered.
            said: what they wrote.
            reply: the pet's message of this turn, still without text.
            reading: what the screen found.
            session: what was said in this session before.
        """
        help_ = await self._words(person, said, reading, session)
        after = kind_of(reading)
        state = {"after": after} if after else {ABOUT: " ".join(reading.categories)}
        reply = replace(reply, text=help_.text, tier=reading.tier, mind=CARE, trace=Trace(state=state))
        await self._keep(person, reply, reading, help_)
        return reply, help_

    async def _words(self, person: Person, said: str, reading: Reading, session: Sequence[Message]) -> CrisisReply:
        today = person.local(self.clock.now()).date()
        known = {person.age_band, person.age_seen}
        contact = (await self.store.people.safeguards(person.id)).contact if may_call(reading) else None
        return crisis_reply(
            reading, person.language, person.region, today, self.care.resources,
            young=bool(known & {"child", "teen"}), contact=contact, times=sum(m.mind == CARE for m in session),
            found=situation(said, family_of(reading), may_be_near(reading), named_by(reading)),
        )  # fmt: skip

    async def _keep(self, person: Person, reply: Message, reading: Reading, help_: CrisisReply) -> None:
        """Store the reply and the mark; call whom the person agreed to, where somebody runs this for others."""
        async with self.store.transaction():
            await self.store.talk.add(reply)
            if kind_of(reading) is not None:
                await self._note(person, reply, reading, "support")
            else:
                await self._first(person, reply, reading, help_)
            if help_.contact is not None:
                await self._note(person, reply, reading, "contact_offered")
        logger.info("care protocol for message %s, tier %s", reply.answers, reply.tier.name)
        if self.alarm is not None and help_.contact is not None and help_.contact.consented_at is not None:
            self.alarm.call(person, reply)

    async def _first(self, person: Person, reply: Message, reading: Reading, help_: CrisisReply) -> None:
        await self.lab.count(person, ("crisis", None))  # before the mark: from then on nothing of them is counted
        if await self._is_new(reply, reading):
            await self.store.talk.set_mark(reply.bond, HARD, self.clock.now())
        await self._note(person, reply, reading, "protocol", family_of(reading))
        await self._note(person, reply, reading, "referral", help_.resources[0].region)
        await self.postbox.post(person.id, "care.protocol", pet=reply.bond.pet, tier=reading.tier.name)

    async def _is_new(self, reply: Message, reading: Reading) -> bool:
        """Whether to ask after it next time; what somebody answers to being asked is heard, and that is enough."""
        answered = await self.store.talk.mark(reply.bond, ANSWERED)
        return reading.tier > Tier.concern or answered is None or abs(reply.at - answered) > timedelta(days=1)

    async def _note(self, person: Person, reply: Message, reading: Reading, event: Event, detail: str = "") -> None:
        found = [name for name in reading.categories if name != WORSE and not name.startswith(AFTER)]
        await self.audit.note(person, reply.bond, event, tier=reading.tier, categories=found, detail=detail)
