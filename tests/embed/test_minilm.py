"""MiniLM in 8 bits says what the published model says, as nearly as 8 bits can."""

import asyncio
import itertools
import math
import shutil
import time
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from tokenizers import Tokenizer

from pawsona.embed import MiniLM
from pawsona.embed.minilm import model_folder
from pawsona.embed.weights import map_weights
from pawsona.errors import SetupError

FOLDER = model_folder()
pytestmark = pytest.mark.skipif(FOLDER is None, reason="the MiniLM package is not installed")


@pytest.fixture(scope="module")
def minilm(tmp_path_factory: pytest.TempPathFactory) -> MiniLM:
    return MiniLM.open(tmp_path_factory.mktemp("home"))


def rows(vectors: Sequence[bytes]) -> NDArray[np.float32]:
    return np.array([np.frombuffer(vector, "<f4") for vector in vectors])


def naive(text: str) -> list[float]:
    """The same model written again, token by token in float64, with `math.erf`: slow, obvious, independent."""
    assert FOLDER is not None
    w = {name: value.astype(np.float64) for name, value in map_weights(FOLDER / "model.safetensors").items()}
    tokenizer = Tokenizer.from_file(str(FOLDER / "tokenizer.json"))
    tokenizer.no_padding()

    def linear(x: NDArray[np.float64], at: str) -> NDArray[np.float64]:
        return np.array([[row @ unit for unit in w[f"{at}.weight"]] for row in x]) + w[f"{at}.bias"]

    def norm(x: NDArray[np.float64], at: str) -> NDArray[np.float64]:
        scaled = np.array([(row - row.mean()) / math.sqrt(row.var() + 1e-12) for row in x])
        return scaled * w[f"{at}.weight"] + w[f"{at}.bias"]

    e = "embeddings"
    x = np.array(
        [
            w[f"{e}.word_embeddings.weight"][token]
            + w[f"{e}.position_embeddings.weight"][at]
            + w[f"{e}.token_type_embeddings.weight"][0]
            for at, token in enumerate(tokenizer.encode(text).ids)
        ]
    )
    x = norm(x, f"{e}.LayerNorm")
    for n in range(6):
        at = f"encoder.layer.{n}"
        q, k, v = (linear(x, f"{at}.attention.self.{name}") for name in ("query", "key", "value"))
        mixed = np.zeros_like(x)
        for head, row in itertools.product(range(12), range(len(x))):
            part = slice(32 * head, 32 * head + 32)
            weights = np.array([math.exp(q[row, part] @ key[part] / math.sqrt(32)) for key in k])
            mixed[row, part] = (weights / weights.sum()) @ v[:, part]
        x = norm(x + linear(mixed, f"{at}.attention.output.dense"), f"{at}.attention.output.LayerNorm")
        wide = np.vectorize(lambda z: z * 0.5 * (1 + math.erf(z / math.sqrt(2))))(linear(x, f"{at}.intermediate.dense"))
        x = norm(x + linear(wide, f"{at}.output.dense"), f"{at}.output.LayerNorm")
    mean = x.mean(axis=0)
    return [float(value) for value in mean / np.linalg.norm(mean)]


def test_the_published_similarities_come_out(minilm: MiniLM) -> None:
    """The example of the model's page: 0.695, 0.943 and 0.257 to the first sentence."""
    sentences = [
        "That is a happy person",
        "That is a happy dog",
        "That is a very happy person",
        "Today is a sunny day",
    ]
    found = rows(minilm.vectors(sentences))
    assert found[0] @ found[1:].T == pytest.approx([0.695, 0.943, 0.257], abs=0.005)


def test_an_independent_implementation_agrees(minilm: MiniLM) -> None:
    text = "My sister keeps bees."
    assert rows(minilm.vectors([text]))[0] @ naive(text) > 0.999


def test_a_batch_gives_what_single_texts_give(minilm: MiniLM) -> None:
    texts = ["tea", "I moved to a small town by the sea last spring", "", "so " * 400, "tea", "日本"]
    alone = rows([minilm.vectors([text])[0] for text in texts])
    assert rows(minilm.vectors(texts)) == pytest.approx(alone, abs=2e-6)


def test_vectors_have_unit_length(minilm: MiniLM) -> None:
    lengths = np.linalg.norm(rows(minilm.vectors(["a", "an old friend", "x" * 5000])), axis=1)
    assert lengths == pytest.approx([1, 1, 1], abs=1e-6)


def test_meaning_counts_more_than_words(minilm: MiniLM) -> None:
    query, paraphrase, unrelated = rows(
        minilm.vectors(["My dog is ill", "The puppy has been feeling sick", "My dog-eared book is about taxes"])
    )
    assert query @ paraphrase > query @ unrelated + 0.1


def test_text_beyond_256_tokens_is_cut(minilm: MiniLM) -> None:
    one, other = rows(minilm.vectors(["river " * 254 + "stone", "river " * 254 + "bread"]))
    assert one == pytest.approx(other, abs=1e-6)


def test_the_loop_runs_while_it_embeds(minilm: MiniLM) -> None:
    async def ticks() -> int:
        work = asyncio.create_task(minilm.embed(["a long story about a lighthouse " * 30] * 6))
        count = 0
        while not work.done():
            await asyncio.sleep(0.001)
            count += 1
        return count

    assert asyncio.run(ticks()) > 10


def test_it_uses_one_core(minilm: MiniLM) -> None:
    minilm.vectors(["warm up"])
    wall, cpu = time.perf_counter(), time.process_time()
    minilm.vectors(["a long story about a lighthouse " * 30] * 6)
    assert time.process_time() - cpu <= 1.2 * (time.perf_counter() - wall) + 0.02


def test_no_text_gives_no_vector(minilm: MiniLM) -> None:
    assert asyncio.run(minilm.embed([])) == []


def test_an_altered_model_is_refused_with_a_way_out(tmp_path: Path) -> None:
    assert FOLDER is not None
    shutil.copy(FOLDER / "tokenizer.json", tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"something else")
    with pytest.raises(SetupError, match=r"not the published MiniLM.*PAWSONA_EMBEDDER=hashing"):
        MiniLM.open(tmp_path, tmp_path)


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"model\.safetensors.*can't be read"):
        MiniLM.open(tmp_path, tmp_path)
