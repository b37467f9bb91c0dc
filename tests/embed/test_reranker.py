"""A reranker says how well texts answer: on a server, or as a cross-encoder in this process."""

import asyncio
from pathlib import Path
from typing import Any, cast

import pytest
from tests.model_server.fixtures import model_server as model_server
from tests.model_server.fixtures import running_model_server as running_model_server
from tests.model_server.process import ModelServer

from pawsona.domain.ports import Reranker
from pawsona.embed import Hashing
from pawsona.embed import reranker as module
from pawsona.embed.clients import Address
from pawsona.embed.endpoint import PAUSE_SECONDS
from pawsona.embed.reranker import Crossed, EndpointReranker
from pawsona.errors import SetupError
from pawsona.memory.recall import Recall


async def scores(made: EndpointReranker, query: str, texts: list[str]) -> list[float] | None:
    try:
        return await made.scores(query, texts)
    finally:
        await made.aclose()


def asking(base_url: str) -> EndpointReranker:
    async def there() -> Address:
        return Address(base_url, "key")

    return EndpointReranker("pet-model", there)


def test_scores_come_back_in_the_order_of_the_texts(model_server: ModelServer) -> None:
    made = asking(model_server.base_url)
    assert asyncio.run(scores(made, "red kettle", ["a kettle", "tea", "my red kettle"])) == [0.5, 0.0, 1.0]
    assert asyncio.run(scores(made, "red kettle", [])) is None
    [request] = model_server.requests("/rerank")
    assert request["body"]["documents"] == ["a kettle", "tea", "my red kettle"]


def test_a_server_that_is_away_says_nothing_and_is_left_alone_for_a_while(
    model_server: ModelServer, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    moment = 100.0
    monkeypatch.setattr(module, "monotonic", lambda: moment)
    made = asking(model_server.base_url)
    model_server.script({"path": "/v1/rerank", "status": 401})
    assert asyncio.run(scores(made, "my secret", ["one"])) is None
    assert asyncio.run(scores(made, "again", ["one"])) is None
    assert len(model_server.requests("/rerank")) == 1
    moment += PAUSE_SECONDS + 1
    assert asyncio.run(scores(made, "again", ["one"])) == [0.0]
    assert "can't be asked" in caplog.text and "secret" not in caplog.text


def test_a_cross_encoder_by_its_folder(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="needs the extra `embed`")
    transformers = pytest.importorskip("transformers", reason="needs the extra `embed`")
    letters = [*"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz")]
    (tmp_path / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]), "utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(tmp_path / "vocab.txt"))
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64,
        num_labels=1,
    )  # fmt: skip
    transformers.BertForSequenceClassification(config).save_pretrained(tmp_path / "model")
    tokenizer.save_pretrained(tmp_path / "model")
    found = asyncio.run(Crossed(str(tmp_path / "model")).scores("tea", ["a cup", "rain", "a cup"]))
    assert found is not None and found[0] == pytest.approx(found[2]) and found[0] != found[1]


def test_a_query_stays_here_only_where_embedder_and_reranker_do() -> None:
    def stays(reranker: Reranker | None, near: bool = True) -> bool:
        return Recall(cast(Any, None), Hashing(), reranker, near).stays

    assert stays(None) and stays(Crossed("absent"))
    assert not stays(asking("http://elsewhere"))
    assert not stays(None, near=False) and not stays(Crossed("absent"), near=False)


def test_without_the_extra_it_says_what_to_install() -> None:
    try:
        import sentence_transformers  # noqa: F401
    except ImportError:
        with pytest.raises(SetupError, match=r"pawsona\[embed\]"):
            asyncio.run(Crossed("some/model").scores("tea", ["a cup"]))
    else:
        with pytest.raises(SetupError, match="PAWSONA_RERANKER"):
            asyncio.run(Crossed("/no/such/folder").scores("tea", ["a cup"]))
