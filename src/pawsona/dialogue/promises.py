"""The ledger of promises: found in talk, due at a moment, asked once at a decent hour, closed."""

import logging
from dataclasses import dataclass, replace

from pawsona.domain.ids import Bond, PromiseId, new_id
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import Person
from pawsona.domain.ports import Clock, Rng, Store
from pawsona.domain.promise import Promise
from pawsona.errors import InvalidOutputError, NotFoundError
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import PROMISE_FIND, PromiseDraft, PromiseInput
from pawsona.skills.context import Context

logger = logging.getLogger(__name__)

DECENT = range(8, 22)
"""Hours of the person's day at which the pet brings something up by itself."""


@dataclass
class PromiseLedger:
    """Keeps what the pet owes the person to bring up."""

    store: Store
    mind: Mind
    clock: Clock
    rng: Rng

    async def find(self, context: Context, message: Message) -> Promise | None:
        """Store what a message asks to be reminded of or asked about; the first one, if it asks for several.

        A message that is answered again (its first turn was cut off) promises nothing twice.
        """
        if message.tier > Tier.none:
            return None
        made = [p for p in await self.store.promises.all(message.bond) if p.source == message.id]
        if made:
            return made[0]
        try:
            found = await self.mind.perform(PROMISE_FIND, PromiseInput(context=context, message=message.text), IPET)
        except InvalidOutputError:  # then nothing is promised, and the reply says yes to nothing
            logger.warning("no promise was taken from message %s", message.id)
            return None
        if not found.drafts:
            return None
        promises = [self._promise(message, draft) for draft in found.drafts]
        async with self.store.transaction():
            for promise in promises:
                await self.store.promises.add(promise)
        return promises[0]

    def _promise(self, message: Message, draft: PromiseDraft) -> Promise:
        now = self.clock.now()
        id_ = PromiseId(new_id(now, self.rng.token()))
        return Promise(id=id_, bond=message.bond, text=draft.text, due=draft.due, source=message.id, made_at=now)

    async def due_now(self, person: Person, bond: Bond) -> Promise | None:
        """The promise to bring up at this moment: due, never asked, at a decent hour."""
        now = self.clock.now()
        if person.local(now).hour not in DECENT:
            return None
        due = await self.store.promises.due(bond, now)
        return due[0] if due else None

    async def asked(self, promise: Promise) -> None:
        """It was brought up just now. Read anew: the person may have closed it while the pet was speaking."""
        for known in await self.store.promises.all(promise.bond):
            if known.id == promise.id:
                await self.store.promises.update(replace(known, asked_at=self.clock.now()))

    async def close(self, bond: Bond, promise: PromiseId) -> Promise:
        """Close one that is settled.

        Raises:
            NotFoundError: this bond has no such promise.
        """
        for known in await self.store.promises.all(bond):
            if known.id == promise:
                closed = replace(known, closed_at=known.closed_at or self.clock.now())
                await self.store.promises.update(closed)
                return closed
        raise NotFoundError(f"there is no promise {promise!r}")
