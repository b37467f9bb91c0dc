"""The report of what was forgotten."""

from collections.abc import Sequence
from datetime import date

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.departure import Departure
from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import departures

_KEY = ("on_date", "cause", "kind", "topic", "retention")
_MORE = Prepared(
    lambda: (
        update(departures)
        .where(scope.theirs(departures), *(departures.c[name] == bindparam(f"of_{name}") for name in _KEY))
        .values(count=departures.c.count + bindparam("more"))
    )
)
_FIRST = Prepared(lambda: insert(departures))
_DROP = Prepared(lambda: delete(departures).where(scope.theirs(departures), departures.c.on_date < bindparam("before")))


class SqlDepartures:
    """The port `Departures`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, bond: Bond, given: Sequence[Departure]) -> None:
        def work(tx: Write) -> None:
            for departure in given:
                _count(tx, bond, departure)

        if given:
            await self._database.write("departures.add", work, long=False)

    async def all(self, bond: Bond) -> list[Departure]:
        query = select(departures).where(scope.owned(departures, bond), departures.c.count > 0)
        query = query.order_by(departures.c.on_date.desc(), departures.c.kind, departures.c.topic, departures.c.cause)
        return [_departure_of(row) for row in await self._database.rows(query)]

    async def drop(self, bond: Bond, before: date) -> None:
        await self._database.do("departures.drop", _DROP, bond, before=before)


def _count(tx: Write, bond: Bond, departure: Departure) -> None:
    values = (departure.on, departure.cause, departure.kind, departure.topic or "", departure.retention or "")
    key = dict(zip(_KEY, values, strict=True))
    if not tx.do(_MORE, bond, more=departure.count, **{f"of_{name}": value for name, value in key.items()}):
        tx.do(_FIRST, bond, **bond_row(bond), **key, count=departure.count)


def _departure_of(row: Row) -> Departure:
    return Departure(
        on=row["on_date"],
        cause=row["cause"],
        kind=row["kind"],
        count=row["count"],
        topic=row["topic"] or None,
        retention=row["retention"] or None,
    )
