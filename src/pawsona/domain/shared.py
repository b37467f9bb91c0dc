"""What several processes on one store share: whose turn it is, what open pages are told, who leads. Gone in minutes."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

from pawsona.domain.ids import Bond, PersonId


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One thing that happened, for the open pages of a person; ids and dates, never words."""

    id: str
    person: PersonId
    kind: str
    data: Mapping[str, Any]
    at: datetime


@dataclass(frozen=True)
class Ticket:
    """A place in a pet's line. Its process moves `until` on while it lives; that it moves is what counts, not when."""

    number: int
    until: datetime


class Tickets(Protocol):
    """The order of a pet's turns of talk: who came first speaks first, in whichever process."""

    async def draw(self, bond: Bond, process: str, until: datetime) -> int:
        """A number behind everybody who waits, that no ticket of the pet had before.

        Raises:
            ConflictError: the pet is gone.
        """

    async def first(self, bond: Bond) -> Ticket | None:
        """The one with the lowest number."""

    async def keep(self, process: str, until: datetime) -> int:
        """Show that a process lives, on all its tickets; how many there are."""

    async def leave(self, bond: Bond, number: int) -> None: ...
    async def take_away(self, bond: Bond, ticket: Ticket) -> None:
        """As `leave`, for a process that is taken for dead; not if it was heard of since the ticket was read."""

    async def bury(self, process: str) -> int:
        """Take away all tickets of a process that is known to have ended; how many there were."""


class NewsBoard(Protocol):
    """News on their way to pages that other processes hold open."""

    async def put(self, news: Sequence[Told]) -> None: ...
    async def since(self, moment: datetime) -> list[Told]:
        """Everybody's, at or after a moment, oldest first."""

    async def drop(self, before: datetime) -> None: ...


CLOCK = "clock"
"""The lead of the process that does a minute's work for all."""


class Leads(Protocol):
    """Which of several processes does what is to be done once."""

    async def lead(self, name: str, owner: str, now: datetime, until: datetime) -> bool:
        """Take the lead, or keep it; False where another process has it."""

    async def resign(self, name: str, owner: str) -> None: ...


class Shared(Protocol):
    """All of them, as a store has them."""

    tickets: Tickets
    board: NewsBoard
    leads: Leads
