"""The night's ledger."""

from datetime import date, datetime

from sqlalchemy import bindparam, delete, insert, select

from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import nights

_DONE = Prepared(lambda: select(nights.c.stage).where(scope.theirs(nights), nights.c.on_date == bindparam("on")))
_DROP = Prepared(
    lambda: delete(nights).where(
        scope.theirs(nights), nights.c.on_date == bindparam("on"), nights.c.stage == bindparam("name")
    )
)
_ADD = Prepared(lambda: insert(nights))


class SqlNights:
    """The port `Nights`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def done(self, bond: Bond, on: date) -> frozenset[str]:
        return frozenset(row["stage"] for row in await self._database.find(_DONE, bond, on=on))

    async def record(self, bond: Bond, on: date, stage: str, at: datetime) -> None:
        """A stage that is recorded again keeps its one row, with the later moment."""

        def work(tx: Write) -> None:
            tx.do(_DROP, bond, on=on, name=stage)
            tx.do(_ADD, bond, **bond_row(bond), on_date=on, stage=stage, at=at)

        await self._database.write("nights.record", work, long=False)
