"""Sessions: a dialogue with no gap of 30 minutes; when one ends, it becomes memories."""

from dataclasses import replace
from datetime import timedelta

from pawsona.domain.ids import Bond, SessionId, new_id
from pawsona.domain.message import Session
from pawsona.domain.ports import Clock, Rng, Store

SILENCE = timedelta(minutes=30)
"""iPET leaves a session's end open; half an hour is what web analytics uses, and what a kettle takes."""


class Sessions:
    """Opens and prolongs sessions. Closing is the collector's, in one transaction with its memories."""

    def __init__(self, store: Store, clock: Clock, rng: Rng) -> None:
        self._store = store
        self._clock = clock
        self._rng = rng

    async def current(self, bond: Bond) -> tuple[Session, bool]:
        """The session that a message at this moment belongs to, and whether it is new.

        A clock that jumped back keeps the session: only a gap forward ends one.
        """
        now = self._clock.now()
        last = await self._store.talk.last_session(bond)
        if last is not None and last.closed_at is None and now - last.last_at < SILENCE:
            prolonged = replace(last, last_at=max(now, last.last_at))
            await self._store.talk.touch_session(prolonged)
            return prolonged, False
        session = Session(id=SessionId(new_id(now, self._rng.token())), bond=bond, started_at=now, last_at=now)
        await self._store.talk.open_session(session)
        return session, True

    async def ended(self, bond: Bond, *, all_of_them: bool = False) -> list[Session]:
        """Open sessions whose silence is long enough, or every open one (as the night wants)."""
        now = self._clock.now()
        return [s for s in await self._store.talk.open_sessions(bond) if all_of_them or now - s.last_at >= SILENCE]
