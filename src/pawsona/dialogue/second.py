"""A second look: a model reads what the screen let pass, and may only raise the tier.

Off unless the home's settings ask for it, since the reply waits for it: for `PATIENCE` at most, and never for a model
that is down. What it raises is stored before anything is said, so that no night takes it for an ordinary talk.
"""

import asyncio
import logging
from dataclasses import dataclass, replace

from pawsona.care.crisis import needs_protocol
from pawsona.care.ready import Care
from pawsona.care.screen import Reading
from pawsona.dialogue.contexts import Contexts
from pawsona.domain.message import Message, Tier
from pawsona.domain.person import Person
from pawsona.domain.pet import Pet
from pawsona.domain.ports import Store
from pawsona.errors import PawsonaError
from pawsona.skills import IPET, Mind
from pawsona.skills.acts import CARE_CLASSIFY, CareInput

logger = logging.getLogger(__name__)

PATIENCE = 3.0
"""Seconds."""


@dataclass
class SecondLook:
    """Asks the mind's `care.classify`."""

    store: Store
    mind: Mind
    contexts: Contexts
    care: Care

    async def at(self, person: Person, pet: Pet, message: Message, reading: Reading) -> tuple[Message, Reading]:
        """The message and its reading, both with the tier raised where the model reads a graver one."""
        if needs_protocol(reading):
            return message, reading
        tier = await self._read(person, pet, message, reading)
        if tier <= reading.tier:
            return message, reading
        await self.store.talk.raise_tier(message.bond, message.id, tier)
        logger.info("message %s was raised from %s to %s", message.id, reading.tier.name, tier.name)
        # The model names no category: the screen's is a guess where it found none.
        category = reading.leaning or self.care.reader.read(message.text).category
        names = dict.fromkeys(name for name in (*reading.categories, category) if name)
        vague = reading.vague or not reading.categories
        return replace(message, tier=tier), Reading(
            tier, tuple(names) or ("suicide.passive",), vague=vague, field=reading.field
        )

    async def _read(self, person: Person, pet: Pet, message: Message, reading: Reading) -> Tier:
        """What the model says; the screen's own tier where it can't say in time."""
        try:
            async with asyncio.timeout(PATIENCE):
                context = await self.contexts.of(person, pet)
                given = CareInput(context=context, message=message.text, tier=reading.tier)
                return (await self.mind.perform(CARE_CLASSIFY, given, IPET)).tier
        except (PawsonaError, TimeoutError) as error:
            logger.warning("no second look at message %s (%s)", message.id, type(error).__name__)
            return reading.tier
