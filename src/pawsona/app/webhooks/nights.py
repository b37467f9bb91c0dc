"""Tells that the nights before a day are lived: once for each day, in counts, with nobody's id."""

from datetime import date
from zoneinfo import ZoneInfo

from pawsona.app.home import Home
from pawsona.app.webhooks.postbox import letter
from pawsona.domain.webhook import Webhook
from pawsona.world.calendar import day_at


async def tell_of_nights(home: Home) -> None:
    """For whoever leads, every minute: where a day has begun for everybody, and no night before it is open any more."""
    asked = [one for one in await home.store.webhooks.all() if "night.done" in one.events]
    zones = await home.store.leases.zones() if asked else []
    if not zones:
        return
    on = min(day_at(home.clock.now().astimezone(ZoneInfo(zone))) for zone in zones)
    untold = [one for one in asked if one.night is None or one.night < on]
    if untold and not await home.store.leases.left(on):
        for one in untold:
            await _tell(home, one, on)


async def _tell(home: Home, webhook: Webhook, on: date) -> None:
    store, now = home.store, home.clock.now()
    async with store.transaction():
        if await store.webhooks.told(webhook.id, on):
            found = [night for night in await store.census.of(webhook.tenant).nights(on) if night.on == on]
            counts = {"begun": sum(one.begun for one in found), "done": sum(one.done for one in found)}
            await store.outbox.put([letter(webhook, "night.done", {"date": on.isoformat(), **counts}, now, home.rng)])
