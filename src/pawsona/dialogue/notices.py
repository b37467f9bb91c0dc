"""What the app says in the pet's talk by the rules of the place: that this is an AI, and that a break would be good."""

from dataclasses import dataclass

from pawsona.care.disclosure import break_due, disclosure_due
from pawsona.care.duties import Duties
from pawsona.dialogue.events import Notice
from pawsona.domain.message import Session
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Clock, Store

MARKS = {"disclosure": "disclosed", "break": "rested"}
"""Where the moment is kept at which a notice was given."""


@dataclass
class Notices:
    """Gives what is due; moments are stored, so neither a lost connection nor a restart makes use begin anew."""

    store: Store
    duties: Duties
    clock: Clock

    async def due(self, person: Person, pet: Pet, session: Session, *, hard: bool) -> list[Notice]:
        """The notices of this moment. In a hard one (`hard`) nobody is told to take a break."""
        now, minor, bond = self.clock.now(), person.age_band != "adult", pet.bond
        found = []
        disclosed = await self.store.talk.mark(bond, MARKS["disclosure"])
        if disclosure_due(self.duties.notice, minor, session.started_at, disclosed, now):
            found.append(Notice(self.duties.notice.said(pet.name, person.language), "disclosure"))
        rested = await self.store.talk.mark(bond, MARKS["break"])
        if not hard and break_due(self.duties.breaks, minor, session.started_at, rested, now):
            found.append(Notice(self.duties.breaks.said(pet.name, person.language), "break"))
        return found

    async def given(self, notice: Notice, session: Session) -> None:
        """It is out: a turn that died before must not cost the session its notice."""
        moment = max(self.clock.now(), session.started_at)
        await self.store.talk.set_mark(session.bond, MARKS[notice.kind], moment)
