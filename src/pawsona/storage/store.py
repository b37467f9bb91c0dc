"""`Store` on a database: its parts, joined by one connection, and the way to open it."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, delete, insert, make_url, select
from sqlalchemy.exc import ArgumentError

from pawsona.domain import census, ledgers, life, ports, shared, trial
from pawsona.domain.ids import PersonId
from pawsona.domain.lease import Leases
from pawsona.errors import StorageError
from pawsona.storage import sqlite
from pawsona.storage.accounts import SqlAccounts
from pawsona.storage.calls import SqlCalls
from pawsona.storage.cards import SqlCards
from pawsona.storage.carelog import SqlCareLog
from pawsona.storage.census import SqlCensus
from pawsona.storage.connection import Database, FaultHook, Write, no_fault
from pawsona.storage.consents import SqlConsents
from pawsona.storage.credentials import SqlCredentials
from pawsona.storage.days import SqlDays
from pawsona.storage.departures import SqlDepartures
from pawsona.storage.devices import SqlDevices
from pawsona.storage.export import count_person, export_person
from pawsona.storage.index import SqlIndex
from pawsona.storage.leases import SqlLeases
from pawsona.storage.memories import SqlMemories
from pawsona.storage.migrate import migrate
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

CACHE_BYTES = 96 * 2**20


class SqlStore:
    """The port `Store`."""

    def __init__(self, database: Database, cache_bytes: int) -> None:
        self._database = database
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
        self.departures: ledgers.Departures = SqlDepartures(database)
        self.usage: ledgers.Usage = SqlUsage(database)
        self.devices: ledgers.Devices = SqlDevices(database)
        self.accounts: ledgers.Accounts = SqlAccounts(database)
        self.credentials: ledgers.Credentials = SqlCredentials(database)
        self.carelog: ledgers.CareLog = SqlCareLog(database)
        self.census: census.Census = SqlCensus(database)
        self.consents: ledgers.Consents = SqlConsents(database)
        self.trials: trial.Trials = SqlTrials(database)
        self.tickets: shared.Tickets = SqlTickets(database)
        self.board: shared.NewsBoard = SqlBoard(database)
        self.leads: shared.Leads = SqlLeads(database)

    def transaction(self) -> AbstractAsyncContextManager[None]:
        return self._database.transaction()

    async def export(self, person: PersonId) -> dict[str, Any]:
        return await self._database.snapshot(lambda connection: export_person(connection, person))

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

    async def compact(self) -> None:
        self._index.clear()
        await self._database.alone(lambda connection: sqlite.compact(connection, self._database.path))
        self._database.forget()

    async def close(self) -> None:
        await self._database.close()


async def open_store(
    url_or_path: str | Path,
    *,
    fault: FaultHook = no_fault,
    busy_seconds: float = 5.0,
    patience_seconds: float = 60.0,
    cache_bytes: int = CACHE_BYTES,
) -> ports.Store:
    """Open a database, make it if it isn't there, and bring its tables up to date.

    Args:
        url_or_path: a file, or `sqlite:///path/pawsona.db`.
        fault: called around every write; a benchmark ends the process here.
        busy_seconds: how long a write waits for another process.
        patience_seconds: how long a write waits for another task of this process.
        cache_bytes: how much memory vectors may take.

    Raises:
        StorageError: the file can't be used; the message says what to do.
    """
    path = database_path(url_or_path)
    sqlite.prepare(path)
    database = Database(path, fault=fault, busy_seconds=busy_seconds, patience=patience_seconds)

    def prepare(connection: Connection) -> None:
        sqlite.settle(connection, path)
        migrate(connection, path, sqlite.BEGIN)

    try:
        await database.open(prepare)
    except BaseException:
        await database.close()
        raise
    return SqlStore(database, cache_bytes)


def database_path(url_or_path: str | Path) -> Path:
    """The file that a URL or a path names.

    Raises:
        StorageError: it names no file, or a kind of database that this version has not.
    """
    if isinstance(url_or_path, Path) or "://" not in url_or_path:
        return Path(url_or_path).expanduser().absolute()
    try:
        url = make_url(url_or_path)
    except ArgumentError:
        raise StorageError("the database URL can't be read; write sqlite:///path/pawsona.db") from None
    if url.get_backend_name() != "sqlite":
        raise StorageError(
            f"databases of kind {url.get_backend_name()!r} are not supported by this version; use sqlite:///path"
        )
    if not url.database or url.database == ":memory:":
        raise StorageError("the database URL names no file; write sqlite:///path/pawsona.db")
    return Path(url.database).expanduser().absolute()
