"""Which nights are to be lived, and who is at it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    Select,
    and_,
    bindparam,
    delete,
    func,
    or_,
    select,
    tuple_,
    update,
)

from pawsona.domain.ids import Bond
from pawsona.domain.lease import Lease, Page, Quarantined, Shard, Tally
from pawsona.errors import LeaseLostError
from pawsona.storage import scope
from pawsona.storage.connection import HELD, Database, Row, Write
from pawsona.storage.dialect import upsert
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_of, bond_row
from pawsona.storage.schema import leases, marks, messages, persons, pets

LONGEST = timedelta(hours=2)
"""No lease runs for so long, and no failure is left alone for so long: the clock was set back since."""
LATELY = timedelta(days=1)
"""What was done before is over, and not counted any more."""
TROUBLED = 2
"""Attempts that failed, of a night that is better lived alone: it may be what killed its worker."""


def _this() -> tuple[ColumnElement[bool], ...]:
    return scope.theirs(leases), leases.c.on_date == bindparam("on")


def _mine() -> tuple[ColumnElement[bool], ...]:
    return (*_this(), leases.c.token == bindparam("token"))


_ROW = (
    leases.c.person_id == bindparam("of_person"),
    leases.c.pet_id == bindparam("of_pet"),
    leases.c.on_date == bindparam("of_day"),
    leases.c.token == bindparam("of_token"),
)
"""A claim and a renewal touch rows of many persons at once, so they go by values and not by an owner."""
_TAKE = (
    update(leases).where(*_ROW).values(until=bindparam("to"), token=leases.c.token + 1, attempts=leases.c.attempts + 1)
)
_RENEW = update(leases).where(*_ROW, leases.c.state == "open").values(until=bindparam("to"))
_HELD = Prepared(lambda: select(leases.c.token).where(*_mine()).with_for_update())
_AGAIN = Prepared(
    lambda: update(leases).where(*_mine()).values(until=bindparam("until"), error=bindparam("error"), owner="")
)
_QUARANTINE = Prepared(
    lambda: update(leases).where(*_mine()).values(state="quarantined", error=bindparam("error"), owner="")
)
_DONE = Prepared(lambda: update(leases).where(*_mine()).values(state="done", error="", owner=""))
_RELEASE = Prepared(
    lambda: (
        update(leases)
        .where(scope.theirs(leases), leases.c.state == "quarantined")
        .values(state="open", attempts=0, token=leases.c.token + 1, until=leases.c.due)
    )
)


class SqlLeases:
    """The port `Leases`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def zones(self) -> list[str]:
        found = await self._database.rows(select(persons.c.time_zone).distinct().order_by(persons.c.time_zone))
        return [row["time_zone"] for row in found]

    async def plan(self, shard: Shard, after: Bond | None, limit: int) -> Page:
        query = _unplanned(shard, after, limit)

        def work(tx: Write) -> Page:
            found = tx.rows(query)
            rows = [_planned(row, shard) for row in found if _visited(row) >= shard.awake_since]
            if rows:
                tx.run(upsert(leases).on_conflict_do_nothing(), rows)  # another may be planning
            return Page(len(rows), bond_of(found[-1]) if len(found) == limit else None)

        return await self._database.write("leases.plan", work)

    async def claim(
        self, worker: str, now: datetime, until: datetime, limit: int, *, failed: bool = False
    ) -> list[Lease]:
        query = _free(now, limit, leases.c.attempts >= TROUBLED if failed else leases.c.attempts < TROUBLED)

        def work(tx: Write) -> list[Lease]:
            free = [_lease(row) for row in tx.rows(query)]
            if free:
                tx.run(_TAKE.values(owner=worker), [_values(lease, until) for lease in free])
            return [replace(one, token=one.token + 1, attempts=one.attempts + 1) for one in free]

        return await self._database.write("leases.claim", work)

    async def renew(self, given: Sequence[Lease], until: datetime) -> None:
        rows = [_values(lease, until) for lease in sorted(given, key=lambda one: (one.bond.person, one.bond.pet))]
        if rows:
            await self._database.write("leases.renew", lambda tx: tx.run(_RENEW, rows))

    @contextmanager
    def held(self, lease: Lease) -> Iterator[None]:
        def check(connection: Connection) -> None:
            if not _HELD.find(connection, lease.bond, {"on": lease.on, "token": lease.token}):
                raise _lost(lease)

        before = HELD.set(check)
        try:
            yield
        finally:
            HELD.reset(before)

    async def finish(self, lease: Lease) -> None:
        if not await self._database.do("leases.finish", _DONE, lease.bond, on=lease.on, token=lease.token):
            raise _lost(lease)

    async def fail(self, lease: Lease, error: str, again: datetime | None) -> None:
        given = {"on": lease.on, "token": lease.token, "error": error}

        def work(tx: Write) -> None:
            if again is None:
                tx.do(_QUARANTINE, lease.bond, **given)
            else:
                tx.do(_AGAIN, lease.bond, **given, until=again)

        await self._database.write("leases.fail", work)

    async def bury(self, worker: str) -> int:
        held = update(leases).where(leases.c.state == "open", leases.c.owner == worker)
        free = held.values(until=leases.c.due, owner="")
        return await self._database.write("leases.bury", lambda tx: tx.run(free))

    async def quarantined(self) -> list[Quarantined]:
        query = select(leases).where(leases.c.state == "quarantined")
        found = await self._database.rows(query.order_by(leases.c.on_date.desc(), leases.c.person_id, leases.c.pet_id))
        return [
            Quarantined(bond=bond_of(row), on=row["on_date"], attempts=row["attempts"], error=row["error"])
            for row in found
        ]

    async def release(self, bond: Bond) -> int:
        return await self._database.do("leases.release", _RELEASE, bond)

    async def tally(self, now: datetime) -> Tally:
        held = (leases.c.state == "open") & (leases.c.owner != "") & (leases.c.until > now)
        of = {
            "open": leases.c.state == "open",
            "leased": held,
            "done": (leases.c.state == "done") & (leases.c.due > now - LATELY),
            "quarantined": leases.c.state == "quarantined",
        }
        counted = [
            select(func.count()).select_from(leases).where(which).scalar_subquery().label(name)
            for name, which in of.items()
        ]
        return Tally(**dict(await self._database.first(select(*counted)) or {}))

    async def left(self, on: date) -> int:
        open_ = leases.c.state == "open", leases.c.on_date <= on
        row = await self._database.first(select(func.count().label("open")).select_from(leases).where(*open_))
        return int(row["open"]) if row else 0

    async def drop(self, before: date) -> None:
        statement = delete(leases).where(leases.c.on_date < before)
        await self._database.write("leases.drop", lambda tx: tx.run(statement))


def _unplanned(shard: Shard, after: Bond | None, limit: int) -> Select[Any]:
    """A page of the shard's pets without a night of that day, with their visits."""
    this = pets.c.person_id, pets.c.pet_id
    planned = select(leases.c.token).where(scope.same_owner(leases, pets), leases.c.on_date == shard.on)
    opened = select(marks.c.at).where(scope.same_owner(marks, pets), marks.c.name == "visited")
    said = select(func.max(messages.c.at)).where(scope.same_owner(messages, pets), messages.c.role == "person")
    query = (
        select(*this, pets.c.adopted_at, opened.scalar_subquery().label("opened"), said.scalar_subquery().label("said"))
        .join(persons, persons.c.person_id == pets.c.person_id)
        .where(persons.c.time_zone == shard.zone, ~planned.exists())
    )
    if after is not None:
        query = query.where(tuple_(*this) > tuple_(after.person, after.pet))
    return query.order_by(*this).limit(limit)


def _visited(row: Row) -> datetime:
    visits: list[datetime] = [row[name] for name in ("adopted_at", "opened", "said") if row[name] is not None]
    return max(visits)


def _planned(row: Row, shard: Shard) -> dict[str, Any]:
    idle = max(0, int((shard.due - _visited(row)).total_seconds()))
    return bond_row(bond_of(row)) | {
        "on_date": shard.on,
        "state": "open",
        "due": shard.due,
        "idle": idle,
        "until": shard.due,
        "owner": "",
        "token": 0,
        "attempts": 0,
        "error": "",
    }


def _free(now: datetime, limit: int, which: ColumnElement[bool]) -> Select[Any]:
    """What can be claimed; rows that another claim has locked are passed by."""
    at_hand = or_(leases.c.until <= now, and_(leases.c.attempts > 0, leases.c.until > now + LONGEST))
    query = select(leases.c.person_id, leases.c.pet_id, leases.c.on_date, leases.c.token, leases.c.attempts)
    query = query.where(leases.c.state == "open", at_hand, which).order_by(leases.c.due, leases.c.idle)
    return query.limit(limit).with_for_update(skip_locked=True)


def _lease(row: Row) -> Lease:
    return Lease(bond=bond_of(row), on=row["on_date"], token=row["token"], attempts=row["attempts"])


def _values(lease: Lease, until: datetime) -> dict[str, Any]:
    """For `_ROW`, and until when it is held."""
    bond = lease.bond
    key = {"of_person": bond.person, "of_pet": bond.pet, "of_day": lease.on, "of_token": lease.token}
    return key | {"to": until}


def _lost(lease: Lease) -> LeaseLostError:
    return LeaseLostError(f"the night before {lease.on} of pet {lease.bond.pet} was taken over by another worker")
