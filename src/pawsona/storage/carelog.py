"""What care did: lines that belong to a person, and counts that belong to nobody."""

from datetime import datetime

from sqlalchemy import bindparam, delete, insert, select

from pawsona.domain.carelog import Line, Tally
from pawsona.domain.ids import Bond
from pawsona.domain.message import Tier
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.dialect import upsert
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import audits, tallies

_ADD = Prepared(lambda: insert(audits).values(position=next_position(audits)).inline())
_DROP = Prepared(lambda: delete(audits).where(scope.theirs(audits), audits.c.at < bindparam("before")))
_COUNT = Prepared(
    lambda: upsert(tallies).on_conflict_do_update(
        index_elements=list(tallies.primary_key), set_={"count": tallies.c.count + 1}
    )
)


class SqlCareLog:
    """The port `CareLog`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, line: Line, month: str) -> None:
        def work(tx: Write) -> None:
            row = {"event": line.event, "tier": int(line.tier), "risks": line.group, "minor": line.minor}
            tx.do(_ADD, line.bond, **bond_row(line.bond), at=line.at, detail=line.detail, **row)
            tx.do(_COUNT, line.bond, month=month, count=1, **row)

        await self._database.write("carelog.add", work, long=False, of=line.bond)

    async def lines(self, bond: Bond) -> list[Line]:
        query = select(audits).where(scope.owned(audits, bond)).order_by(audits.c.position)
        return [_line_of(bond, row) for row in await self._database.rows(query)]

    async def drop(self, bond: Bond, before: datetime) -> None:
        await self._database.do("carelog.drop", _DROP, bond, before=before)

    async def tallies(self, year: int) -> list[Tally]:
        query = select(tallies).where(tallies.c.month.like(f"{year:04}-%")).order_by(*tallies.primary_key)
        return [_tally_of(row) for row in await self._database.rows(query)]


def _line_of(bond: Bond, row: Row) -> Line:
    return Line(
        bond=bond,
        at=row["at"],
        event=row["event"],
        tier=Tier(row["tier"]),
        group=row["risks"],
        minor=row["minor"],
        detail=row["detail"],
    )


def _tally_of(row: Row) -> Tally:
    return Tally(
        month=row["month"],
        event=row["event"],
        tier=Tier(row["tier"]),
        group=row["risks"],
        minor=row["minor"],
        count=row["count"],
    )
