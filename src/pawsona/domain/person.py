"""U: the person, "owner" in the pet's mouth."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Literal
from zoneinfo import ZoneInfo

from pawsona.domain.ids import MemoryId, PersonId
from pawsona.domain.language import Language

AgeBand = Literal["unknown", "child", "teen", "adult"]
"""`child` is under 13, `teen` 13 to 17. Unknown is treated as a minor wherever care asks."""


UNNAMED: Mapping[Language, str] = {"en": "friend", "zh": "朋友"}
"""What somebody is called who did not say their name, until they do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Who the companion is for. What the pet has learned about them are `Fact`s, one bond at a time."""

    id: PersonId
    name: str
    language: Language
    time_zone: str
    created_at: datetime
    region: str | None = None
    age_band: AgeBand = "unknown"
    """What they said when they adopted, or on the care page."""
    age_seen: AgeBand | None = None
    """What they said of it in talk, where that is a minor's age or school; `care.minors` reads it."""
    adult_at: datetime | None = None
    """When they answered plainly that they are of age; from then on hints count no more, only a plain age does."""

    def local(self, moment: datetime) -> datetime:
        """The person's wall clock at a moment."""
        return moment.astimezone(ZoneInfo(self.time_zone))


@dataclass(frozen=True, slots=True)
class Fact:
    """One lasting thing about the person that a night took from a permanent memory into U."""

    memory: MemoryId
    text: str
