"""Experiments, who met them, and what is counted of those who may be in one."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import datetime
from typing import Any

from sqlalchemy import ColumnElement, Connection, Select, bindparam, delete, func, insert, select, update

from pawsona.domain.ids import PersonId, new_id
from pawsona.domain.trial import Exposure, Happening, Part, Trial
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.dialect import one_of
from pawsona.storage.prepared import Prepared
from pawsona.storage.schema import consents, marks, persons
from pawsona.storage.trial_tables import exposures, happenings, trials

_NOBODY = PersonId("")
"""Whose the experiments are: there is nobody to take turns with."""
_OWN = ("plan", "digest", "salt", "started_at", "stopped_at", "why", "looked_at")
_MET = ("trial", "arm", "at", "cohort", "left_at")
_ALL = Prepared(lambda: select(trials).order_by(trials.c.started_at, trials.c.trial))
_OF = Prepared(lambda: select(exposures).where(scope.of_them(exposures)).order_by(exposures.c.at))
_AGREED = (
    consents.c.purpose == "experiments",
    consents.c.version == bindparam("words"),
    consents.c.withdrawn_at.is_(None),
)


def _part() -> Select[Any]:
    agreed = select(func.max(consents.c.given_at)).where(scope.of_them(consents), *_AGREED)
    hard = select(func.max(marks.c.at)).where(scope.of_them(marks), marks.c.name == bindparam("hard"))
    beside = agreed.scalar_subquery().label("agreed_at"), hard.scalar_subquery().label("hard_at")
    theirs = persons.outerjoin(exposures, exposures.c.person_id == persons.c.person_id)
    return select(*beside, *(exposures.c[name] for name in _MET)).select_from(theirs).where(scope.of_them(persons))


def _changed() -> Select[Any]:
    stopped, last = func.count(trials.c.stopped_at), func.max(trials.c.started_at)
    columns: list[ColumnElement[Any]] = [func.count().label("all"), stopped.label("stopped"), last.label("last")]
    return select(*columns).select_from(trials)


_PART = Prepared(_part)
_CHANGED = Prepared(_changed)
_EXPOSE = Prepared(lambda: insert(exposures))
_LEAVE = Prepared(
    lambda: (
        update(exposures)
        .where(scope.of_them(exposures), exposures.c.left_at.is_(None))
        .values(left_at=bindparam("moment"))
    )
)
_COUNT = Prepared(lambda: insert(happenings))
_RECENT = Prepared(
    lambda: (
        select(happenings)
        .where(
            scope.of_them(happenings),
            happenings.c.happening_id >= bindparam("after"),
            one_of(happenings.c.kind, "kinds"),
        )
        .order_by(happenings.c.happening_id)
    )
)
_SET_VALUE = Prepared(
    lambda: (
        update(happenings)
        .where(scope.of_them(happenings), happenings.c.happening_id == bindparam("happening"))
        .values(value=bindparam("number"))
    )
)
_FORGET = Prepared(lambda: delete(happenings).where(scope.of_them(happenings), happenings.c.at < bindparam("before")))
_UNMEET = Prepared(lambda: delete(exposures).where(scope.of_them(exposures), exposures.c.at < bindparam("before")))


class SqlTrials:
    """The port `Trials`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def all(self) -> list[Trial]:
        found = await self._database.read(lambda connection: _ALL.find(connection, _NOBODY, {}), long=False)
        return [_trial_of(row) for row in found]

    async def changed(self) -> str:
        def work(connection: Connection) -> str:
            [row] = _CHANGED.find(connection, _NOBODY, {})
            return " ".join(map(str, row.values()))

        return await self._database.read(work, long=False)

    async def start(self, trial: Trial) -> None:
        row = {"trial": trial.name, **{name: getattr(trial, name) for name in _OWN}, "plan": dict(trial.plan)}
        await self._database.write("trials.start", lambda tx: tx.run(insert(trials).values(row)))

    async def stop(self, name: str, at: datetime, why: str) -> bool:
        runs = (trials.c.trial == name, trials.c.stopped_at.is_(None))
        statement = update(trials).where(*runs).values(stopped_at=at, why=why)
        return bool(await self._database.write("trials.stop", lambda tx: tx.run(statement)))

    async def looked(self, name: str, at: datetime) -> None:
        statement = update(trials).where(trials.c.trial == name).values(looked_at=at)
        await self._database.write("trials.looked", lambda tx: tx.run(statement))

    async def exposures(self, person: PersonId) -> list[Exposure]:
        return [_exposure_of(row) for row in await self._database.find(_OF, person)]

    async def part(self, person: PersonId, hard: str, words: str) -> Part:
        rows = await self._database.find(_PART, person, hard=hard, words=words)
        if not rows:
            return Part(None, None, {})
        found = [_exposure_of({**row, "person_id": person}) for row in rows if row["trial"] is not None]
        return Part(rows[0]["agreed_at"], rows[0]["hard_at"], {one.trial: one for one in found})

    async def expose(self, exposure: Exposure) -> bool:
        def work(tx: Write) -> bool:
            if any(row["trial"] == exposure.trial for row in tx.find(_OF, exposure.person)):
                return False
            row = {name: getattr(exposure, name) for name in _MET}
            return bool(tx.do(_EXPOSE, exposure.person, person_id=exposure.person, **row))

        return await self._database.write("trials.expose", work, long=False)

    async def leave(self, person: PersonId, at: datetime) -> None:
        await self._database.do("trials.leave", _LEAVE, person, moment=at)

    async def count(self, person: PersonId, happenings: Sequence[Happening]) -> None:
        rows = [_happening_row(person, one) for one in happenings]
        await self._database.write("trials.count", lambda tx: tx.do_all(_COUNT, person, rows), long=False)

    async def recent(self, person: PersonId, kinds: Sequence[str], since: datetime) -> list[Happening]:
        found = await self._database.find(_RECENT, person, after=new_id(since, ""), kinds=kinds)
        return [_happening_of(row) for row in found]

    async def set_value(self, person: PersonId, happening: str, value: float) -> None:
        await self._database.do("trials.set_value", _SET_VALUE, person, happening=happening, number=value)

    async def drop(self, person: PersonId, before: datetime) -> None:
        def work(tx: Write) -> None:
            for statement in (_FORGET, _UNMEET):
                tx.do(statement, person, before=before)

        await self._database.write("trials.drop", work)

    async def arms(self, name: str) -> dict[str, int]:
        query = select(exposures.c.arm, func.count().label("persons")).where(exposures.c.trial == name)
        found = await self._database.rows(query.group_by(exposures.c.arm).order_by(exposures.c.arm))
        return {row["arm"]: row["persons"] for row in found}

    async def page(self, name: str, after: PersonId | None, limit: int) -> list[tuple[Exposure, list[Happening]]]:
        whose = select(exposures).where(exposures.c.trial == name, exposures.c.person_id > (after or ""))
        found = await self._database.rows(whose.order_by(exposures.c.person_id).limit(limit))
        if not found:
            return []
        reach = happenings.c.person_id.between(found[0]["person_id"], found[-1]["person_id"])
        theirs = select(happenings).join(exposures, exposures.c.person_id == happenings.c.person_id)
        counted = theirs.where(exposures.c.trial == name, reach).order_by(*happenings.primary_key)
        of: dict[str, list[Happening]] = defaultdict(list)
        for row in await self._database.rows(counted):
            of[row["person_id"]].append(_happening_of(row))
        return [(_exposure_of(row), of[row["person_id"]]) for row in found]


def _trial_of(row: Row) -> Trial:
    own: dict[str, Any] = {name: row[name] for name in _OWN}
    return Trial(name=row["trial"], **own)


def _exposure_of(row: Row) -> Exposure:
    own: dict[str, Any] = {name: row[name] for name in _MET}
    return Exposure(person=PersonId(row["person_id"]), **own)


def _happening_row(person: PersonId, one: Happening) -> dict[str, Any]:
    return {"person_id": person, "happening_id": one.id, "at": one.at, "kind": one.kind, "value": one.value}


def _happening_of(row: Row) -> Happening:
    return Happening(id=row["happening_id"], at=row["at"], kind=row["kind"], value=row["value"])
