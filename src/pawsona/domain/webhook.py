"""What programs of a product are told: that something happened, by ids and counts, and never a word that was said."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from typing import Any, Literal, Protocol, get_args

from pawsona.domain.consent import Purpose
from pawsona.domain.ids import PersonId
from pawsona.domain.tenant import Tenant

Event = Literal["person.joined", "person.left", "pet.adopted", "night.done", "care.protocol"]
EVENTS: tuple[Event, ...] = get_args(Event)
USUAL: frozenset[Event] = frozenset(EVENTS) - {"care.protocol"}
"""What a webhook is told where nobody names events; that help was given only where somebody asks for it by name."""
ASKED: Mapping[Event, Purpose] = {"pet.adopted": "webhooks", "care.protocol": "care_webhooks"}
"""Events that are sent of nobody who did not agree. The others are what a product needs to keep its own records right:
who has an account and who has none any more; and counts, which are of nobody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Webhook:
    """An address of a product's program, and what it is told."""

    id: str
    tenant: Tenant
    url: str
    events: frozenset[Event]
    secret: str
    """Both sides' key, as `whsec_` and base64."""
    former: str = ""
    """The key before, which signs as well until `former_until`."""
    former_until: datetime | None = None
    made_at: datetime
    sent: int = 0
    """What was delivered so far."""
    night: date | None = None
    """The day whose nights it was told of last."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Letter:
    """One event on its way to one webhook. It is gone once it was delivered."""

    id: str
    """The same at every attempt, so that whoever gets it twice can tell."""
    webhook: str
    person: PersonId | None
    """Whose it is, and with whom it goes; None where it stays when they go."""
    event: Event | Literal["webhook.test"]
    data: Mapping[str, Any]
    at: datetime
    attempts: int = 0
    """That failed."""
    error: str = ""
    """What came of the last one: a sentence of ours, without an address."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """How many letters to a webhook are on their way, and how many nobody sends any more."""

    waiting: int = 0
    dead: int = 0


class Webhooks(Protocol):
    """Which there are."""

    async def add(self, webhook: Webhook) -> None: ...
    async def all(self) -> list[Webhook]:
        """By when they were made."""

    async def renew(self, webhook: Webhook) -> bool:
        """Store its keys; False: there is none such."""

    async def told(self, webhook: str, night: date) -> bool:
        """Note that it is told of the nights before a day; False where it was before."""

    async def remove(self, webhook: str) -> bool:
        """With all letters to it."""


class Outbox(Protocol):
    """What is to be delivered: stored in the transaction of what it tells, so it is told if and only if it happened."""

    async def put(self, letters: Sequence[Letter]) -> None: ...
    async def due(self, now: datetime) -> list[str]:
        """The webhooks with letters that can be claimed."""

    async def claim(self, webhook: str, now: datetime, until: datetime, limit: int) -> list[Letter]:
        """Take letters that are due and nobody holds, the oldest first.

        Args:
            webhook: to which.
            now: the moment.
            until: when others may take what was not delivered.
            limit: letters at most.
        """

    async def sent(self, letter: Letter) -> None:
        """It was delivered: forget it, and count."""

    async def fail(self, letter: Letter, error: str, again: datetime | None) -> None:
        """It was not; not to be tried before `again`, or not at all any more."""

    async def counts(self) -> dict[str, Waiting]:
        """By webhook, those with any."""

    async def dead(self, webhook: str) -> list[Letter]:
        """Those that nobody sends any more, the oldest first."""

    async def resend(self, webhook: str, now: datetime) -> int:
        """Send the dead once more, with no attempt counted; how many there were."""

    async def take_back(self, person: PersonId, event: Event) -> int:
        """Forget a person's letters of a kind; how many there were."""

    async def drop(self, before: datetime) -> None:
        """Forget what is dead and happened before a moment."""


class Postbox(Protocol):
    """Where something that happened is dropped in, to be told to whom it may be told."""

    async def post(self, person: PersonId, event: Event, **data: Any) -> None:
        """Inside the transaction in which it happens; ids and kinds, never words."""


class NoPostbox:
    """Where nobody is told anything."""

    async def post(self, person: PersonId, event: Event, **data: Any) -> None:
        return None
