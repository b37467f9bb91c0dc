"""T1, T2, T3: one day of the pet's life, and what the person thought of it."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Literal, get_args

from pawsona.domain.ids import Bond, FeedbackId
from pawsona.domain.message import Trace

Mode = Literal["normal", "memory"]
"""iPET sec. 2.3: without, and with, a history of talk."""

Season = Literal["spring", "summer", "autumn", "winter"]
Weather = Literal["sun", "cloud", "rain", "wind", "fog", "snow"]

Reaction = Literal["not_bad", "dislike", "pat", "helpless", "doting", "funny"]
"""Pet-Bench's six presets (facts: not bad, I don't like it, pat on the head, how could this be, hmph, haha)."""
REACTIONS: tuple[Reaction, ...] = get_args(Reaction)

Method = Literal["world", "basic", "direct", "no_outline"]
"""iPET's three stages, and its three baselines (sec. 3.2)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """One thing the pet does: T2's line, T3's detail once it is made."""

    at: time
    label: str
    """Two to five words (ipet profile)."""
    kind: str
    """The activity ("fishing", "breakfast", "sleep"): what feedback moves and the drawing shows."""
    place: str = "home"
    detail: str | None = None
    short: str | None = None
    """One line for the timeline while it happens."""
    trace: Trace = Trace()


@dataclass(frozen=True, slots=True, kw_only=True)
class Day:
    """A day of the pet's life on the person's calendar."""

    bond: Bond
    on: date
    mode: Mode
    method: Method
    outline: str
    items: tuple[Item, ...]
    season: Season
    weather: Weather
    mind: str
    made_at: datetime
    stopgap: bool = False
    """True for a storybook day shown because the night was missed; replaced when the model's is ready."""
    trace: Trace = Trace()

    @property
    def lines(self) -> list[str]:
        """Every line of a storybook that it and its items used."""
        return [*self.trace.lines, *(line for item in self.items for line in item.trace.lines)]

    def now(self, moment: time) -> Item | None:
        """What the pet is doing at a wall-clock time; before the first item it still sleeps (None)."""
        begun = [item for item in self.items if item.at <= moment]
        return begun[-1] if begun else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Feedback:
    """What the person thought of one item. Tastes are summed from these rows, so taking one back undoes it."""

    id: FeedbackId
    bond: Bond
    on: date
    item: int
    kind: str
    """The item's activity, copied so that it stays readable."""
    reaction: Reaction | None
    text: str
    reply: str
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A plan that talk changed ("let's go to the sea tomorrow"): one fixed item of a day."""

    on: date
    at: time | None
    label: str
    kind: str
    said: str
    """The person's words that asked for it, shortened."""


Tastes = Mapping[str, float]
"""Activity -> -1 (avoided) to 1 (sought); absent means 0."""
