"""`Store` on a database: its parts, joined by one connection."""

from contextlib import AbstractAsyncContextManager
from typing import Any

from sqlalchemy import Connection, delete, insert, select

from pawsona.domain import census, ledgers, life, ports, shared, trial, webhook
from pawsona.domain.due import Due
from pawsona.domain.ids import PersonId
from pawsona.domain.lease import Leases
from pawsona.storage.accounts import SqlAccounts
from pawsona.storage.calls import SqlCalls
from pawsona.storage.cards import SqlCards
from pawsona.storage.carelog import SqlCareLog
from pawsona.storage.census import SqlCensus
from pawsona.storage.connection import Database, Write
from pawsona.storage.consents import SqlConsents
from pawsona.storage.credentials import SqlCredentials
from pawsona.storage.days import SqlDays
from pawsona.storage.departures import SqlDepartures
from pawsona.storage.devices import SqlDevices
from pawsona.storage.due import SqlDue
from pawsona.storage.export import count_person, export_person
from pawsona.storage.index import SqlIndex
from pawsona.storage.leases import SqlLeases
from pawsona.storage.memories import SqlMemories
from pawsona.storage.migrate import version_of, versions
from pawsona.storage.nights import SqlNights
from pawsona.storage.notes import SqlNotes
from pawsona.storage.people import SqlPeople
from pawsona.storage.pins import SqlPins
from pawsona.storage.promises import SqlPromises
from pawsona.storage.schema import settings
from pawsona.storage.talk import SqlTalk
from pawsona.storage.trials import SqlTrials
from pawsona.storage.turnstile import SqlBoard, SqlLeads, SqlTickets
from pawsona.storage.usage import SqlUsage
from pawsona.storage.webhooks import SqlOutbox, SqlWebhooks


class SqlStore:
    """The port `Store`."""

    def __init__(self, database: Database, cache_bytes: int) -> None:
        self._database = database
        self.at_once = database.at_once
        self.people: ports.People = SqlPeople(database)
        self.talk: ports.Talk = SqlTalk(database)
        self.memories: ports.Memories = SqlMemories(database)
        self._index = SqlIndex(database, cache_bytes)
        self.index: ports.Index = self._index
        self.days: life.Days = SqlDays(database)
        self.notes: ledgers.Notes = SqlNotes(database)
        self.cards: ledgers.Cards = SqlCards(database)
        self.calls: ledgers.Calls = SqlCalls(database)
        self.pins: ledgers.Pins = SqlPins(database)
        self.promises: ledgers.Promises = SqlPromises(database)
        self.nights: ledgers.Nights = SqlNights(database)
        self.leases: Leases = SqlLeases(database)
        self.due: Due = SqlDue(database)
        self.departures: ledgers.Departures = SqlDepartures(database)
        self.usage: ledgers.Usage = SqlUsage(database)
        self.devices: ledgers.Devices = SqlDevices(database)
        self.accounts: ledgers.Accounts = SqlAccounts(database)
        self.credentials: ledgers.Credentials = SqlCredentials(database)
        self.carelog: ledgers.CareLog = SqlCareLog(database)
        self.census: census.Census = SqlCensus(database)
        self.consents: ledgers.Consents = SqlConsents(database)
        self.webhooks: webhook.Webhooks = SqlWebhooks(database)
        self.outbox: webhook.Outbox = SqlOutbox(database)
        self.trials: trial.Trials = SqlTrials(database)
        self.tickets: shared.Tickets = SqlTickets(database)
        self.board: shared.NewsBoard = SqlBoard(database)
        self.leads: shared.Leads = SqlLeads(database)

    def transaction(self, *, whole: bool = False, waits: bool = True) -> AbstractAsyncContextManager[None]:
        return self._database.transaction(whole=whole, waits=waits)

    async def kept(self) -> None:
        await self._database.kept()

    async def export(self, person: PersonId) -> dict[str, Any]:
        def work(connection: Connection) -> dict[str, Any]:
            self._database.claim(connection, person)  # in a transaction that erases them nothing is said after this
            return export_person(connection, person)

        return await self._database.snapshot(work)

    async def counts(self, person: PersonId) -> dict[str, int]:
        return await self._database.snapshot(lambda connection: count_person(connection, person))

    async def settings(self) -> dict[str, str]:
        found = await self._database.rows(select(settings).order_by(settings.c.name))
        return {row["name"]: row["value"] for row in found}

    async def set_setting(self, name: str, value: str) -> None:
        def work(tx: Write) -> None:
            tx.run(delete(settings).where(settings.c.name == name))
            tx.run(insert(settings).values(name=name, value=value))

        await self._database.write("settings.set", work)

    async def current(self) -> bool:
        return await self._database.read(lambda connection: version_of(connection) == versions()[-1])

    async def compact(self) -> None:
        self._index.clear()
        await self._database.alone(self._database.dialect.compact)
        self._database.forget()

    async def place(self) -> tuple[str, int]:
        return await self._database.read(self._database.dialect.place)

    async def close(self) -> None:
        await self._database.close()
