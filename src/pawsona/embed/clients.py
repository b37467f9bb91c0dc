"""Connections to the servers of embedding models and rerankers: one for each address, which may change meanwhile."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from openai import AsyncOpenAI

TIMEOUT_SECONDS = 20.0


@dataclass(frozen=True)
class Address:
    """Where a model answers."""

    base_url: str
    key: str = field(default="", repr=False)


Where = Callable[[], Awaitable[Address]]
"""Gives the address, each time a connection is needed; may start the server."""


class Clients:
    """A client for each address that was asked."""

    def __init__(self, where: Where, retries: int) -> None:
        self._where = where
        self._retries = retries
        self._known: dict[Address, AsyncOpenAI] = {}

    async def now(self) -> "AsyncOpenAI":
        """The one for where the model answers now."""
        import openai  # half a second: only where it is asked

        address = await self._where()
        if address not in self._known:
            self._known[address] = openai.AsyncOpenAI(
                base_url=address.base_url,
                api_key=address.key or "none",
                timeout=TIMEOUT_SECONDS,
                max_retries=self._retries,
            )
        return self._known[address]

    async def aclose(self) -> None:
        """Let go of connections; who asks again opens new ones."""
        while self._known:
            _, client = self._known.popitem()
            await client.close()
