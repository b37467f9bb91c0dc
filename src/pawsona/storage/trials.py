"""Experiments, who met them, and what is counted of those who may be in one."""

from collections import defaultdict
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, func, insert, select, update

from pawsona.domain.ids import PersonId, new_id
from pawsona.domain.trial import Exposure, Happening, Trial
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.trial_tables import exposures, happenings, trials

_OF = Prepared(lambda: select(exposures).where(scope.of_them(exposures)).order_by(exposures.c.at))
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
            happenings.c.kind == bindparam("of"),
        )
        .order_by(happenings.c.happening_id.desc())
        .limit(1)
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
        found = await self._database.rows(select(trials).order_by(trials.c.started_at, trials.c.trial))
        return [_trial_of(row) for row in found]

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

    async def expose(self, exposure: Exposure) -> bool:
        def work(tx: Write) -> bool:
            if any(row["trial"] == exposure.trial for row in tx.find(_OF, exposure.person)):
                return False
            row = {name: getattr(exposure, name) for name in _MET}
            return bool(tx.do(_EXPOSE, exposure.person, person_id=exposure.person, **row))

        return await self._database.write("trials.expose", work, long=False)

    async def leave(self, person: PersonId, at: datetime) -> None:
        await self._database.do("trials.leave", _LEAVE, person, moment=at)

    async def count(self, person: PersonId, happening: Happening) -> None:
        row = {"happening_id": happening.id, "at": happening.at, "kind": happening.kind, "value": happening.value}
        await self._database.do("trials.count", _COUNT, person, person_id=person, **row)

    async def recent(self, person: PersonId, kind: str, since: datetime) -> Happening | None:
        row = await self._database.find_one(_RECENT, person, after=new_id(since, ""), of=kind)
        return None if row is None else _happening_of(row)

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


_OWN = ("plan", "digest", "salt", "started_at", "stopped_at", "why", "looked_at")
_MET = ("trial", "arm", "at", "cohort", "left_at")


def _trial_of(row: Row) -> Trial:
    own: dict[str, Any] = {name: row[name] for name in _OWN}
    return Trial(name=row["trial"], **own)


def _exposure_of(row: Row) -> Exposure:
    own: dict[str, Any] = {name: row[name] for name in _MET}
    return Exposure(person=PersonId(row["person_id"]), **own)


def _happening_of(row: Row) -> Happening:
    return Happening(id=row["happening_id"], at=row["at"], kind=row["kind"], value=row["value"])
