"""The port of a pet's life."""

from collections.abc import Mapping
from datetime import date
from typing import Protocol

from pawsona.domain.day import Change, Day, Feedback
from pawsona.domain.ids import Bond, FeedbackId


class Days(Protocol):
    """The pet's life: days, feedback, plan changes, and the lines that were used."""

    async def put(self, day: Day) -> None:
        """Add, or replace the day of the same date."""

    async def day(self, bond: Bond, on: date) -> Day | None: ...
    async def before(self, bond: Bond, on: date, limit: int) -> list[Day]:
        """Days before a date, newest first."""

    async def dates(self, bond: Bond) -> list[date]: ...
    async def telling(self, bond: Bond, line: str) -> list[Day]:
        """Days that used a line, in their own trace or in an item's, oldest first."""

    async def add_feedback(self, feedback: Feedback) -> None: ...
    async def feedback(self, bond: Bond) -> list[Feedback]:
        """All that was not taken back, oldest first."""

    async def delete_feedback(self, bond: Bond, feedback: FeedbackId) -> bool: ...
    async def add_change(self, bond: Bond, change: Change) -> None: ...
    async def changes(self, bond: Bond, on: date) -> list[Change]: ...
    async def drop_changes(self, bond: Bond, before: date) -> None:
        """Delete changes of days before a day, with the person's words in them."""

    async def ledger(self, bond: Bond) -> Mapping[str, date]:
        """Line id -> last day of use, from the traces of stored messages and days."""
