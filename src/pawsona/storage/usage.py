"""How long somebody talks."""

from datetime import date

from sqlalchemy import bindparam, delete, insert, select, update

from pawsona.domain.ids import PersonId
from pawsona.domain.usage import Stretch, UseDay
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.care import stretch_of, use_day_of
from pawsona.storage.schema import stretches, use_days

_COUNTED = ("seconds", "night_seconds", "unasked")
_STRETCH = Prepared(lambda: select(stretches).where(scope.of_them(stretches)))
_BEGIN = Prepared(lambda: insert(stretches))
_GO_ON = Prepared(
    lambda: (
        update(stretches).where(scope.of_them(stretches)).values(since=bindparam("since"), last_at=bindparam("last_at"))
    )
)
_FIRST = Prepared(lambda: insert(use_days))
_MORE = Prepared(
    lambda: (
        update(use_days)
        .where(scope.of_them(use_days), use_days.c.on_date == bindparam("on"))
        .values({name: use_days.c[name] + bindparam(name) for name in _COUNTED})
    )
)
_DAYS = Prepared(
    lambda: (
        select(use_days)
        .where(scope.of_them(use_days), use_days.c.on_date >= bindparam("since"))
        .order_by(use_days.c.on_date)
    )
)
_DROP = Prepared(lambda: delete(use_days).where(scope.of_them(use_days), use_days.c.on_date < bindparam("before")))


class SqlUsage:
    """The port `Usage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stretch(self, person: PersonId) -> Stretch | None:
        row = await self._database.find_one(_STRETCH, person)
        return None if row is None else stretch_of(row)

    async def use(self, person: PersonId, stretch: Stretch, more: UseDay) -> None:
        def work(tx: Write) -> None:
            given = {"since": stretch.since, "last_at": stretch.last_at}
            if not tx.do(_GO_ON, person, **given):
                tx.do(_BEGIN, person, person_id=person, **given)
            _count(tx, person, more)

        await self._database.write("usage.use", work, long=False)

    async def count(self, person: PersonId, more: UseDay) -> None:
        await self._database.write("usage.count", lambda tx: _count(tx, person, more), long=False)

    async def days(self, person: PersonId, since: date) -> list[UseDay]:
        return [use_day_of(row) for row in await self._database.find(_DAYS, person, since=since)]

    async def drop(self, person: PersonId, before: date) -> None:
        await self._database.do("usage.drop", _DROP, person, before=before)


def _count(tx: Write, person: PersonId, more: UseDay) -> None:
    counts = {name: getattr(more, name) for name in _COUNTED}
    if any(counts.values()) and not tx.do(_MORE, person, on=more.on, **counts):
        tx.do(_FIRST, person, person_id=person, on_date=more.on, **counts)
