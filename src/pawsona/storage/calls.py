"""What calls of models cost."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from operator import attrgetter

from sqlalchemy import insert, select

from pawsona.domain.call import Call
from pawsona.domain.ids import Bond
from pawsona.storage import scope
from pawsona.storage.connection import Database, Values
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.call import call_of, call_row
from pawsona.storage.schema import calls

_ADD = Prepared(lambda: insert(calls).values(position=next_position(calls)).inline(), lasts=False)


class SqlCalls:
    """The port `Calls`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, *added: Call) -> None:
        for bond, some in groupby(added, attrgetter("bond")):
            rows = [call_row(call) for call in some]
            await self._write(bond, rows)

    async def _write(self, bond: Bond, rows: Sequence[Values]) -> None:
        await self._database.write(
            "calls.add", lambda tx: tx.do_all(_ADD, bond, rows), long=False, of=bond, lasts=_ADD.lasts
        )

    async def since(self, bond: Bond, moment: datetime) -> list[Call]:
        query = select(calls).where(scope.owned(calls, bond), calls.c.at >= moment).order_by(calls.c.position)
        return [call_of(row) for row in await self._database.rows(query)]
