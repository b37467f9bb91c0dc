"""Counts over everybody. The database groups; a row that names a person never leaves it."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any, Self

from sqlalchemy import (
    ColumnElement,
    Select,
    String,
    Subquery,
    Table,
    and_,
    case,
    cast,
    distinct,
    exists,
    func,
    literal,
    select,
)

from pawsona.domain.affect import STATES, Affect
from pawsona.domain.census import Cohorts, Group, Mood, NightCount, Spent, Stay, Steps
from pawsona.domain.tenant import Tenant
from pawsona.storage import scope
from pawsona.storage.connection import Database
from pawsona.storage.elapsed import Elapsed
from pawsona.storage.schema import affects, calls, memories, messages, nights, pets

_LAST_STAGE = "details"
_HEAVY, _LIGHT = (
    sorted(state for state in STATES - {"neutral"} if Affect(state, 1).valence == sign) for sign in (-1, 1)
)


class SqlCensus:
    """The port `Census`."""

    def __init__(self, database: Database, tenant: Tenant | None = None) -> None:
        self._database = database
        self._tenant = tenant

    def of(self, tenant: Tenant | None) -> Self:
        return type(self)(self._database, tenant)

    def _here(self, table: Table) -> tuple[ColumnElement[bool], ...]:
        """Every query begins with it: with nothing, where everybody is counted."""
        return () if self._tenant is None else (scope.of_tenant(table, self._tenant),)

    async def persons(self) -> int:
        return await self._number(select(func.count(distinct(pets.c.person_id))).where(*self._here(pets)))

    async def pets(self) -> int:
        return await self._number(select(func.count()).select_from(pets).where(*self._here(pets)))

    async def active(self, since: datetime) -> int:
        lately = (*self._here(messages), _said(), messages.c.at >= since)
        return await self._number(select(func.count(distinct(messages.c.person_id))).where(*lately))

    async def groups(self, turns: Sequence[int], memories: Sequence[int]) -> list[Group]:
        rows = await self._database.rows(_grouped(self._first(), turns, memories))
        return [Group(row["turns"], row["memories"], row["persons"]) for row in rows]

    async def cohorts(self, monday: date) -> Cohorts:
        life = _life(self._first(), monday)
        sizes = select(life.c.cohort, func.count().label("persons")).group_by(life.c.cohort)
        rows = self._database.rows
        return Cohorts(
            {row["cohort"]: row["persons"] for row in await rows(sizes)},
            tuple(Stay(**row) for row in await rows(_stays(life))),
            tuple(Mood(**row) for row in await rows(_moods(life))),
        )

    async def steps(self, before: datetime) -> Steps:
        [row] = await self._database.rows(_steps(self._first(), before))
        return Steps(**{name: count or 0 for name, count in row.items()})

    async def spent(self, since: datetime) -> list[Spent]:
        day = func.substr(cast(calls.c.at, String), 1, 10)
        sums = {name: func.sum(calls.c[name]).label(name) for name in ("tokens_in", "tokens_cached", "tokens_out")}
        lost = func.sum(case((calls.c.outcome.in_(("ok", "stopped")), 0), else_=1)).label("failed")
        whom = func.count(distinct(calls.c.person_id)).label("persons")
        query = (
            select(day.label("on"), calls.c.model, whom, func.count().label("calls"), lost, *sums.values())
            .where(*self._here(calls), calls.c.at >= since)
            .group_by("on", calls.c.model)
            .order_by("on", calls.c.model)
        )
        rows = await self._database.rows(query)
        return [Spent(**{**row, "on": date.fromisoformat(row["on"])}) for row in rows]

    async def callers(self, since: datetime) -> int:
        lately = (*self._here(calls), calls.c.at >= since)
        return await self._number(select(func.count(distinct(calls.c.person_id))).where(*lately))

    async def nights(self, since: date) -> list[NightCount]:
        done = func.sum(case((nights.c.stage == _LAST_STAGE, 1), else_=0))
        each = (
            select(nights.c.on_date, done.label("done"))
            .where(*self._here(nights), nights.c.on_date >= since)
            .group_by(nights.c.person_id, nights.c.pet_id, nights.c.on_date)
            .subquery()
        )
        query = select(each.c.on_date, func.count(), func.sum(each.c.done)).group_by(each.c.on_date)
        rows = await self._database.rows(query.order_by(each.c.on_date))
        return [NightCount(on, int(begun), int(done)) for on, begun, done in (row.values() for row in rows)]

    def _first(self) -> Select[Any]:
        """Each person with their first adoption."""
        since = func.min(pets.c.adopted_at).label("since")
        return select(pets.c.person_id, since).where(*self._here(pets)).group_by(pets.c.person_id)

    async def _number(self, query: Select[Any]) -> int:
        [row] = await self._database.rows(query)
        return int(next(iter(row.values())))


def _said() -> ColumnElement[bool]:
    return messages.c.role == "person"


def _life(adopted: Select[Any], monday: date) -> Subquery:
    """Those who adopted since a Monday, with the week in which they did."""
    start, first = literal(monday.isoformat(), String), adopted.subquery()
    week = Elapsed(first.c.since, start) // 7
    return select(first.c.person_id, first.c.since, week.label("cohort")).where(first.c.since >= start).subquery("life")


def _stays(life: Subquery) -> Select[Any]:
    week = (Elapsed(messages.c.at, life.c.since) // 7).label("week")
    whom = func.count(distinct(messages.c.person_id)).label("persons")
    joined = messages.join(life, messages.c.person_id == life.c.person_id)
    query = select(life.c.cohort, week, whom, func.count().label("turns")).select_from(joined).where(_said())
    return query.group_by(life.c.cohort, "week").order_by(life.c.cohort, "week")


def _moods(life: Subquery) -> Select[Any]:
    week = (Elapsed(affects.c.at, life.c.since) // 7).label("week")
    whom = func.count(distinct(affects.c.person_id)).label("persons")
    sign = case((affects.c.state.in_(_HEAVY), -1.0), (affects.c.state.in_(_LIGHT), 1.0), else_=0.0)
    joined = affects.join(life, affects.c.person_id == life.c.person_id)
    query = select(life.c.cohort, week, whom, func.avg(sign).label("mean")).select_from(joined)
    return query.group_by(life.c.cohort, "week").order_by(life.c.cohort, "week")


def _grouped(adopted: Select[Any], turns: Sequence[int], entries: Sequence[int]) -> Select[Any]:
    said = (
        select(messages.c.person_id, func.count().label("n")).where(_said()).group_by(messages.c.person_id).subquery()
    )
    kept = select(memories.c.person_id, func.count().label("n")).group_by(memories.c.person_id).subquery()
    everybody = adopted.subquery()
    joined = everybody.outerjoin(said, said.c.person_id == everybody.c.person_id)
    joined = joined.outerjoin(kept, kept.c.person_id == everybody.c.person_id)
    ranges = (_range(said.c.n, turns).label("turns"), _range(kept.c.n, entries).label("memories"))
    each = select(*ranges).select_from(joined).subquery()
    query = select(each.c.turns, each.c.memories, func.count().label("persons"))
    return query.group_by(each.c.turns, each.c.memories).order_by(each.c.turns, each.c.memories)


def _range(number: ColumnElement[Any], lowest: Sequence[int]) -> ColumnElement[Any]:
    """Which of the ranges a number is in; who has no rows has 0."""
    known = [(number >= low, at) for at, low in reversed(list(enumerate(lowest))) if at]
    return case(*known, else_=0)


def _steps(adopted: Select[Any], before: datetime) -> Select[Any]:
    first = adopted.having(func.min(pets.c.adopted_at) < before).subquery()
    age = Elapsed(messages.c.at, first.c.since)

    def came(low: int, high: int) -> ColumnElement[Any]:
        return func.max(case((and_(age >= low, age <= high), 1), else_=0))

    joined = first.outerjoin(messages, and_(messages.c.person_id == first.c.person_id, _said()))
    talked = func.max(case((messages.c.message_id.is_not(None), 1), else_=0))
    kept = exists().where(
        memories.c.person_id == first.c.person_id, memories.c.retention == "permanent", memories.c.origin == "said"
    )
    each = (
        select(talked.label("talked"), came(1, 1).label("next"), came(7, 13).label("second"), kept.label("lasting"))
        .select_from(joined)
        .group_by(first.c.person_id)
        .subquery()
    )
    so_far: list[ColumnElement[bool]] = []
    sums: list[ColumnElement[Any]] = [func.count().label("adopted")]
    for name, step in {"talked": "talked", "next": "next_day", "second": "second_week", "lasting": "lasting"}.items():
        so_far.append(each.c[name] if name == "lasting" else each.c[name] == 1)
        sums.append(func.sum(case((and_(*so_far), 1), else_=0)).label(step))
    return select(*sums)
