"""What puts recall's candidates into their last order, where somebody asked for it."""

from pawsona.config.settings import Settings
from pawsona.domain.ports import Reranker
from pawsona.embed import Address
from pawsona.embed.reranker import Crossed, EndpointReranker
from pawsona.errors import SetupError


def reranker(settings: Settings) -> Reranker | None:
    """The reranker that the settings name; None where they name none.

    Raises:
        SetupError: an endpoint is asked for and none is named.
    """
    if settings.reranker == "none":
        return None
    if settings.reranker.startswith("st:"):
        return Crossed(settings.reranker.removeprefix("st:"))
    named = settings.named("reranker")
    if named is None:
        raise SetupError(
            "The reranker is an endpoint and none is named: set base_url and model under [models.reranker]."
        )
    address = Address(named.base_url, named.key.get_secret_value() if named.key else "")

    async def there() -> Address:
        return address

    return EndpointReranker(named.model, there)
