"""Whose turn it is: what the minute's work asks about everybody, answered by page and for those alone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Protocol

from pawsona.domain.ids import Bond
from pawsona.domain.message import Session

FORGOT = "forgot"
"""The mark of when a sleeping pet forgot last."""


class Due(Protocol):
    """Each answer is a page: fewer than `limit` are the last."""

    async def silent(self, before: datetime, beyond: datetime, after: Session | None, limit: int) -> Sequence[Session]:
        """Open sessions last heard of at `before` or earlier, or at `beyond` or later: then the clock was set back.

        Args:
            before: how long silence takes.
            beyond: the same, into the future.
            after: the last of the page before; None begins.
            limit: sessions at most.
        """

    async def asleep(
        self, zone: str, visited: datetime, forgot: datetime, after: Bond | None, limit: int
    ) -> Sequence[Bond]:
        """Pets of a time zone that nobody visited since one moment, and that did not forget since another.

        Args:
            zone: where their persons are.
            visited: a pet that was visited then, or later, is awake.
            forgot: when the person's day began.
            after: the last of the page before; None begins.
            limit: pets at most.
        """
