"""What a model server answers beside /v1: no two programs have the same, and the openai SDK asks for none of it."""

from typing import TYPE_CHECKING

from pawsona.minds.llm.endpoint import Endpoint

if TYPE_CHECKING:
    import httpx2


def beside(endpoint: Endpoint, seconds: float) -> "httpx2.AsyncClient":
    """A client for paths from the server's own root, with its key."""
    import httpx2  # only where a server is asked

    key = {"Authorization": f"Bearer {endpoint.api_key}"} if endpoint.api_key else {}
    return httpx2.AsyncClient(base_url=endpoint.base_url.removesuffix("/v1"), timeout=seconds, headers=key)
