"""The pet's life: days, feedback, plan changes, and the lines that were used."""

from collections.abc import Mapping
from datetime import date

from sqlalchemy import ColumnElement, Insert, bindparam, delete, func, insert, select

from pawsona.domain.day import Change, Day, Feedback
from pawsona.domain.ids import Bond, FeedbackId
from pawsona.storage import scope
from pawsona.storage.connection import Database, Write
from pawsona.storage.dialect import upsert
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.day import change_of, change_row, day_of, day_row, feedback_of, feedback_row
from pawsona.storage.rows.talk import line_rows
from pawsona.storage.schema import changes, days, feedback, lines

_DAY = Prepared(lambda: select(days).where(scope.theirs(days), days.c.on_date == bindparam("on")))
_ADD_CHANGE = Prepared(lambda: insert(changes).values(position=next_position(changes)).inline())
_CHANGES = Prepared(
    lambda: (
        select(changes).where(scope.theirs(changes), changes.c.on_date == bindparam("on")).order_by(changes.c.position)
    )
)
_LEDGER = Prepared(
    lambda: (
        select(lines.c.line, func.max(lines.c.on_date).label("on_date"))
        .where(scope.theirs(lines))
        .group_by(lines.c.line)
    ),
    long=True,
)
_DROP_LINES = Prepared(lambda: delete(lines).where(scope.theirs(lines), lines.c.source == bindparam("used_by")))
_PUT = Prepared(lambda: _instead())
_ADD_LINES = Prepared(lambda: insert(lines))
_BEFORE = Prepared(
    lambda: (
        select(days)
        .where(scope.theirs(days), days.c.on_date < bindparam("on"))
        .order_by(days.c.on_date.desc())
        .limit(bindparam("limit"))
    )
)
_FEEDBACK = Prepared(
    lambda: select(feedback).where(scope.theirs(feedback)).order_by(feedback.c.at, feedback.c.feedback_id), long=True
)
_TELLING = Prepared(lambda: select(days).where(scope.theirs(days), _used_line()).order_by(days.c.on_date), long=True)
_DROP_CHANGES = Prepared(lambda: delete(changes).where(scope.theirs(changes), changes.c.on_date < bindparam("before")))


def _used_line() -> ColumnElement[bool]:
    used = select(lines.c.on_date).where(scope.theirs(lines), lines.c.line == bindparam("line"))
    return days.c.on_date.in_(used.where(lines.c.source.startswith("day:")))


def _instead() -> Insert:
    """A day, in the place of the one that is there."""
    added = upsert(days)
    given = {column.name: added.excluded[column.name] for column in days.c if not column.primary_key}
    return added.on_conflict_do_update(index_elements=list(days.primary_key), set_=given)


class SqlDays:
    """The port `Days`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, day: Day) -> None:
        source = f"day:{day.on.isoformat()}"
        used = line_rows(day.bond, day.lines, day.on, source)

        def work(tx: Write) -> None:
            tx.do(_PUT, day.bond, **day_row(day))
            tx.do(_DROP_LINES, day.bond, used_by=source)
            if used:
                tx.do_all(_ADD_LINES, day.bond, used)

        await self._database.write("days.put", work, long=False)

    async def day(self, bond: Bond, on: date) -> Day | None:
        row = await self._database.find_one(_DAY, bond, on=on)
        return None if row is None else day_of(row)

    async def before(self, bond: Bond, on: date, limit: int) -> list[Day]:
        return [day_of(row) for row in await self._database.find(_BEFORE, bond, on=on, limit=limit)]

    async def dates(self, bond: Bond) -> list[date]:
        query = select(days.c.on_date).where(scope.owned(days, bond)).order_by(days.c.on_date)
        return [row["on_date"] for row in await self._database.rows(query)]

    async def telling(self, bond: Bond, line: str) -> list[Day]:
        return [day_of(row) for row in await self._database.find(_TELLING, bond, line=line)]

    async def add_feedback(self, feedback_: Feedback) -> None:
        statement = insert(feedback).values(feedback_row(feedback_))
        await self._database.write("days.add_feedback", lambda tx: tx.run(statement, of=feedback_.bond))

    async def feedback(self, bond: Bond) -> list[Feedback]:
        return [feedback_of(row) for row in await self._database.find(_FEEDBACK, bond)]

    async def delete_feedback(self, bond: Bond, feedback_: FeedbackId) -> bool:
        statement = delete(feedback).where(scope.owned(feedback, bond), feedback.c.feedback_id == feedback_)
        return bool(await self._database.write("days.delete_feedback", lambda tx: tx.run(statement, of=bond)))

    async def add_change(self, bond: Bond, change: Change) -> None:
        await self._database.do("days.add_change", _ADD_CHANGE, bond, **change_row(bond, change))

    async def changes(self, bond: Bond, on: date) -> list[Change]:
        return [change_of(row) for row in await self._database.find(_CHANGES, bond, on=on)]

    async def drop_changes(self, bond: Bond, before: date) -> None:
        await self._database.do("days.drop_changes", _DROP_CHANGES, bond, before=before)

    async def ledger(self, bond: Bond) -> Mapping[str, date]:
        return {row["line"]: row["on_date"] for row in await self._database.find(_LEDGER, bond)}
