"""`pawsona mind` and `pawsona cost`: a home is opened, asked one thing, and closed."""

import contextlib
from collections.abc import AsyncIterator

from pawsona.app.companion import Companion
from pawsona.app.costs import Costs, costs
from pawsona.app.offers import agree, withdraw
from pawsona.app.opening import open_home
from pawsona.app.pinning import Pinning
from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.domain.pin import Pin
from pawsona.errors import InputError
from pawsona.storage import open_store


async def speak_through(server: str, model: str, key_variable: str) -> str:
    """Remember the yes to a server; every pet that follows the settings speaks through it from then on.

    Raises:
        InputError: the server or its key is unknown, or no model was named.
    """
    if not model:
        raise InputError("Name the model as well; `pawsona mind offers` lists what a server has.")
    settings = load()
    prepare(settings)
    store = await open_store(settings.database_url)
    try:
        where = await agree(store, settings, server, model, key_variable)
    finally:
        await store.close()
    async with contextlib.aclosing(await open_home(settings)):  # every pet's pin is moved on
        return where


async def speak_through_storybook() -> None:
    """Take the yes back."""
    settings = load()
    prepare(settings)
    store = await open_store(settings.database_url)
    try:
        await withdraw(store)
    finally:
        await store.close()
    async with contextlib.aclosing(await open_home(settings)):
        return


async def go_back(pet: str | None) -> Pin:
    """The mind before; see `Pinning.undo`."""
    async with _pinned(pet) as (companion, pinning):
        return await pinning.undo(companion.pet)


async def follow_settings(pet: str | None) -> Pin:
    """What the home is set to; see `Pinning.follow`."""
    async with _pinned(pet) as (companion, pinning):
        return await pinning.follow(companion.pet)


async def pins_of(pet: str | None) -> list[Pin]:
    """Every mind a pet has spoken with."""
    async with _pinned(pet) as (companion, pinning):
        return await pinning.history(companion.pet)


async def costs_of(pet: str | None, days: int) -> Costs:
    """What a pet's models cost."""
    async with await Companion.open(pet=pet) as companion:
        home = companion.home
        return await costs(home.store, home.settings, home.clock, companion.pet.bond, days)


@contextlib.asynccontextmanager
async def _pinned(pet: str | None) -> AsyncIterator[tuple[Companion, Pinning]]:
    async with await Companion.open(pet=pet) as companion:
        assert companion.home.pinning is not None  # only tests that bring a mind have none
        yield companion, companion.home.pinning
