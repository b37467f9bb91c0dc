"""Tells whoever runs this service for others that it is time to reach somebody's emergency contact.

By ids and tier only, never by words: to an address, or to a program on this machine. At home nothing is set, and
nobody is told. It works beside the turn, which does not wait for it.
"""

import asyncio
import json
import logging
import shlex
import urllib.error
import urllib.request
from dataclasses import dataclass, field

from pawsona.care.audit import Audit
from pawsona.domain.message import Message
from pawsona.domain.person import Person
from pawsona.errors import PawsonaError

logger = logging.getLogger(__name__)

ATTEMPTS = 3
SECONDS = 5.0
"""How long one attempt may take."""


class CallFailed(PawsonaError):
    """An attempt came to nothing; the sentence says how, without an address."""


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
        await asyncio.gather(*self._running)

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
                await asyncio.wait_for(self._once(json.dumps(said).encode()), self.seconds)
            except (CallFailed, TimeoutError) as error:
                logger.warning("the contact hook failed for message %s: %s", message.answers, str(error) or "too slow")
            else:
                await self.audit.note(person, message.bond, "contact_called", tier=message.tier)
                return
        logger.error("nobody was told of message %s by the contact hook", message.answers)
        await self.audit.note(person, message.bond, "contact_failed", tier=message.tier)

    async def _once(self, body: bytes) -> None:
        if self.where.startswith(("http://", "https://")):
            await asyncio.to_thread(_post, self.where, body, self.seconds)
        else:
            await _run(self.where, body)


def _post(address: str, body: bytes, seconds: float) -> None:
    request = urllib.request.Request(address, data=body, headers={"content-type": "application/json"}, method="POST")
    try:
        with urllib.request.urlopen(request, timeout=seconds):
            return
    except urllib.error.HTTPError as error:
        with error:
            raise CallFailed(f"it answered {error.code}") from None
    except OSError:
        raise CallFailed("it can't be reached") from None


async def _run(command: str, body: bytes) -> None:
    """Without a shell; the program gets the JSON on its standard input."""
    quiet = asyncio.subprocess.DEVNULL
    try:
        program = await asyncio.create_subprocess_exec(
            *shlex.split(command), stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
        )
    except OSError as error:
        raise CallFailed(f"the program can't be started ({(error.strerror or 'unknown reason').lower()})") from None
    try:
        await program.communicate(body)
    except BaseException:  # too slow, or the home closes
        program.kill()
        await program.wait()
        raise
    if program.returncode:
        raise CallFailed(f"the program ended with {program.returncode}")
