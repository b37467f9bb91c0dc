"""`pawsona night`: one night now, or many on a simulated clock."""

import contextlib
from datetime import timedelta
from typing import Any

from rich.console import Console
from rich.progress import Progress

from pawsona.app.home import Home
from pawsona.app.household import of_one
from pawsona.app.opening import open_home
from pawsona.app.time import SimulatedClock, SystemClock
from pawsona.config.settings import load
from pawsona.domain.day import Day
from pawsona.domain.pet import Pet
from pawsona.errors import NotFoundError
from pawsona.night.plan import next_night
from pawsona.world.calendar import day_of


async def live(days: int, *, quiet: bool) -> list[dict[str, Any]]:
    """Live the night before tomorrow now (`days` 0), or `days` nights on, each in its own small hours.

    Raises:
        ForbiddenError: many live here, each with an account: their time isn't for a command to move on, nor their days
            to show.
        NotFoundError: nobody lives here.
    """
    settings = load()
    of_one(settings, "The nights that are due are lived by: pawsona night --runner asyncio")
    clock = SimulatedClock(SystemClock().now())
    async with contextlib.aclosing(await open_home(settings, clock=clock)) as home:
        if not await home.runner.pets():
            raise NotFoundError("Nobody lives here yet. Adopt a pet first: pawsona adopt NAME")
        if days == 0:
            return await _everybody(home, ahead=1)
        lived = []
        with Progress(console=Console(stderr=True), disable=quiet) as progress:
            for _ in progress.track(range(days), description="Living on"):
                clock.moment = await _small_hours(home, clock)
                lived += await _everybody(home, ahead=0)
        return lived


async def _small_hours(home: Home, clock: SimulatedClock) -> Any:
    """The moment at which the small hours have struck for everybody."""
    persons = await home.store.people.persons()
    return max(next_night(person, clock.now()) for person in persons) + timedelta(minutes=5)


async def _everybody(home: Home, *, ahead: int) -> list[dict[str, Any]]:
    lived = []
    for person, pet in await home.runner.pets():
        on = day_of(person, home.clock.now()) + timedelta(days=ahead)
        lived.append(_plain(pet, await home.night.live(person, pet, on)))
    await home.sweep.now()
    return lived


def _plain(pet: Pet, day: Day) -> dict[str, Any]:
    return {
        "pet": pet.name,
        "date": day.on.isoformat(),
        "mode": day.mode,
        "outline": day.outline,
        "items": [{"at": f"{item.at:%H:%M}", "label": item.label, "detail": item.detail} for item in day.items],
    }


async def set_aside() -> list[dict[str, Any]]:
    """The nights that failed so often that nobody tries them any more: ids, counts and the error's class."""
    async with contextlib.aclosing(await open_home(load())) as home:
        found = await home.store.leases.quarantined()
    return [
        {
            "date": one.on.isoformat(),
            "pet": one.bond.pet,
            "person": one.bond.person,
            "attempts": one.attempts,
            "error": one.error,
        }
        for one in found
    ]


async def release(wanted: str) -> int:
    """Open a pet's nights that were set aside; how many there were.

    Args:
        wanted: the pet's id, as `set_aside` lists it.

    Raises:
        NotFoundError: none of its nights is set aside.
    """
    async with contextlib.aclosing(await open_home(load())) as home:
        bonds = {one.bond for one in await home.store.leases.quarantined() if one.bond.pet == wanted}
        if not bonds:
            raise NotFoundError(f"No night of a pet {wanted!r} is set aside; see: pawsona night --quarantined")
        return sum([await home.store.leases.release(bond) for bond in bonds])
