"""The embedder that a figure is to be computed with, by its name."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from pawsona.config.home import prepare
from pawsona.config.settings import load
from pawsona.domain.ports import Embedder
from pawsona.embed import Address, EndpointEmbedder, Lately, open_embedder
from pawsona.errors import SetupError

_OURS = ("hashing", "minilm")


@asynccontextmanager
async def opened(name: str | None, url: str | None) -> AsyncIterator[Embedder | None]:
    """`embedder_of`, closed in the end."""
    embedder = embedder_of(name, url)
    try:
        yield embedder
    finally:
        if isinstance(embedder, EndpointEmbedder | Lately):
            await embedder.aclose()


def embedder_of(name: str | None, url: str | None) -> Embedder | None:
    """None without a name: then similarity is only the stand-in that needs no model.

    Args:
        name: with a URL what the model is called on that server; else `hashing`, `minilm`, or a sentence-transformers
            model (`BAAI/bge-m3`).
        url: an OpenAI-compatible server, up to /v1. A key goes there only if the settings give it to that server.

    Raises:
        SetupError: the settings or the model's files can't be used.
    """
    if name is None:
        return None
    if url is None:
        chosen = name if name in _OURS else f"st:{name.removeprefix('st:')}"
        return open_embedder(chosen, prepare(load()), "en")
    named = load(models={"embedding": {"model": name, "base_url": url}}).named("embedding")
    if named is None:
        raise SetupError(f"The embedder {name!r} can't be asked at {url!r}: give its address up to /v1.")
    address = Address(named.base_url, named.key.get_secret_value() if named.key else "")

    async def there() -> Address:
        return address

    return EndpointEmbedder(named.model, there)
