"""Fixtures to import into a conftest: `from tests.model_server.fixtures import model_server as model_server`."""

from collections.abc import Iterator

import pytest
from tests.model_server.process import ModelServer


@pytest.fixture(scope="session")
def running_model_server() -> Iterator[ModelServer]:
    """Starting one takes a second, so a session shares it."""
    with ModelServer.start() as server:
        yield server


@pytest.fixture
def model_server(running_model_server: ModelServer) -> ModelServer:
    """A server without a key that serves `pet-model`, fresh for each test."""
    running_model_server.reset()
    return running_model_server
