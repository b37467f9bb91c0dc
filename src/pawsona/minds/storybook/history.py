"""Reads the pet's life back from what is stored: which line was last used when, and which story it lives in.

Nothing is kept beside the store. What was used on the day itself, or later, does not count, so a night that was killed
half-way and runs again makes the same day.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date

from pawsona.minds.storybook.stock import Story
from pawsona.skills.routine import DayInput


@dataclass(frozen=True, slots=True)
class History:
    """Everything that happened before a day."""

    on: date
    used: Mapping[str, date]
    """Line id -> last day of use, before `on`."""

    @property
    def is_first(self) -> bool:
        """Whether the pet has not lived a day yet."""
        return not self.used

    @property
    def age(self) -> int:
        """Days since its first day."""
        return (self.on - min(self.used.values(), default=self.on)).days

    def since(self, line: str) -> int | None:
        """Days since a line was used."""
        last = self.used.get(line)
        return None if last is None else (self.on - last).days

    def told(self, story: Story) -> int:
        """How many episodes of a storyline have happened."""
        return max((n for n, episode in enumerate(story.episodes, 1) if episode.line in self.used), default=0)

    def bound(self, prefix: str) -> dict[str, str]:
        """The latest values stored as `<prefix><name>=<value>` (cast and thread variables)."""
        newest: dict[str, tuple[date, str]] = {}
        for line, day in self.used.items():
            if line.startswith(prefix) and "=" in line:
                name, _, value = line[len(prefix) :].partition("=")
                newest[name] = max(newest.get(name, (date.min, "")), (day, value))
        return {name: value for name, (_, value) in newest.items()}


def history(given: DayInput) -> History:
    """What was used before the day that is to be made."""
    on = given.context.now.date()
    used = {line: day for line, day in given.context.ledger.items() if day < on}
    for day in given.past:
        if day.on < on:
            for line in day.lines:
                used[line] = max(used.get(line, date.min), day.on)
    return History(on, used)
