"""Work that is asked for every minute, and done less often."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime, timedelta


@dataclass
class Seldom:
    """Remembers when each work was done last; the first time it is due.

    Args:
        every: how long each work rests.
    """

    every: Mapping[str, timedelta]
    _last: dict[str, datetime] = field(default_factory=dict)

    def due(self, work: str, now: datetime) -> bool:
        """Whether it is to be done now, and if so, from now on not for a while. A clock set back counts as time."""
        last = self._last.get(work)
        if last is not None and abs(now - last) < self.every[work]:
            return False
        self._last[work] = now
        return True
