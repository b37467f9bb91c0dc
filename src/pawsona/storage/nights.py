"""The night's ledger."""

from datetime import date, datetime

from sqlalchemy import delete, insert, select

from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.rows.people import bond_row
from pawsona.storage.schema import nights


class SqlNights:
    """The port `Nights`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def done(self, bond: Bond, on: date) -> frozenset[str]:
        query = select(nights.c.stage).where(scope.owned(nights, bond), nights.c.on_date == on)
        return frozenset(row["stage"] for row in await self._database.rows(query))

    async def record(self, bond: Bond, on: date, stage: str, at: datetime) -> None:
        """A stage that is recorded again keeps its one row, with the later moment."""

        def work(tx: Write) -> None:
            tx.run(delete(nights).where(scope.owned(nights, bond), nights.c.on_date == on, nights.c.stage == stage))
            tx.run(insert(nights).values(bond_row(bond) | {"on_date": on, "stage": stage, "at": at}))

        await self._database.write("nights.record", work)
