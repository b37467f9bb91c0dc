"""`pawsona care` and `pawsona care audit`: how care stands in this home, as plain data."""

import contextlib
from datetime import date
from typing import Any

from pawsona.app.opening import care_of, open_home
from pawsona.app.ruling import asked
from pawsona.app.time import SystemClock
from pawsona.care.measured import measured
from pawsona.care.resources import Resources
from pawsona.config.settings import load
from pawsona.domain.carelog import EVENTS
from pawsona.storage import open_store


async def standing() -> dict[str, Any]:
    """Which rules hold, what was measured, what expires next, what was counted this year.

    Raises:
        ContentError: a content file of care is wrong, so that no home opens.
        SetupError: the database can't be used.
    """
    settings, today = load(), SystemClock().now().date()
    care = care_of(settings)
    store = await open_store(settings.database_url)
    try:
        tallies = await store.carelog.tallies(today.year)
    finally:
        await store.close()
    counts = {event: sum(row.count for row in tallies if row.event == event) for event in EVENTS}
    return {
        "packs": [pack.id for pack in care.rules.packs],
        "not_in_force_yet": [pack.id for pack in care.rules.packs if not pack.binds(today)],
        "rules": asked(care.rules.duties, settings.spoken),
        "attachment": care.attachment,
        "screen": {
            "measured_on": measured().on.isoformat(),
            "rows": [row.__dict__ for row in measured().rows],
        },
        "help_lines": _lines(care.resources, today),
        "operator": settings.care.operator,
        "counts": {event: count for event, count in counts.items() if count},
        "year": today.year,
    }


def _lines(known: Resources, today: date) -> dict[str, Any]:
    fresh = [line.expires_on for line in known.lines if today < line.expires_on]
    return {
        "lines": len(known.lines),
        "to_verify": len(known.stale(today)),
        "next_expiry": min(fresh).isoformat() if fresh else None,
        "locale": known.locale,
    }


async def trail() -> list[dict[str, Any]]:
    """The audit trail of everybody here, oldest first; ids and codes, never a word that was said."""
    async with contextlib.aclosing(await open_home(load())) as home:
        found = [line for _, pet in await home.runner.pets() for line in await home.store.carelog.lines(pet.bond)]
    return [
        {
            "at": line.at.isoformat(),
            "person": line.bond.person,
            "pet": line.bond.pet,
            "event": line.event,
            "tier": line.tier.name,
            "group": line.group,
            "minor": line.minor,
            "detail": line.detail,
        }
        for line in sorted(found, key=lambda line: line.at)
    ]
