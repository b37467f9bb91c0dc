"""The history of minds that pets speak with."""

from sqlalchemy import insert, select, true, update

from pawsona.domain.ids import Bond
from pawsona.domain.pin import Pin
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.pin import pin_of, pin_row
from pawsona.storage.schema import pins

_ADD = Prepared(lambda: insert(pins).values(position=next_position(pins)).inline())
_ANNOUNCE = Prepared(lambda: update(pins).where(scope.theirs(pins)).values(announced=true()), lasts=False)


class SqlPins:
    """The port `Pins`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, pin: Pin) -> None:
        await self._database.do("pins.add", _ADD, pin.bond, **pin_row(pin))

    async def all(self, bond: Bond) -> list[Pin]:
        query = select(pins).where(scope.owned(pins, bond)).order_by(pins.c.position)
        return [pin_of(row) for row in await self._database.rows(query)]

    async def announce(self, bond: Bond) -> None:
        await self._database.do("pins.announce", _ANNOUNCE, bond)
