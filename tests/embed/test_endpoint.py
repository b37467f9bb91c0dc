"""Vectors from a server: in batches, of unit length, and absent while it is away."""

import asyncio
import json
from typing import Any

import numpy as np
import pytest
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.domain.ports import Vector
from pawsona.embed import Address, EndpointEmbedder
from pawsona.embed import endpoint as module


def embedder(base_url: str) -> EndpointEmbedder:
    async def there() -> Address:
        return Address(base_url)

    return EndpointEmbedder("pet-model", there)


async def vectors(made: EndpointEmbedder, texts: list[str]) -> list[Vector]:
    try:
        return await made.embed(texts)
    finally:
        await made.aclose()


def test_texts_go_in_batches_and_come_back_in_order_as_unit_vectors(model_server: ModelServer) -> None:
    texts = [f"text number {n}" for n in range(130)] + ["", "再来一条"]
    found = asyncio.run(vectors(embedder(model_server.base_url), texts))
    again = asyncio.run(vectors(embedder(model_server.base_url), [texts[70]]))
    sizes = [len(request["body"]["input"]) for request in model_server.requests("/embeddings")]
    assert sizes == [64, 64, 4, 1]
    assert found[70] == again[0]
    for vector in found:
        assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1.0, abs=1e-5)


LLAMA = "input (2001 tokens) is too large to process. increase the physical batch size"


@pytest.mark.parametrize("refusal", [{}, {"status": 500, "message": LLAMA, "match": "and so on " * 30, "times": 0}])
def test_a_text_that_is_too_long_is_read_from_its_beginning_and_no_other_is_cut(refusal: dict[str, Any]) -> None:
    texts = ["a cup of tea", "and so on " * 100, "the moon " * 30]
    with ModelServer.start(embeddings=True, context=80) as server:
        server.script({"path": "/v1/embeddings", **refusal})
        found = asyncio.run(vectors(embedder(server.base_url), texts))
        answered = [request["body"]["input"] for request in server.requests("/embeddings") if request["status"] == 200]
        alone = asyncio.run(vectors(embedder(server.base_url), [texts[0], texts[2]]))
    assert all(found) and [found[0], found[2]] == alone
    [beginning] = [text for given in answered for text in given if text not in texts]
    assert len(beginning) >= 100 and texts[1].startswith(beginning)


def test_a_batch_that_is_too_large_is_asked_for_in_parts(model_server: ModelServer) -> None:
    model_server.script({"path": "/v1/embeddings", "status": 413, "match": 'two","three', "times": 0})
    assert all(asyncio.run(vectors(embedder(model_server.base_url), ["one", "two", "three", "four"])))
    sizes = [len(request["body"]["input"]) for request in model_server.requests("/embeddings")]
    assert sizes == [4, 2, 2]


def test_what_is_refused_for_another_reason_is_not_asked_for_without_end(model_server: ModelServer) -> None:
    model_server.script({"path": "/v1/embeddings", "status": 400, "times": 0})
    assert asyncio.run(vectors(embedder(model_server.base_url), ["long " * 200])) == [b""]
    assert len(model_server.requests("/embeddings")) <= 5


def test_a_server_that_is_away_gives_absent_vectors_and_is_left_alone_for_a_while(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moment = 100.0
    monkeypatch.setattr(module, "monotonic", lambda: moment)
    made = embedder(model_server.base_url)
    model_server.script({"path": "/v1/embeddings", "status": 401})
    assert asyncio.run(vectors(made, ["my secret", "two"])) == [b"", b""]
    assert asyncio.run(vectors(made, ["three"])) == [b""]
    assert len(model_server.requests("/embeddings")) == 1
    moment += module.PAUSE_SECONDS + 1
    assert asyncio.run(vectors(made, ["three"])) != [b""]
    assert "can't be asked" in caplog.text and "secret" not in caplog.text


@pytest.mark.parametrize("numbers", [[0.0, 0.0], [float("nan"), 1.0]])
def test_a_vector_without_a_direction_is_none(numbers: list[float]) -> None:
    with pytest.raises(ValueError, match="direction"):
        module.unit(numbers)


def test_the_key_is_never_shown() -> None:
    assert "secret" not in json.dumps(repr(Address("http://x", "secret")))
