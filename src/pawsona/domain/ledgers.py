"""Ports of what a store keeps beside talk, memory and life: cards, costs, pins, promises, nights, use, devices."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Protocol

from pawsona.domain.account import Account, Credential
from pawsona.domain.call import Call
from pawsona.domain.card import Card
from pawsona.domain.carelog import Line, Tally
from pawsona.domain.consent import Consent, Purpose
from pawsona.domain.departure import Departure
from pawsona.domain.device import Device
from pawsona.domain.ids import Bond, CredentialId, DeviceId, DocumentId, NoteId, PersonId, PromiseId
from pawsona.domain.lease import Leases
from pawsona.domain.note import Document, Note, Passage
from pawsona.domain.pin import Pin
from pawsona.domain.promise import Promise
from pawsona.domain.tenant import Tenant
from pawsona.domain.usage import Stretch, UseDay
from pawsona.domain.webhook import Outbox, Webhooks


class Notes(Protocol):
    """Notes and documents."""

    async def add_note(self, note: Note) -> None: ...
    async def note(self, bond: Bond, note: NoteId) -> Note | None: ...
    async def notes(self, bond: Bond) -> list[Note]: ...
    async def delete_note(self, bond: Bond, note: NoteId) -> bool: ...
    async def add_document(self, document: Document, passages: Sequence[str]) -> None: ...
    async def documents(self, bond: Bond) -> list[Document]: ...
    async def passages(self, bond: Bond, refs: Sequence[str]) -> list[Passage]:
        """Passages by ref (`document:number`), those that exist, in order."""

    async def delete_document(self, bond: Bond, document: DocumentId) -> bool: ...


class Cards(Protocol):
    """The character cards that pets came from; a pet has one or none."""

    async def put(self, card: Card) -> None:
        """Add, or replace the card of the same pet."""

    async def card(self, bond: Bond) -> Card | None: ...
    async def greeting(self, bond: Bond) -> str:
        """The card's first words alone; empty where there is no card or it has none to show."""


class Calls(Protocol):
    """What calls of models cost."""

    async def add(self, *added: Call) -> None: ...
    async def since(self, bond: Bond, moment: datetime) -> list[Call]:
        """Calls at or after a moment, oldest first."""


class Pins(Protocol):
    """Which mind a pet speaks with, and spoke with."""

    async def add(self, pin: Pin) -> None: ...
    async def all(self, bond: Bond) -> list[Pin]:
        """The whole history, oldest first: the last one holds."""

    async def announce(self, bond: Bond) -> None:
        """The person has been told of every change so far."""


class Promises(Protocol):
    """The ledger of promises."""

    async def add(self, promise: Promise) -> None: ...
    async def all(self, bond: Bond) -> list[Promise]:
        """Every promise, soonest first."""

    async def due(self, bond: Bond, now: datetime) -> list[Promise]:
        """Due, not asked and not closed, soonest first."""

    async def update(self, promise: Promise) -> None: ...
    async def delete(self, bond: Bond, promise: PromiseId) -> None: ...
    async def drop_over(self, bond: Bond, before: datetime) -> int:
        """Delete those that were closed before a moment; how many there were."""


class Nights(Protocol):
    """The night's ledger: what is in it was done, and is not done again."""

    async def done(self, bond: Bond, on: date) -> frozenset[str]:
        """The stages done in the night before a day."""

    async def record(self, bond: Bond, on: date, stage: str, at: datetime) -> None: ...


class Departures(Protocol):
    """The report of what was forgotten."""

    async def add(self, bond: Bond, departures: Sequence[Departure]) -> None:
        """Count on: one row per day, cause, kind, topic and retention. A negative count takes back."""

    async def all(self, bond: Bond) -> list[Departure]:
        """Every row, the latest day first."""

    async def drop(self, bond: Bond, before: date) -> None:
        """Forget what was forgotten before a day."""


class Usage(Protocol):
    """How long a person talks, over all their pets."""

    async def stretch(self, person: PersonId) -> Stretch | None:
        """The last time of continuing use; whether it still goes on, its `last_at` says."""

    async def use(self, person: PersonId, stretch: Stretch, more: UseDay) -> None:
        """Store the stretch, and count on for a day."""

    async def count(self, person: PersonId, more: UseDay) -> None:
        """Count on for a day, the stretch apart."""

    async def days(self, person: PersonId, since: date) -> list[UseDay]:
        """Days with anything to count since a day, oldest first."""

    async def drop(self, person: PersonId, before: date) -> None:
        """Forget the days before a day."""


class Devices(Protocol):
    """Phones that may reach a person's home."""

    async def add(self, device: Device) -> None: ...
    async def all(self, person: PersonId) -> list[Device]:
        """Every one, by when it was paired."""

    async def seen(self, person: PersonId, device: DeviceId, at: datetime) -> None: ...
    async def remove(self, person: PersonId, device: DeviceId) -> bool:
        """False: there is none."""


class Accounts(Protocol):
    """Ways in, on a server of many persons."""

    async def add(self, account: Account) -> None:
        """Raises `ConflictError` where another of the tenant has this login."""

    async def of(self, person: PersonId) -> Account | None: ...
    async def named(self, tenant: Tenant, login: str) -> Account | None: ...
    async def update(self, account: Account) -> None: ...
    async def attempt(self, key: str, now: datetime, since: datetime) -> int:
        """Count a failed sign-in, and say how many there were since then. Nobody is named: `key` is a hash."""

    async def attempts(self, key: str, since: datetime) -> tuple[int, datetime | None]:
        """How many failed since then, and when the first of them did."""

    async def forgive(self, key: str) -> None:
        """Forget all of this key."""

    async def forget_attempts(self, before: datetime) -> None: ...


class Credentials(Protocol):
    """Sessions and API tokens."""

    async def add(self, credential: Credential) -> None: ...
    async def get(self, person: PersonId, credential: CredentialId) -> Credential | None: ...
    async def all(self, person: PersonId) -> list[Credential]:
        """Every one, by when it was made."""

    async def seen(self, person: PersonId, credential: CredentialId, at: datetime, until: datetime | None) -> None: ...
    async def remove(self, person: PersonId, credentials: Sequence[CredentialId]) -> int:
        """How many there were."""

    async def drop(self, person: PersonId, now: datetime) -> None:
        """Forget those that have ended."""


class CareLog(Protocol):
    """What care did: an audit trail that goes with its person, and counts that name nobody and stay."""

    async def add(self, line: Line, month: str) -> None:
        """Write a line down and count it, in one transaction.

        Args:
            line: what happened.
            month: where the person is, as 2026-11.
        """

    async def lines(self, bond: Bond) -> list[Line]:
        """The trail, oldest first."""

    async def drop(self, bond: Bond, before: datetime) -> None:
        """Forget lines of before a moment; the counts stay."""

    async def tallies(self, year: int) -> list[Tally]:
        """The counts of the whole home, by month."""


class Consents(Protocol):
    """What a person agreed to beyond being talked with."""

    async def give(self, person: PersonId, purpose: Purpose, version: str, at: datetime) -> None:
        """Write a yes down; one to other words takes the place of the one before."""

    async def withdraw(self, person: PersonId, purpose: Purpose, at: datetime) -> bool:
        """False: there was none to withdraw."""

    async def all(self, person: PersonId) -> list[Consent]:
        """The whole record, oldest first."""


class Ledgers(Protocol):
    """All of them, as a store has them."""

    notes: Notes
    cards: Cards
    calls: Calls
    pins: Pins
    promises: Promises
    nights: Nights
    leases: Leases
    departures: Departures
    usage: Usage
    devices: Devices
    accounts: Accounts
    credentials: Credentials
    carelog: CareLog
    consents: Consents
    webhooks: Webhooks
    outbox: Outbox
