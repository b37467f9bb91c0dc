"""How long a thing is worth keeping: what its topic usually is, and how it was said.

Taking something lasting for short-lived loses it; taking something passing for lasting only clutters. So nothing is
short-lived that doesn't say so itself.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import cast

from pawsona.domain.language import Language
from pawsona.domain.memory import TOPICS, Importance, Topic
from pawsona.errors import ContentError
from pawsona.minds.storybook import source
from pawsona.minds.storybook.talk.book import CONTENT
from pawsona.minds.storybook.talk.entries import Cues
from pawsona.skills.topics import FIXED

_SETTLED = frozenset({"occupation", "location", "personality", "virtual_interaction"})
"""What hardly changes because a day is named beside it."""
_USUALLY: Mapping[str, Importance] = {
    "emotional_state": 1, "academic": 1, "travel": 1, "work": 1, "other_events": 1, "mood": 0,
}  # fmt: skip
"""All other topics are lasting ones."""
_LASTING = frozenset({"work", "other_events"})
"""What is for good where it has lasted: nine years at one desk, a car since school."""
_SOON = 31
"""Days ahead up to which a plan is short-lived; until its day it is never forgotten."""
_NAMES = (
    "formative", "forever", "season", "passing", "ahead", "near", "feels",
    "others", "changed", "over", "taken", "denied", "news", "assent", "dissent",
)  # fmt: skip


@dataclass(frozen=True)
class Keeping:
    """One language's cues for how long, and for what is no longer so."""

    cues: Mapping[str, Cues]
    only: Mapping[Topic, Cues]
    """Topics of which a person has one thing at a time, and what says that it is another now."""

    def has(self, name: str, text: str) -> bool:
        """Whether one of the named cues stands in a text."""
        return self.cues[name].find(text) is not None

    def importance(self, topic: Topic, text: str, ahead: int | None = None) -> Importance:
        """0 for a month, 1 for a season, 2 for good.

        Args:
            topic: what it is about.
            text: what was said, the message whole.
            ahead: days until the day that it names, where it names one.
        """
        if topic in FIXED:
            return 2
        if self.has("others", text):
            return 0 if topic == "mood" else 1
        if self.has("formative", text):
            return 2
        usual = _USUALLY.get(topic, 2)
        if topic == "mood":
            return 0
        planned = self._planned(topic, text, ahead)
        if topic in _SETTLED:
            return usual if planned is None else 1
        if planned is not None:
            return planned
        lasts = self.has("forever", text)
        if self.has("passing", text) and not lasts:
            return 0
        if self.has("season", text) and not lasts:
            return 1
        return 2 if lasts and topic in _LASTING else usual

    def _planned(self, topic: Topic, text: str, ahead: int | None) -> Importance | None:
        """Of what is still to come: soon or in a season."""
        if ahead is not None and ahead > 0:
            return 0 if ahead <= _SOON or topic == "health_status" else 1  # an appointment ends with its day
        if not self.has("ahead", text):
            return None
        return 0 if self.has("near", text) else 1

    def feeling(self, text: str) -> Topic | None:
        """Whether a message tells how somebody feels: now, or for some time."""
        if not self.has("feels", text):
            return None
        return "emotional_state" if self.has("season", text) or self.has("forever", text) else "mood"


def days_ahead(on: str, today: date) -> int | None:
    """From a slot that holds a date, or nothing."""
    return (date.fromisoformat(on) - today).days if on else None


@lru_cache(maxsize=2)
def keeping(language: Language) -> Keeping:
    """A language's cues, read once.

    Raises:
        ContentError: the file is wrong.
    """
    path = CONTENT / language / "talk" / "keeping.yaml"
    data = source.read(path, CONTENT)
    if set(data) != {*_NAMES, "only"} or not set(data["only"]) <= set(TOPICS):
        raise ContentError(f"{language}/talk/keeping.yaml: expected {', '.join(_NAMES)}, and only: with topics")
    only = {cast(Topic, topic): Cues(rows) for topic, rows in data["only"].items()}
    return Keeping({name: Cues(data[name]) for name in _NAMES}, only)
