"""`pawsona forgetting`: what leaves soon, and what was forgotten, as plain data."""

import contextlib
from typing import Any

from pawsona.app.companion import Companion
from pawsona.app.opening import open_home
from pawsona.app.words import TOPIC_NAMES
from pawsona.config.settings import load


async def forgetting_of(pet: str | None, days: int) -> dict[str, Any]:
    """Memories that leave within so many days, with their words; what has gone is only counted.

    To look adopts nobody: a home that was erased stays empty.

    Raises:
        NotFoundError: there is no such pet.
    """
    async with contextlib.aclosing(await open_home(load())) as home:
        pets = await home.runner.pets()
        if not pets and pet is None:
            return {"leaving": [], "forgotten": []}
        companion = Companion(home, *(pets[0] if pet is None else await home.pet_named(pet)))
        names = TOPIC_NAMES[companion.person.language]
        return {
            "leaving": [
                {"id": m.id, "text": m.text, "expires_on": m.expires_on.isoformat() if m.expires_on else None}
                for m in await companion.leaving(days)
            ],
            "forgotten": [
                {
                    "date": one.on.isoformat(),
                    "cause": one.cause,
                    "kind": one.kind,
                    "count": one.count,
                    "topic": one.topic,
                    "topic_name": names[one.topic] if one.topic else None,
                    "retention": one.retention,
                }
                for one in await companion.departures()
            ],
        }
