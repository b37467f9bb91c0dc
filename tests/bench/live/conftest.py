"""A model server, and places of their own for what Inspect AI keeps."""

import gc
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.model_server import ModelServer


@pytest.fixture(scope="module")
def server() -> Iterator[ModelServer]:
    with ModelServer.start(models=["pet-model", "wise"]) as started:
        yield started


@pytest.fixture(autouse=True)
def folders(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[None]:
    """Inspect AI keeps answers and buffers where systems keep such things."""
    if request.node.get_closest_marker("live") is None:
        yield
        return
    for name in ("XDG_CACHE_HOME", "XDG_DATA_HOME"):
        monkeypatch.setenv(name, str(tmp_path / name))
    yield
    gc.collect()  # what it left open is closed here, where nobody is warned
