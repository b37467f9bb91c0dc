"""How long somebody talks."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from sqlalchemy import and_, delete, insert, select, update

from pawsona.domain.ids import PersonId
from pawsona.domain.usage import Stretch, UseDay
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.rows.care import stretch_of, use_day_of
from pawsona.storage.schema import stretches, use_days


class SqlUsage:
    """The port `Usage`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def stretch(self, person: PersonId) -> Stretch | None:
        row = await self._database.first(select(stretches).where(scope.of_person(stretches, person)))
        return None if row is None else stretch_of(row)

    async def use(self, person: PersonId, stretch: Stretch, more: UseDay) -> None:
        def work(tx: Write) -> None:
            given: Mapping[str, Any] = {"since": stretch.since, "last_at": stretch.last_at}
            if not tx.run(update(stretches).where(scope.of_person(stretches, person)).values(given)):
                tx.run(insert(stretches).values(person_id=person, **given))
            _count(tx, person, more)

        await self._database.write("usage.use", work)

    async def count(self, person: PersonId, more: UseDay) -> None:
        await self._database.write("usage.count", lambda tx: _count(tx, person, more))

    async def days(self, person: PersonId, since: date) -> list[UseDay]:
        query = select(use_days).where(scope.of_person(use_days, person), use_days.c.on_date >= since)
        return [use_day_of(row) for row in await self._database.rows(query.order_by(use_days.c.on_date))]

    async def drop(self, person: PersonId, before: date) -> None:
        statement = delete(use_days).where(scope.of_person(use_days, person), use_days.c.on_date < before)
        await self._database.write("usage.drop", lambda tx: tx.run(statement))


def _count(tx: Write, person: PersonId, more: UseDay) -> None:
    counts = {name: getattr(more, name) for name in ("seconds", "night_seconds", "unasked")}
    mine = and_(scope.of_person(use_days, person), use_days.c.on_date == more.on)
    grown = {name: use_days.c[name] + count for name, count in counts.items()}
    if any(counts.values()) and not tx.run(update(use_days).where(mine).values(grown)):
        tx.run(insert(use_days).values(person_id=person, on_date=more.on, **counts))
