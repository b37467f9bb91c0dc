"""Sessions: a dialogue with no gap of 30 minutes; when one ends, it becomes memories."""

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime, timedelta

from pawsona.domain.ids import Bond, SessionId, new_id
from pawsona.domain.message import Message, Session
from pawsona.domain.ports import Clock, Rng, Store

SILENCE = timedelta(minutes=30)
"""iPET leaves a session's end open; half an hour is what web analytics uses, and what a kettle takes."""

PAGE = 500
"""Sessions that are asked for at once."""


class Sessions:
    """Opens and prolongs sessions. Closing is the collector's, in one transaction with its memories."""

    def __init__(self, store: Store, clock: Clock, rng: Rng) -> None:
        self._store = store
        self._clock = clock
        self._rng = rng

    async def current(self, bond: Bond) -> tuple[Session, bool]:
        """The session that a message at this moment belongs to, and whether it is new.

        Looked for among the open ones, not by the latest beginning: after a clock was set back by a year, a
        session of the wrong time would stay the latest for all that year.
        """
        now = self._clock.now()
        for last in reversed(await self._store.talk.open_sessions(bond)):
            if not _silent(last, now):
                prolonged = replace(last, last_at=max(now, last.last_at))
                await self._store.talk.touch_session(prolonged)
                return prolonged, False
        session = Session(id=SessionId(new_id(now, self._rng.token())), bond=bond, started_at=now, last_at=now)
        await self._store.talk.open_session(session)
        return session, True

    async def of(self, message: Message) -> Session:
        """The session that a message was said in, however long ago."""
        said_in = await self._store.talk.session(message.bond, message.session)
        return said_in or (await self.current(message.bond))[0]

    async def ended(self, bond: Bond, *, all_of_them: bool = False) -> list[Session]:
        """Open sessions whose silence is long enough, or every open one (as the night wants)."""
        now = self._clock.now()
        return [s for s in await self._store.talk.open_sessions(bond) if all_of_them or _silent(s, now)]

    async def silent(self) -> AsyncIterator[Session]:
        """Everybody's open sessions whose silence is long enough."""
        now, last = self._clock.now(), None
        while page := await self._store.due.silent(now - SILENCE, now + SILENCE, last, PAGE):
            for last in page:
                yield last
            if len(page) < PAGE:
                return

    async def prolong(self, session: Session) -> None:
        """Something was said in a session just now; one that the night closed meanwhile stays closed."""
        await self._store.talk.prolong_session(session, self._clock.now())


def _silent(session: Session, now: datetime) -> bool:
    """Whether a session is over. A clock set back by as much counts like one that went on; a little is kept."""
    return abs(now - session.last_at) >= SILENCE
