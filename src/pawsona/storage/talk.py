"""H and its sessions, affect, and what care keeps."""

from collections.abc import Sequence
from datetime import UTC, date, datetime

from sqlalchemy import Text, bindparam, cast, delete, func, insert, or_, select, update

from pawsona.domain.affect import Affect
from pawsona.domain.ids import Bond, MemoryId, MessageId, PersonId, SessionId
from pawsona.domain.message import Message, Session, Tier
from pawsona.errors import NotFoundError
from pawsona.storage import scope
from pawsona.storage.batches import batches
from pawsona.storage.connection import Database, Write
from pawsona.storage.dialect import one_of
from pawsona.storage.entries import drop_entries
from pawsona.storage.people import PERSON
from pawsona.storage.plain import dump
from pawsona.storage.position import next_position
from pawsona.storage.prepared import Prepared
from pawsona.storage.rows.people import bond_row, person_of
from pawsona.storage.rows.talk import affect_of, line_rows, message_of, message_row, session_of, session_row
from pawsona.storage.schema import affects, lines, marks, memories, messages, promises, sessions

_OPEN_SESSION = Prepared(lambda: insert(sessions))
_OPEN_SESSIONS = Prepared(
    lambda: (
        select(sessions)
        .where(scope.theirs(sessions), sessions.c.closed_at.is_(None))
        .order_by(sessions.c.started_at, sessions.c.session_id)
    )
)
_SESSION = Prepared(lambda: select(sessions).where(scope.theirs(sessions), sessions.c.session_id == bindparam("id")))
_LAST_SESSION = Prepared(
    lambda: (
        select(sessions)
        .where(scope.theirs(sessions))
        .order_by(sessions.c.started_at.desc(), sessions.c.session_id.desc())
        .limit(1)
    )
)
_TOUCH_SESSION = Prepared(
    lambda: (
        update(sessions)
        .where(scope.theirs(sessions), sessions.c.session_id == bindparam("id"))
        .values(last_at=bindparam("last_at"), closed_at=bindparam("closed_at"))
    )
)
_PROLONG_SESSION = Prepared(
    lambda: (
        update(sessions)
        .where(scope.theirs(sessions), sessions.c.session_id == bindparam("id"), sessions.c.closed_at.is_(None))
        .values(last_at=bindparam("last_at"))
    )
)
_ADD = Prepared(lambda: insert(messages).values(position=next_position(messages)).inline())
_RAISE_TIER = Prepared(
    lambda: (
        update(messages)
        .where(
            scope.theirs(messages), messages.c.message_id == bindparam("id"), messages.c.tier < bindparam("tier_now")
        )
        .values(tier=bindparam("tier_now"))
    )
)
_ADD_LINES = Prepared(lambda: insert(lines))
_MESSAGES = Prepared(lambda: select(messages).where(scope.theirs(messages), one_of(messages.c.message_id, "ids")))
_REPLY = Prepared(
    lambda: select(messages).where(scope.theirs(messages), messages.c.answers == bindparam("answered")), long=True
)
_RECENT = Prepared(
    lambda: (
        select(messages).where(scope.theirs(messages)).order_by(messages.c.position.desc()).limit(bindparam("limit"))
    )
)
_OF_SESSION = Prepared(
    lambda: (
        select(messages)
        .where(scope.theirs(messages), messages.c.session_id == bindparam("session"))
        .order_by(messages.c.position)
    ),
    long=True,
)
_LAST_OF_PERSON = Prepared(
    lambda: select(func.max(messages.c.at).label("at")).where(
        scope.theirs(messages), messages.c.role == "person", messages.c.at < bindparam("before")
    )
)
_NEVER = datetime.max.replace(tzinfo=UTC)
_ADD_AFFECT = Prepared(lambda: insert(affects).values(position=next_position(affects)).inline(), lasts=False)
_AFFECTS = Prepared(
    lambda: (
        select(affects).where(scope.theirs(affects), affects.c.at >= bindparam("since")).order_by(affects.c.position)
    )
)
_DROP_AFFECTS = Prepared(lambda: delete(affects).where(scope.theirs(affects)))
_CLEAR_AFFECTS = Prepared(lambda: update(messages).where(scope.theirs(messages)).values(affect=None), long=True)
_OLD = Prepared(
    lambda: (
        select(messages.c.message_id)
        .where(scope.theirs(messages), messages.c.at < bindparam("before"))
        .order_by(messages.c.position)
    ),
    long=True,
)
# A memory that had expired by then keeps its turns no longer, even if its row is still there.
_KEPT = Prepared(
    lambda: select(memories.c.sources).where(
        scope.theirs(memories),
        or_(memories.c.pinned, memories.c.expires_on.is_(None), memories.c.expires_on > bindparam("on")),
    ),
    long=True,
)
_MARK = Prepared(lambda: select(marks.c.at).where(scope.theirs(marks), marks.c.name == bindparam("name")))
_MARKS = Prepared(lambda: select(marks.c.name, marks.c.at).where(scope.theirs(marks)))
_LAST_MARK = Prepared(
    lambda: select(func.max(marks.c.at).label("at")).where(scope.of_them(marks), marks.c.name == bindparam("name"))
)
_ADD_MARK = Prepared(lambda: insert(marks))
_DROP_MARK = Prepared(lambda: delete(marks).where(scope.theirs(marks), marks.c.name == bindparam("name")))


class SqlTalk:
    """The port `Talk`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_session(self, session: Session) -> None:
        await self._database.do("talk.open_session", _OPEN_SESSION, session.bond, **session_row(session))

    async def session(self, bond: Bond, session: SessionId) -> Session | None:
        row = await self._database.find_one(_SESSION, bond, id=session)
        return None if row is None else session_of(row)

    async def last_session(self, bond: Bond) -> Session | None:
        row = await self._database.find_one(_LAST_SESSION, bond)
        return None if row is None else session_of(row)

    async def touch_session(self, session: Session) -> None:
        moments = {"last_at": session.last_at, "closed_at": session.closed_at}
        if not await self._database.do("talk.touch_session", _TOUCH_SESSION, session.bond, id=session.id, **moments):
            raise NotFoundError(f"there is no session {session.id!r} here")

    async def prolong_session(self, session: Session, moment: datetime) -> None:
        await self._database.do("talk.prolong_session", _PROLONG_SESSION, session.bond, id=session.id, last_at=moment)

    async def open_sessions(self, bond: Bond) -> list[Session]:
        return [session_of(row) for row in await self._database.find(_OPEN_SESSIONS, bond)]

    async def add(self, message: Message) -> None:
        def work(tx: Write) -> None:
            tx.do(_ADD, message.bond, **message_row(message))
            if message.trace.lines:
                on = _local_day(tx, message.bond, message.at)
                used = line_rows(message.bond, message.trace.lines, on, _source(message.id))
                tx.do_all(_ADD_LINES, message.bond, used)

        await self._database.write("talk.add", work, long=False)

    async def raise_tier(self, bond: Bond, message: MessageId, tier: Tier) -> None:
        await self._database.do("talk.raise_tier", _RAISE_TIER, bond, id=message, tier_now=int(tier))

    async def message(self, bond: Bond, message: MessageId) -> Message | None:
        return next(iter(await self.messages(bond, [message])), None)

    async def messages(self, bond: Bond, ids: Sequence[MessageId]) -> list[Message]:
        rows = await self._database.find(_MESSAGES, bond, ids=list(ids)) if ids else []
        found = {message.id: message for message in map(message_of, rows)}
        return [found[message] for message in ids if message in found]

    async def reply(self, bond: Bond, message: MessageId) -> Message | None:
        row = await self._database.find_one(_REPLY, bond, answered=message)
        return None if row is None else message_of(row)

    async def recent(self, bond: Bond, limit: int, before: MessageId | None = None) -> list[Message]:
        if before is None:
            found = await self._database.find(_RECENT, bond, limit=limit)
            return [message_of(row) for row in reversed(found)]
        at = select(messages.c.position).where(scope.owned(messages, bond), messages.c.message_id == before)
        query = select(messages).where(scope.owned(messages, bond), messages.c.position < at.scalar_subquery())
        earlier = await self._database.rows(query.order_by(messages.c.position.desc()).limit(limit))
        return [message_of(row) for row in reversed(earlier)]

    async def of_session(self, session: Session) -> list[Message]:
        found = await self._database.find(_OF_SESSION, session.bond, session=session.id)
        return [message_of(row) for row in found]

    async def since(self, bond: Bond, moment: datetime) -> list[Message]:
        query = select(messages).where(scope.owned(messages, bond), messages.c.at >= moment)
        return [message_of(row) for row in await self._database.rows(query.order_by(messages.c.position))]

    async def last_of_person(self, bond: Bond, before: datetime | None = None) -> datetime | None:
        row = await self._database.find_one(_LAST_OF_PERSON, bond, before=before or _NEVER)
        return None if row is None else row["at"]

    async def delete(self, bond: Bond, ids: Sequence[MessageId]) -> None:
        if not ids:
            return

        def work(tx: Write) -> None:
            for some in batches(ids):
                these = messages.c.message_id.in_(some)
                tx.run(delete(messages).where(scope.owned(messages, bond), these), of=bond)
                tx.run(delete(promises).where(scope.owned(promises, bond), promises.c.source.in_(some)))
                sources = [_source(message) for message in some]
                tx.run(delete(lines).where(scope.owned(lines, bond), lines.c.source.in_(sources)))
            drop_entries(tx, bond, "turn", ids)

        await self._database.write("talk.delete", work)

    async def given(self, bond: Bond, memory: MemoryId) -> list[MessageId]:
        told = cast(messages.c.memories, Text).contains(dump(memory), autoescape=True)
        query = select(messages.c.message_id).where(scope.owned(messages, bond), told)
        return [MessageId(row["message_id"]) for row in await self._database.rows(query.order_by(messages.c.position))]

    async def forgettable(self, bond: Bond, before: datetime) -> list[MessageId]:
        old = await self._database.find(_OLD, bond, before=before)
        if not old:
            return []
        kept = await self._database.find(_KEPT, bond, on=before.date())
        living = {source for row in kept for source in row["sources"]}
        return [MessageId(row["message_id"]) for row in old if row["message_id"] not in living]

    async def add_affect(self, bond: Bond, at: datetime, affect: Affect) -> None:
        row = bond_row(bond) | {"at": at, "state": affect.state, "intensity": affect.intensity}
        await self._database.do("talk.add_affect", _ADD_AFFECT, bond, **row)

    async def affects(self, bond: Bond, since: datetime) -> list[tuple[datetime, Affect]]:
        return [(row["at"], affect_of(row)) for row in await self._database.find(_AFFECTS, bond, since=since)]

    async def delete_affects(self, bond: Bond) -> None:
        def work(tx: Write) -> None:
            tx.do(_DROP_AFFECTS, bond)
            tx.do(_CLEAR_AFFECTS, bond)

        await self._database.write("talk.delete_affects", work)

    async def mark(self, bond: Bond, name: str) -> datetime | None:
        row = await self._database.find_one(_MARK, bond, name=name)
        return None if row is None else row["at"]

    async def marks(self, bond: Bond, names: Sequence[str]) -> dict[str, datetime]:
        return {row["name"]: row["at"] for row in await self._database.find(_MARKS, bond) if row["name"] in names}

    async def last_mark(self, person: PersonId, name: str) -> datetime | None:
        row = await self._database.find_one(_LAST_MARK, person, name=name)
        return None if row is None else row["at"]

    async def set_mark(self, bond: Bond, name: str, at: datetime | None) -> None:
        def work(tx: Write) -> None:
            tx.do(_DROP_MARK, bond, name=name)
            if at is not None:
                tx.do(_ADD_MARK, bond, **bond_row(bond), name=name, at=at)

        await self._database.write("talk.set_mark", work, long=False)


def _source(message: MessageId) -> str:
    return f"message:{message}"


def _local_day(tx: Write, bond: Bond, moment: datetime) -> date:
    """The calendar day where the person is; a message of nobody has failed on its foreign key before this."""
    [row] = tx.find(PERSON, bond.person)
    return person_of(row).local(moment).date()
