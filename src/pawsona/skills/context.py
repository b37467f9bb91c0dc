"""What every skill is told: who the pet is, who the person is, and when it is."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta

from pawsona.domain.language import Language
from pawsona.domain.occasion import Occasion
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
    occasions: tuple[Occasion, ...] = ()
    """Birthdays, anniversaries and appointments of today and the next two weeks, the next first."""
    away: timedelta | None = None
    """How long the person was away before this talk; None before the second one."""

    @property
    def language(self) -> Language:
        return self.person.language

    @property
    def names(self) -> tuple[str, ...]:
        """Of pet, person and friends, longer ones first."""
        known = (self.pet.name, self.person.name, *(friend.name for friend in self.friends))
        return tuple(sorted(known, key=len, reverse=True))
