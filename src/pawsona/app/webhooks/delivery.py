"""Takes letters out of the store and brings them to their webhooks: at least once, later where it fails, never astray.

Any process may do it; a letter is one process's for a minute. Each webhook has a task of its own, so one that stalls
keeps no other waiting.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from pawsona.app.blunder import place
from pawsona.app.calling import CallFailed, post
from pawsona.app.webhooks.signing import body_of, headers_of
from pawsona.domain.ports import Clock, Store
from pawsona.domain.webhook import Letter, Webhook
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

LEASE = timedelta(seconds=60)
SECONDS = 10.0
"""How long one attempt may take; well within the lease."""
AT_ONCE = 8
"""Letters to one webhook."""
WAITS: Sequence[timedelta] = tuple(
    timedelta(seconds=seconds) for seconds in (5, 300, 1800, 7200, 18_000, 36_000, 36_000)
)
"""After the first failure, the second, ...; when they are used up (28 hours), nobody sends it until told to."""
KEPT = timedelta(days=30)
"""How long what is dead is kept."""


@dataclass
class Delivery:
    """Brings letters.

    Args:
        private: addresses of this machine and its network are allowed, too.
        seconds: how long one attempt may take.
    """

    store: Store
    clock: Clock
    private: bool = False
    seconds: float = SECONDS
    _running: dict[str, asyncio.Task[None]] = field(default_factory=dict)

    async def step(self) -> None:
        """Begin to bring what is due; comes back at once."""
        for name in await self.store.outbox.due(self.clock.now()):
            if name not in self._running:
                self._running[name] = asyncio.create_task(self._tried(name))

    async def settled(self) -> None:
        """Wait for what was begun."""
        await asyncio.gather(*self._running.values())

    async def aclose(self) -> None:
        """Let go of what is under way: it is brought again, under the same id."""
        running = list(self._running.values())
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)

    async def tidy(self) -> None:
        """Forget what is dead for long."""
        await self.store.outbox.drop(self.clock.now() - KEPT)

    async def bring(self, webhook: Webhook, letter: Letter) -> None:
        """One attempt.

        Raises:
            CallFailed: it did not arrive, or was not taken; the sentence says how.
        """
        body = body_of(letter)
        headers = headers_of(webhook, letter, body, self.clock.now())
        await post(webhook.url, body, self.seconds, headers, private=self.private)

    async def _tried(self, name: str) -> None:
        try:
            await self._all(name)
        except PawsonaError as error:
            logger.error("letters to webhook %s wait: %s", name, error)
        except Exception as error:  # noqa: BLE001 - a task of its own: nobody else would say so
            logger.error("letters to webhook %s wait: %s", name, place(error))
        finally:
            self._running.pop(name, None)

    async def _all(self, name: str) -> None:
        """What is due to one webhook, some letters at a time; after a failure the rest waits for the next look."""
        while webhook := next((one for one in await self.store.webhooks.all() if one.id == name), None):
            now = self.clock.now()
            letters = await self.store.outbox.claim(name, now, now + LEASE, AT_ONCE)
            arrived = await asyncio.gather(*(self._one(webhook, letter) for letter in letters))
            if not letters or not all(arrived):
                return

    async def _one(self, webhook: Webhook, letter: Letter) -> bool:
        try:
            await self.bring(webhook, letter)
        except CallFailed as error:
            await self._failed(letter, str(error))
            return False
        await self.store.outbox.sent(letter)
        return True

    async def _failed(self, letter: Letter, error: str) -> None:
        again = self.clock.now() + WAITS[letter.attempts] if letter.attempts < len(WAITS) else None
        logger.warning("letter %s did not reach webhook %s: %s", letter.id, letter.webhook, error)
        if again is None:
            logger.error("letter %s to webhook %s is dead", letter.id, letter.webhook)
        await self.store.outbox.fail(letter, error, again)
