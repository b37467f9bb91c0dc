"""The real llama.cpp with a tiny random model; import what you need into a conftest. Tests that use it are `model`."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.minds.local.tiny import write_tiny

from pawsona.minds import local


@pytest.fixture(scope="session")
def tiny_model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_tiny(tmp_path_factory.mktemp("models") / "tiny.gguf")


@pytest.fixture(scope="session", autouse=True)
def one_thread() -> Iterator[None]:
    """Threads of a tiny model wait for each other by turning in place: where others work too, a second takes minutes."""
    with pytest.MonkeyPatch.context() as environment:
        environment.setenv("OMP_THREAD_LIMIT", "1")
        yield


@pytest.fixture(scope="session")
def llamacpp(one_thread: None, tiny_model: Path) -> Iterator[local.LocalServer]:
    """It talks, at random. Always give it a maximum of tokens."""
    server = local.start(tiny_model)
    yield server
    server.close()


@pytest.fixture(scope="session")
def llamacpp_embedding(one_thread: None, tiny_model: Path) -> Iterator[local.LocalServer]:
    server = local.start(tiny_model, embedding=True, pooling="mean")
    yield server
    server.close()
