"""A planned day before it has words: what happens when and where, and why."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from pawsona.domain.day import Change
from pawsona.minds.storybook.stock import Beat


@dataclass(frozen=True, slots=True, kw_only=True)
class Slot:
    """One thing of a planned day; `start` in minutes since midnight."""

    start: int
    minutes: int
    act: str
    place: str
    energy: int = 0
    beat: Beat | None = None
    change: Change | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """Slots bound for this item alone: the friend who is visited."""

    @property
    def end(self) -> int:
        return self.start + self.minutes


@dataclass(frozen=True, slots=True)
class Wish:
    """Something that must have a place in the day: from when to when it may begin, and what it is."""

    earliest: int
    latest: int
    slot: Slot
    """Its `start` is not decided yet."""
