"""What the minute's work asks about everybody."""

from datetime import datetime
from typing import Any

from sqlalchemy import Select, func, or_, select, tuple_

from pawsona.domain.due import FORGOT
from pawsona.domain.ids import Bond
from pawsona.domain.message import Session
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.rows.people import bond_of, bond_row
from pawsona.storage.rows.talk import session_of
from pawsona.storage.schema import marks, messages, persons, pets, sessions

VISITED = "visited"


class SqlDue:
    """The port `Due`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def silent(self, before: datetime, beyond: datetime, after: Session | None, limit: int) -> list[Session]:
        place = sessions.c.last_at, sessions.c.person_id, sessions.c.pet_id, sessions.c.session_id
        over = or_(sessions.c.last_at <= before, sessions.c.last_at >= beyond)
        query = select(sessions).where(sessions.c.closed_at.is_(None), over)
        if after is not None:
            last = tuple_(after.last_at, *bond_row(after.bond).values(), after.id, types=[one.type for one in place])
            query = query.where(tuple_(*place) > last)
        return [session_of(row) for row in await self._database.rows(query.order_by(*place).limit(limit))]

    async def asleep(
        self, zone: str, visited: datetime, forgot: datetime, after: Bond | None, limit: int
    ) -> list[Bond]:
        query = _asleep(zone, visited, forgot, after).limit(limit)
        return [bond_of(row) for row in await self._database.rows(query)]


def _asleep(zone: str, visited: datetime, forgot: datetime, after: Bond | None) -> Select[Any]:
    this = pets.c.person_id, pets.c.pet_id
    mark = select(marks.c.at).where(scope.same_owner(marks, pets))
    opened = mark.where(marks.c.name == VISITED, marks.c.at >= visited)
    done = mark.where(marks.c.name == FORGOT, marks.c.at >= forgot)
    said = select(func.max(messages.c.at)).where(scope.same_owner(messages, pets), messages.c.role == "person")
    query = (
        select(*this)
        .join(persons, persons.c.person_id == pets.c.person_id)
        .where(persons.c.time_zone == zone, pets.c.adopted_at < visited, ~done.exists(), ~opened.exists())
        .where(func.coalesce(said.scalar_subquery() < visited, True))
    )
    if after is not None:
        query = query.where(tuple_(*this) > tuple_(after.person, after.pet))
    return query.order_by(*this)
