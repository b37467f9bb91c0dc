"""A day that means something to the person: a birthday, an anniversary, something they have to go to."""

from dataclasses import dataclass
from datetime import date
from typing import Literal

from pawsona.domain.ids import MemoryId

OccasionKind = Literal["birthday", "anniversary", "day"]
"""The first two come back each year."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """One memory's day, the next time that it comes."""

    on: date
    kind: OccasionKind
    text: str
    """As it is said to the person: "your mum's birthday", "you have a dentist appointment"."""
    own: bool
    """Whether it is the person's own: then one congratulates."""
    memory: MemoryId
