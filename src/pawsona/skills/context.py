"""What every skill is told: who the pet is, who the person is, and when it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime

from pawsona.domain.language import Language
from pawsona.domain.person import Fact, Person
from pawsona.domain.pet import Friend, Pet

LineLedger = Mapping[str, date]
"""Line id -> the last day it was used, from stored rows; a mind that writes from a library avoids these."""


@dataclass(frozen=True, kw_only=True)
class Context:
    """P, U and the moment. `now` is on the person's wall clock (aware)."""

    pet: Pet
    person: Person
    now: datetime
    facts: tuple[Fact, ...] = ()
    friends: tuple[Friend, ...] = ()
    ledger: LineLedger = field(default_factory=dict)

    @property
    def language(self) -> Language:
        return self.person.language
