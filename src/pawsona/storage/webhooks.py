"""Webhooks, and the letters to them."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import Any

from sqlalchemy import ColumnElement, and_, bindparam, case, delete, exists, func, insert, or_, select, update

from pawsona.domain.ids import PersonId
from pawsona.domain.tenant import Tenant
from pawsona.domain.webhook import EVENTS, Event, Letter, Waiting, Webhook
from pawsona.storage import scope
from pawsona.storage.connection import Database, Row, Write
from pawsona.storage.prepared import Prepared
from pawsona.storage.webhook_tables import outbox, webhooks

_THIS = outbox.c.letter_id == bindparam("letter")
_GONE = Prepared(lambda: delete(outbox).where(scope.of_them(outbox), _THIS))
_FAILED = Prepared(
    lambda: (
        update(outbox)
        .where(scope.of_them(outbox), _THIS)
        .values(
            state=bindparam("state"), until=bindparam("until"), attempts=bindparam("attempts"), error=bindparam("error")
        )
    )
)
_TAKE_BACK = Prepared(lambda: delete(outbox).where(scope.of_them(outbox), outbox.c.event == bindparam("event")))
_TAKEN = (
    update(outbox)
    .where(outbox.c.person_id == bindparam("of_person"), outbox.c.letter_id == bindparam("of_letter"))
    .values(until=bindparam("to"))
)
"""A claim touches letters of many persons at once, so it goes by values and not by an owner."""
_WAITS, _DEAD = outbox.c.state == "waiting", outbox.c.state == "dead"


class SqlWebhooks:
    """The port `Webhooks`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def add(self, webhook: Webhook) -> None:
        row = {
            "webhook_id": webhook.id,
            "tenant": webhook.tenant,
            "url": webhook.url,
            "events": " ".join(sorted(webhook.events)),
            "made_at": webhook.made_at,
            "sent": webhook.sent,
            "night": webhook.night,
            **_keys(webhook),
        }
        await self._database.write("webhooks.add", lambda tx: tx.run(insert(webhooks).values(row)))

    async def all(self) -> list[Webhook]:
        found = await self._database.rows(select(webhooks).order_by(webhooks.c.made_at, webhooks.c.webhook_id))
        return [_webhook_of(row) for row in found]

    async def renew(self, webhook: Webhook) -> bool:
        statement = update(webhooks).where(webhooks.c.webhook_id == webhook.id).values(_keys(webhook))
        return bool(await self._database.write("webhooks.renew", lambda tx: tx.run(statement)))

    async def told(self, webhook: str, night: date) -> bool:
        before = or_(webhooks.c.night.is_(None), webhooks.c.night < night)
        statement = update(webhooks).where(webhooks.c.webhook_id == webhook, before).values(night=night)
        return bool(await self._database.write("webhooks.told", lambda tx: tx.run(statement)))

    async def remove(self, webhook: str) -> bool:
        def work(tx: Write) -> bool:
            tx.run(delete(outbox).where(outbox.c.webhook_id == webhook))
            return bool(tx.run(delete(webhooks).where(webhooks.c.webhook_id == webhook)))

        return await self._database.write("webhooks.remove", work)


class SqlOutbox:
    """The port `Outbox`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def put(self, letters: Sequence[Letter]) -> None:
        rows = [_row(letter) for letter in letters]
        await self._database.write("outbox.put", lambda tx: tx.run(insert(outbox), rows))

    async def due(self, now: datetime) -> list[str]:
        free = _WAITS, outbox.c.webhook_id == webhooks.c.webhook_id, outbox.c.until <= now
        query = select(webhooks.c.webhook_id).where(exists().where(*free))  # one look into the index each
        return [row["webhook_id"] for row in await self._database.rows(query)]

    async def claim(self, webhook: str, now: datetime, until: datetime, limit: int) -> list[Letter]:
        free = _WAITS, outbox.c.webhook_id == webhook, outbox.c.until <= now
        query = select(outbox).where(*free).order_by(outbox.c.until, outbox.c.letter_id).limit(limit)

        def work(tx: Write) -> list[Letter]:
            found = tx.rows(query.with_for_update(skip_locked=True))
            taken = [
                {"of_person": row["person_id"], "of_letter": row["letter_id"], "to": until}
                for row in sorted(found, key=lambda row: (row["person_id"], row["letter_id"]))
            ]
            if taken:
                tx.run(_TAKEN, taken)
            return [_letter_of(row) for row in found]

        return await self._database.write("outbox.claim", work)

    async def sent(self, letter: Letter) -> None:
        counted = update(webhooks).where(webhooks.c.webhook_id == letter.webhook).values(sent=webhooks.c.sent + 1)

        def work(tx: Write) -> None:
            if tx.do(_GONE, _owner(letter), letter=letter.id):
                tx.run(counted)

        await self._database.write("outbox.sent", work)

    async def fail(self, letter: Letter, error: str, again: datetime | None) -> None:
        given = {"letter": letter.id, "attempts": letter.attempts + 1, "error": error}
        given |= {"state": "dead", "until": letter.at} if again is None else {"state": "waiting", "until": again}
        await self._database.do("outbox.fail", _FAILED, _owner(letter), **given)

    async def counts(self) -> dict[str, Waiting]:
        sums = (func.sum(case((which, 1), else_=0)) for which in (_WAITS, _DEAD))
        found = await self._database.rows(select(outbox.c.webhook_id, *sums).group_by(outbox.c.webhook_id))
        return {name: Waiting(waiting, dead) for name, waiting, dead in (row.values() for row in found)}

    async def dead(self, webhook: str) -> list[Letter]:
        query = select(outbox).where(_dead_of(webhook)).order_by(outbox.c.at, outbox.c.letter_id)
        return [_letter_of(row) for row in await self._database.rows(query)]

    async def resend(self, webhook: str, now: datetime) -> int:
        statement = update(outbox).where(_dead_of(webhook)).values(state="waiting", attempts=0, until=now)
        return await self._database.write("outbox.resend", lambda tx: tx.run(statement))

    async def take_back(self, person: PersonId, event: Event) -> int:
        return await self._database.do("outbox.take_back", _TAKE_BACK, person, event=event)

    async def drop(self, before: datetime) -> None:
        of_nobody = outbox.c.webhook_id.not_in(select(webhooks.c.webhook_id))  # it was taken away just then
        statement = delete(outbox).where(or_(_DEAD, of_nobody), outbox.c.at < before)
        await self._database.write("outbox.drop", lambda tx: tx.run(statement))


def _dead_of(webhook: str) -> ColumnElement[bool]:
    return and_(_DEAD, outbox.c.webhook_id == webhook)


def _owner(letter: Letter) -> PersonId:
    return letter.person or PersonId("")


def _keys(webhook: Webhook) -> dict[str, object]:
    return {name: getattr(webhook, name) for name in ("secret", "former", "former_until")}


def _webhook_of(row: Row) -> Webhook:
    own: dict[str, Any] = {name: row[name] for name in ("url", "secret", "former", "former_until", "made_at", "sent")}
    events = frozenset(event for event in EVENTS if event in row["events"].split())
    return Webhook(id=row["webhook_id"], tenant=Tenant(row["tenant"]), events=events, night=row["night"], **own)


def _row(letter: Letter) -> dict[str, object]:
    own = {name: getattr(letter, name) for name in ("event", "at", "attempts", "error")}
    ids = {"person_id": _owner(letter), "letter_id": letter.id, "webhook_id": letter.webhook}
    return {**ids, **own, "data": dict(letter.data), "state": "waiting", "until": letter.at}


def _letter_of(row: Row) -> Letter:
    own: dict[str, Any] = {name: row[name] for name in ("event", "data", "at", "attempts", "error")}
    person = PersonId(row["person_id"]) if row["person_id"] else None
    return Letter(id=row["letter_id"], webhook=row["webhook_id"], person=person, **own)
