"""Who is treated as a minor: whoever is not known to be of age, and whoever says in talk that they are not.

Talk only raises. Somebody whom it took for younger than they are is asked one plain question, and may answer it or
change it on the care page; a bare "yes" is no answer, since it may be one to the pet.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from pawsona.care.age import AgeReading
from pawsona.domain.person import AgeBand, Person

HINTS = 2
"""So many different hints count as if somebody had said it; one is what many grown-ups say."""


@dataclass(frozen=True)
class Learned:
    """What a message changed."""

    person: Person
    says: Literal["question", "child", "adult"] | None = None
    """What the app tells the person of it."""


def is_minor(person: Person) -> bool:
    """Whether minors' rules hold: on what they said of their age, on what talk showed, and where nothing is known."""
    return person.age_band != "adult" or person.age_seen in {"child", "teen"}


def learn(person: Person, reading: AgeReading, hints: Collection[str], asked: bool, now: datetime) -> Learned:
    """What is known of a person's age after a message.

    Args:
        person: as they are known.
        reading: of the message.
        hints: kinds of hints that were met before and now.
        asked: the plain question was put, and not answered yet.
        now: the moment.
    """
    if reading.band == "adult":
        return _grown_up(person, now) if asked else Learned(person)
    band: AgeBand | None = reading.band
    if band is None and person.adult_at is None and len(hints) >= HINTS:
        band = "teen"
    if band is None or person.age_seen in {band, "child"}:
        return Learned(person)
    known = replace(person, age_seen=band)
    if band == "child":
        return Learned(known, "child")
    return Learned(known, None if is_minor(person) else "question")


def _grown_up(person: Person, now: datetime) -> Learned:
    """Their answer; who said when adopting that they are under 18 changes that on the care page."""
    band: AgeBand = "adult" if person.age_band == "unknown" else person.age_band
    known = replace(person, age_band=band, age_seen=None, adult_at=now)
    return Learned(known, None if is_minor(known) else "adult")
