"""Tells whoever runs this service for others that it is time to reach somebody's emergency contact.

By ids and tier only, never by words: to an address, or to a program on this machine. At home nothing is set, and
nobody is told. It works beside the turn, which does not wait for it.
"""

import asyncio
import json
import logging
from dataclasses import dataclass, field

from pawsona.app.calling import CallFailed, call
from pawsona.care.audit import Audit
from pawsona.domain.carelog import Event
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

ATTEMPTS = 3
SECONDS = 5.0
"""How long one attempt may take."""


@dataclass
class ContactHook:
    """Calls, again where it fails, and writes down how it went.

    Args:
        where: an address beginning with http, or a command line.
        audit: where it is written down.
        pause: seconds before the second attempt; twice as long before each one after.
    """

    where: str
    audit: Audit
    pause: float = 2.0
    seconds: float = SECONDS
    _running: set[asyncio.Task[None]] = field(default_factory=set)

    def call(self, person: Person, message: Message) -> None:
        """Begin to call; comes back at once."""
        task = asyncio.create_task(self._call(person, message))
        self._running.add(task)
        task.add_done_callback(self._running.discard)

    async def aclose(self) -> None:
        """Let calls end that are under way; each has its limit of time."""
        await asyncio.gather(*self._running, return_exceptions=True)

    async def _call(self, person: Person, message: Message) -> None:
        said = {
            "event": "emergency_contact",
            "tier": message.tier.name,
            "person": person.id,
            "pet": message.bond.pet,
            "message": message.answers,
            "at": message.at.isoformat(),
        }
        for attempt in range(ATTEMPTS):
            if attempt:
                await asyncio.sleep(self.pause * 2 ** (attempt - 1))
            try:
                await call(self.where, json.dumps(said).encode(), self.seconds)
            except CallFailed as error:
                logger.warning("the contact hook failed for message %s: %s", message.answers, error)
            else:
                return await self._note(person, message, "contact_called")
        logger.error("nobody was told of message %s by the contact hook", message.answers)
        await self._note(person, message, "contact_failed")

    async def _note(self, person: Person, message: Message, event: Event) -> None:
        try:
            await self.audit.note(person, message.bond, event, tier=message.tier)
        except PawsonaError as error:  # they may have been erased while the call was under way
            logger.warning("%s of message %s can't be written down: %s", event, message.answers, error)
