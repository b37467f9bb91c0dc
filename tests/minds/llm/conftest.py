"""A mind over a real TCP connection to our small model server."""

import asyncio
from collections.abc import Callable, Coroutine, Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest
from tests.conftest import FakeClock
from tests.minds.llm.inputs import NOW
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.domain.call import Call
from pawsona.minds.llm.breaker import Breaker
from pawsona.minds.llm.client import Client
from pawsona.minds.llm.endpoint import Endpoint
from pawsona.minds.llm.mind import LanguageModel
from pawsona.minds.llm.prompts import Prompts


@dataclass
class Bench:
    """A mind, the server it asks, and what it recorded."""

    mind: LanguageModel
    server: ModelServer
    client: Client
    calls: list[Call] = field(default_factory=list)


MakeBench = Callable[..., Bench]


@pytest.fixture
def run() -> Iterator[Callable[[Coroutine[Any, Any, Any]], Any]]:
    """One event loop for all of a test: the SDK keeps its connections in it."""
    with asyncio.Runner() as runner:
        yield runner.run


@pytest.fixture
def bench(model_server: ModelServer, run: Callable[[Coroutine[Any, Any, Any]], Any]) -> Iterator[MakeBench]:
    """Make one; keyword arguments are fields of the endpoint, `retries` and `breaker` the client's."""

    clients: list[Client] = []

    def make(*, retries: int = 0, breaker: Breaker | None = None, **options: object) -> Bench:
        asked: dict[str, object] = {"base_url": model_server.base_url, "model": "pet-model", "timeout": 20.0, **options}
        client = Client(Endpoint(**asked), breaker, retries=retries)  # type: ignore[arg-type]
        clients.append(client)
        calls: list[Call] = []

        async def record(call: Call) -> None:
            calls.append(call)

        mind = LanguageModel({"talk": client}, Prompts(), FakeClock(NOW), record)
        return Bench(mind, model_server, client, calls)

    yield make
    for client in clients:
        run(client.aclose())
