"""What was understood of a reply."""

from dataclasses import dataclass
from typing import Literal

Status = Literal["answered", "ambiguous", "refused", "unknown", "empty", "failed"]
"""`unknown`: no label, or one that was not on offer. `failed`: the system gave nothing (null). All but `answered` are
wrong, and are counted."""


@dataclass(frozen=True, slots=True)
class Answer:
    """Labels that were chosen; none of them unless `status` is `answered`."""

    status: Status
    chosen: frozenset[str] = frozenset()

    @property
    def label(self) -> str | None:
        """The one that was chosen, where it is one."""
        return next(iter(self.chosen)) if len(self.chosen) == 1 else None


def answered(*chosen: str) -> Answer:
    """An answer that could be told."""
    return Answer("answered", frozenset(chosen))
