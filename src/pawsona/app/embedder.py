"""What makes a home's vectors: a model on a server where there is one, else what runs in this process."""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from pawsona.app.local import LocalModels
from pawsona.config.settings import Settings
from pawsona.domain.ports import Embedder
from pawsona.embed import Address, EndpointEmbedder, Lately, TaughtListener, TaughtMiniLM, TaughtThemes, open_embedder
from pawsona.errors import SetupError
from pawsona.minds.storybook.judging import Listener
from pawsona.minds.storybook.talk.likeness import Reading

Model = TypeVar("Model")


def own_embedder(settings: Settings, folder: Path) -> Embedder:
    """What needs no server.

    Raises:
        SetupError: see `open_embedder`.
    """
    name = "auto" if settings.embedder == "endpoint" else settings.embedder
    return open_embedder(name, folder, settings.spoken)


def sentences_of(settings: Settings) -> TaughtMiniLM | None:
    """The model that reads for risks; whoever asked to do without MiniLM may have a damaged one.

    Raises:
        SetupError: its files are not the published ones.
    """
    return _or_none(TaughtMiniLM.open, settings)


def listener_of(settings: Settings) -> Listener | None:
    """The model that hears whether a line tells anything, likewise.

    Raises:
        SetupError: its files are not the published ones.
    """
    return _or_none(TaughtListener.open, settings)


def themes_of(settings: Settings) -> Reading | None:
    """The model that reads what a message is about; none for whoever asked to do without MiniLM.

    Raises:
        SetupError: its files are not the published ones.
    """
    return None if settings.embedder == "hashing" else TaughtThemes.open(settings.home)


def _or_none(opened: Callable[[Path], Model | None], settings: Settings) -> Model | None:
    try:
        return opened(settings.home)
    except SetupError:
        if settings.embedder != "hashing":
            raise
        return None


def served_embedder(settings: Settings, local: LocalModels) -> Embedder | None:
    """The embedding model that the settings name, or that was pulled; None: what runs without a server.

    Raises:
        SetupError: an endpoint is asked for and none is named.
    """
    named = settings.named("embedding")
    if named is not None and settings.embedder in ("auto", "endpoint"):
        address = Address(named.base_url, named.key.get_secret_value() if named.key else "")

        async def there() -> Address:
            return address

        return Lately(EndpointEmbedder(named.model, there))
    pulled = local.pulled("embedding") if settings.embedder == "auto" else None
    if pulled is not None:
        name = pulled.model.name
        return Lately(EndpointEmbedder(name, lambda: local.address(name)))
    if settings.embedder == "endpoint":
        raise SetupError(
            "The embedder is an endpoint and none is named: set base_url and model under [models.embedding]."
        )
    return None
