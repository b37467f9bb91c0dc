"""The report of what was forgotten."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import and_, delete, insert, select, update

from pawsona.domain.departure import Departure
from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import departures


class SqlDepartures:
    """The port `Departures`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, bond: Bond, given: Sequence[Departure]) -> None:
        def work(tx: Write) -> None:
            for departure in given:
                _count(tx, bond, departure)

        await self._database.write("departures.add", work)

    async def all(self, bond: Bond) -> list[Departure]:
        query = select(departures).where(scope.owned(departures, bond), departures.c.count > 0)
        query = query.order_by(departures.c.on_date.desc(), departures.c.kind, departures.c.topic, departures.c.cause)
        return [_departure_of(row) for row in await self._database.rows(query)]

    async def drop(self, bond: Bond, before: date) -> None:
        statement = delete(departures).where(scope.owned(departures, bond), departures.c.on_date < before)
        await self._database.write("departures.drop", lambda tx: tx.run(statement))


def _count(tx: Write, bond: Bond, departure: Departure) -> None:
    key = {
        "on_date": departure.on,
        "cause": departure.cause,
        "kind": departure.kind,
        "topic": departure.topic or "",
        "retention": departure.retention or "",
    }
    mine = and_(scope.owned(departures, bond), *(departures.c[name] == value for name, value in key.items()))
    if not tx.run(update(departures).where(mine).values(count=departures.c.count + departure.count)):
        tx.run(insert(departures).values(bond_row(bond) | key | {"count": departure.count}))


def _departure_of(row: Row) -> Departure:
    return Departure(
        on=row["on_date"],
        cause=row["cause"],
        kind=row["kind"],
        count=row["count"],
        topic=row["topic"] or None,
        retention=row["retention"] or None,
    )
