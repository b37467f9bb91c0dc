"""Changing which mind a home speaks with, while it is open."""

import json

from pawsona.app.home import Home
from pawsona.app.local import CHOSEN, LocalModels
from pawsona.app.minds import AGREED, STORYBOOK, Choice, choose
from pawsona.config.settings import Settings
from pawsona.domain.ports import Store
from pawsona.errors import InputError, NotFoundError
from pawsona.minds.pinned import Pinned
from pawsona.world.day import World


async def current_choice(settings: Settings, store: Store, local: LocalModels) -> Choice:
    """What a home is set to at this moment.

    Raises:
        SetupError: a language model is asked for and none is named.
    """
    said = await store.settings()
    pulled = local.pulled("talk", said.get(CHOSEN, ""))
    return choose(settings, said.get(AGREED, ""), local.named("talk", pulled) if pulled else None)


async def reconsider(home: Home) -> Choice:
    """Speak from now on with what the home is set to; pets that are held keep theirs, the others tell of it.

    Raises:
        SetupError: a language model is asked for and none is named.
        ContentError: a prompt file breaks its contract.
    """
    pinning, workshop = home.pinning, home.workshop
    assert pinning is not None and isinstance(home.mind, Pinned)  # only a home that tests put together has neither
    choice = await current_choice(home.settings, home.store, workshop.local)
    home.mind.change(workshop.mind(choice))
    pinning.choice, home.mind_reason = choice, choice.why
    stopgap = World(home.store, workshop.storybook(), home.clock, home.experiments)
    home.catchup.stopgap = stopgap if choice.models else None
    for _, pet in await home.runner.pets():
        await pinning.settle(pet)
    return choice


async def use_pulled(home: Home, name: str) -> Choice:
    """Speak with a model that was pulled into the home.

    Raises:
        NotFoundError: it was not.
    """
    if (found := home.workshop.local.pulled("talk", name)) is None or found.model.name != name:
        raise NotFoundError(f"No model {name[:40]!r} to talk with is in this home: pull it first.")
    await home.store.set_setting(CHOSEN, name)
    await home.store.set_setting(AGREED, "")
    return await reconsider(home)


async def use_agreed(home: Home, base_url: str, model: str, key_variable: str) -> Choice:
    """Speak through a server that the person said yes to."""
    if not model.strip():
        raise InputError("Name the model as well: a server has several.")
    await home.store.set_setting(
        AGREED, json.dumps({"base_url": base_url, "model": model.strip(), "key_variable": key_variable})
    )
    return await reconsider(home)


async def use_storybook(home: Home) -> Choice:
    """Take a yes back, and leave pulled models alone: the storybook speaks, unless the settings name a model."""
    await home.store.set_setting(AGREED, STORYBOOK)
    return await reconsider(home)
