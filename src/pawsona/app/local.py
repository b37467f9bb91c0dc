"""Models of this home's own: which are pulled, and the servers that run while the home is open."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path

from pydantic import SecretStr

from pawsona.config.models import Group, NamedModel
from pawsona.embed import Address
from pawsona.errors import SetupError
from pawsona.minds import local
from pawsona.minds.local import Installed, LocalServer

LOCAL = "local"
"""What stands for the address of a server that is started when it is needed."""
CHOSEN = "mind.local"
"""The setting of the home that names the model last pulled or chosen."""


@dataclass
class LocalModels:
    """What runs on this machine for one home.

    Args:
        folder: the home's.
        start: makes a server of a pulled model; blocks.
    """

    folder: Path
    start: Callable[[Installed], LocalServer] = local.serve
    _running: dict[str, LocalServer] = field(default_factory=dict)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    def pulled(self, purpose: str, chosen: str = "") -> Installed | None:
        """The model to use for talk or for embeddings: the chosen one, else the largest; None where none is pulled."""
        found = [one for one in local.installed(self.folder) if one.model.purpose == purpose]
        return next((one for one in found if one.model.name == chosen), found[-1] if found else None)

    def named(self, group: Group, installed: Installed) -> NamedModel:
        """A pulled model as the rest of the app speaks of models."""
        return NamedModel(group=group, base_url=LOCAL, model=installed.model.name, key=None)

    async def started(self, named: NamedModel) -> NamedModel:
        """The same with the address and key of its running server.

        Raises:
            SetupError: it is gone, or can't be loaded.
        """
        server = await self._server(named.model)
        context = (
            min(server.context, named.asked.context) if "context" in named.asked.model_fields_set else server.context
        )
        asked = named.asked.model_copy(update={"context": context})
        return replace(named, base_url=server.base_url, key=SecretStr(server.api_key), asked=asked)

    async def address(self, model: str) -> Address:
        """Where a pulled embedding model answers.

        Raises:
            SetupError: it is gone, or can't be loaded.
        """
        server = await self._server(model)
        return Address(server.base_url, server.api_key)

    async def _server(self, name: str) -> LocalServer:
        """A turn that is stopped while a model loads leaves the loading alone: the next one finds the server."""
        starting = asyncio.ensure_future(self._ready(name))
        starting.add_done_callback(lambda done: done.cancelled() or done.exception())
        return await asyncio.shield(starting)

    async def _ready(self, name: str) -> LocalServer:
        async with self._lock:
            running = self._running.get(name)
            if running is None or not running.alive:
                running = await asyncio.to_thread(self.start, self._installed(name))
                self._running[name] = running
            return running

    def _installed(self, name: str) -> Installed:
        for one in local.installed(self.folder):
            if one.model.name == name:
                return one
        raise SetupError(f"The model {name!r} is no longer in this home: pull it again with pawsona mind pull {name}")

    async def aclose(self) -> None:
        async with self._lock:  # one that still loads has to be closed as well
            for server in self._running.values():
                await asyncio.to_thread(server.close)
            self._running.clear()
