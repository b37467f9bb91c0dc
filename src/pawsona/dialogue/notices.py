"""What the app says in the pet's talk by the rules of the place: that this is an AI, and that a break would be good."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from pawsona.care.audit import Audit
from pawsona.care.disclosure import break_due, disclosure_due
from pawsona.care.duties import Duties
from pawsona.care.minors import is_minor
from pawsona.care.usage import ENDS_AFTER
from pawsona.dialogue.events import Notice
from pawsona.domain.message import Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store
from pawsona.domain.usage import Stretch
from pawsona.lab.varied import Lab, NoLab

MARKS: Mapping[Literal["disclosure", "break"], str] = {"disclosure": "disclosed", "break": "rested"}
"""Where the moment is kept at which a notice was given."""


@dataclass
class Notices:
    """Gives what is due; moments are stored, so neither a lost connection nor a restart makes use begin anew."""

    store: Store
    duties: Duties
    audit: Audit
    clock: Clock
    lab: Lab = field(default_factory=NoLab)

    async def due(
        self, person: Person, pet: Pet, session: Session, *, hard: bool, use: Stretch | None = None
    ) -> list[Notice]:
        """The notices of this moment.

        Args:
            person: who is told.
            pet: in whose talk.
            session: the one that is under way.
            hard: nobody is told to take a break now.
            use: how long they have been talking, over all pets; read where it is not given.
        """
        now, minor, bond = self.clock.now(), is_minor(person), pet.bond
        found = []
        given = await self.store.talk.marks(bond, list(MARKS.values()))
        if disclosure_due(self.duties.notice, minor, session.started_at, given.get(MARKS["disclosure"]), now):
            found.append(Notice(self.duties.notice.said(pet.name, person.language), "disclosure"))
        since = _use_since(use or await self.store.usage.stretch(person.id), session, now)
        if not hard and break_due(self.duties.breaks, minor, since, given.get(MARKS["break"]), now):
            found.append(Notice(self.duties.breaks.said(pet.name, person.language), "break"))
        return found

    async def given(self, person: Person, notice: Notice, session: Session) -> None:
        """It is out: a turn that died before must not cost the session its notice."""
        moment = max(self.clock.now(), session.started_at)
        async with self.store.transaction(whole=True):
            for kind, mark in MARKS.items():
                if kind == notice.kind:
                    await self.store.talk.set_mark(session.bond, mark, moment)
                    await self.audit.note(person, session.bond, kind)
            if notice.kind == "break":
                await self.lab.count(person, ("break", 1.0))


def _use_since(use: Stretch | None, session: Session, now: datetime) -> datetime:
    """Over all pets, and over a night that closed a session while somebody was talking."""
    goes_on = use is not None and abs(now - use.last_at) < ENDS_AFTER
    return min(use.since, session.started_at) if use is not None and goes_on else session.started_at
