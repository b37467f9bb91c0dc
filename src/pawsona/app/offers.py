"""Models that are at hand: servers on this machine that somebody else started, and keys in the environment.

They are looked for when the person asks (`pawsona doctor`, `pawsona mind offers`, the settings page), never before.
"""

import asyncio
from collections.abc import Sequence
from contextlib import aclosing
from dataclasses import dataclass, replace

from pawsona.config.models import web_address
from pawsona.config.offers import HERE, Known, by_name, with_keys
from pawsona.config.settings import Settings
from pawsona.errors import InputError, MindError
from pawsona.minds.llm.beside import beside
from pawsona.minds.llm.client import Client, Usage, unsaid
from pawsona.minds.llm.endpoint import Endpoint

LOOK_SECONDS = 1.0
_ENOUGH = 220
"""Tokens, as a reply has: a model that thinks first may get to its first word in them."""


@dataclass(frozen=True)
class Offer:
    """Something that might be used."""

    known: Known
    models: tuple[str, ...] = ()
    """What a server here says it has; a server elsewhere is not asked before the person says yes."""

    @property
    def sentence(self) -> str:
        """For `doctor` and for people."""
        if self.known.key_variable:
            return f"{self.known.key_variable} is set: {self.known.name} at {self.known.base_url}"
        return f"{self.known.name} runs at {self.known.base_url} with {', '.join(self.models) or 'no model'}"


async def offers(here: Sequence[Known] = HERE) -> list[Offer]:
    """Everything at hand; a port where nothing, or something else, listens is no offer."""
    found = await asyncio.gather(*(_here(known) for known in here))
    return [*(offer for offer in found if offer is not None), *(Offer(known) for known in with_keys())]


async def _here(known: Known) -> Offer | None:
    models = await models_at(Endpoint(base_url=known.base_url, model=""))
    return None if models is None else Offer(known, models)


async def models_at(endpoint: Endpoint) -> tuple[str, ...] | None:
    """What a server says it has; None where nothing of the protocol answers soon."""
    client = Client(replace(endpoint, timeout=LOOK_SECONDS), retries=0)
    try:
        async with asyncio.timeout(2 * LOOK_SECONDS):
            return tuple(await client.models())
    except (MindError, TimeoutError):
        return None
    finally:
        await client.aclose()


async def context_at(endpoint: Endpoint) -> int:
    """Tokens of context that a server gives a model; 0 where it does not say.

    vLLM says so with its models, Ollama of what it has loaded.
    """
    import httpx2  # only where a server is asked

    async with beside(endpoint, LOOK_SECONDS) as client:
        for path, rows, name, tokens in (
            ("/v1/models", "data", "id", "max_model_len"), ("/api/ps", "models", "model", "context_length"),
        ):  # fmt: skip
            try:
                found = (await client.get(path)).json()
                return next(int(row[tokens]) for row in found[rows] if row[name] == endpoint.model)
            except (httpx2.HTTPError, ValueError, LookupError, TypeError, StopIteration):
                continue
    return 0


async def first_token(endpoint: Endpoint) -> float:
    """Milliseconds until a model begins to answer a short question.

    Raises:
        MindError: it does not; the sentence says what to look at.
    """
    client, usage = Client(endpoint), Usage()
    try:
        async with aclosing(
            client.stream([{"role": "user", "content": "Say hi."}], usage, max_tokens=_ENOUGH)
        ) as pieces:
            async for _ in pieces:
                return usage.first_ms
        unsaid("", usage, endpoint)
        raise MindError(f"the model {endpoint.model!r} answers nothing")
    finally:
        await client.aclose()


def resolved(settings: Settings, server: str, key_variable: str = "") -> tuple[str, str]:
    """The address of a server that the person names, and the variable with its key.

    Args:
        settings: where keys are found.
        server: a known server's name, or an address.
        key_variable: the variable that holds its key, where it is not the usual one.

    Raises:
        InputError: the server is unknown, or its key is nowhere.
    """
    known = by_name(server)
    try:
        base_url = known.base_url if known else web_address(server) or ""
    except ValueError:
        raise InputError(f"{server!r} is no server: give a name from `pawsona mind offers` or an address.") from None
    variable = key_variable or (known.key_variable if known else "")
    if variable and settings.secret(variable) is None:
        raise InputError(f"The variable {variable} is not set: put the server's key there first.")
    return base_url, variable
