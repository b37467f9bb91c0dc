"""`pawsona mind` and `pawsona cost`: a home is opened, asked one thing, and closed."""

import contextlib
from collections.abc import AsyncIterator

from pawsona.app.costs import Costs, costs
from pawsona.app.home import Home
from pawsona.app.household import resident
from pawsona.app.offers import resolved
from pawsona.app.opening import open_home
from pawsona.app.pinning import Pinning
from pawsona.app.switching import use_agreed, use_pulled, use_storybook
from pawsona.config.settings import load
from pawsona.domain.pet import Pet
from pawsona.domain.pin import Pin


def address_of(server: str, key_variable: str) -> str:
    """Where a server that somebody names is; nothing is asked of it.

    Raises:
        InputError: the server or its key is unknown.
    """
    return resolved(load(), server, key_variable)[0]


async def speak_through(server: str, model: str, key_variable: str) -> tuple[str, bool]:
    """Remember the yes to a server; its address, and False where the settings name another, which goes on speaking.

    Raises:
        InputError: the server or its key is unknown, or no model was named.
    """
    settings = load()
    where, variable = resolved(settings, server, key_variable)
    async with contextlib.aclosing(await open_home(settings)) as home:
        talk = (await use_agreed(home, where, model, variable)).talk
    return where, talk is not None and (talk.base_url, talk.model) == (where, model.strip())


async def speak_through_storybook() -> bool:
    """Take the yes back; False where the settings name a model, which goes on speaking."""
    async with contextlib.aclosing(await open_home(load())) as home:
        return (await use_storybook(home)).talk is None


async def speak_through_pulled(name: str) -> bool:
    """Switch to a pulled model; False where the settings name another, which then goes on speaking."""
    async with contextlib.aclosing(await open_home(load())) as home:
        choice = await use_pulled(home, name)
        return choice.talk is not None and choice.talk.model == name


async def go_back(pet: str | None) -> Pin:
    """The mind before; see `Pinning.undo`."""
    async with _pinned(pet) as (found, pinning):
        return await pinning.undo(found)


async def follow_settings(pet: str | None) -> Pin:
    """What the home is set to; see `Pinning.follow`."""
    async with _pinned(pet) as (found, pinning):
        return await pinning.follow(found)


async def pins_of(pet: str | None) -> list[Pin]:
    """Every mind a pet has spoken with."""
    async with _pinned(pet) as (found, pinning):
        return await pinning.history(found)


async def costs_of(pet: str | None, days: int) -> Costs:
    """What a pet's models cost."""
    async with _there(pet) as (home, found):
        return await costs(home, found.bond, days)


@contextlib.asynccontextmanager
async def _pinned(pet: str | None) -> AsyncIterator[tuple[Pet, Pinning]]:
    async with _there(pet) as (home, found):
        assert home.pinning is not None  # only tests that bring a mind have none
        yield found, home.pinning


@contextlib.asynccontextmanager
async def _there(pet: str | None) -> AsyncIterator[tuple[Home, Pet]]:
    async with contextlib.aclosing(await open_home(load())) as home:
        _, found = await resident(home, pet)
        yield home, found
