"""A sentence-transformers model by its folder: a tiny random one, made here (needs the extra `embed`)."""

import asyncio
from pathlib import Path

import numpy as np
import pytest

from pawsona.embed.transformers import Transformers
from pawsona.errors import SetupError


def tiny(folder: Path) -> Path:
    """A BERT of one layer with random weights and a vocabulary of letters."""
    sentence_transformers = pytest.importorskip("sentence_transformers", reason="needs the extra `embed`")
    models = pytest.importorskip("sentence_transformers.models", reason="needs the extra `embed`")
    transformers = pytest.importorskip("transformers", reason="needs the extra `embed`")
    folder.mkdir()
    letters = [*"abcdefghijklmnopqrstuvwxyz", *(f"##{c}" for c in "abcdefghijklmnopqrstuvwxyz"), *"你好再见猫茶"]
    (folder / "vocab.txt").write_text("\n".join(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", *letters]), "utf-8")
    tokenizer = transformers.BertTokenizerFast(vocab_file=str(folder / "vocab.txt"))
    config = transformers.BertConfig(
        vocab_size=len(tokenizer), hidden_size=32, num_hidden_layers=1, num_attention_heads=2, intermediate_size=64
    )
    transformers.BertModel(config).save_pretrained(folder / "bert")
    tokenizer.save_pretrained(folder / "bert")
    word = models.Transformer(str(folder / "bert"), max_seq_length=64)
    pooling = models.Pooling(word.get_embedding_dimension())
    sentence_transformers.SentenceTransformer(modules=[word, pooling], device="cpu").save(str(folder / "model"))
    return folder / "model"


def test_a_model_by_its_folder_gives_unit_vectors_in_order(tmp_path: Path) -> None:
    made = Transformers(str(tiny(tmp_path / "tiny")))
    found = asyncio.run(made.embed(["a cup of tea", "你好", "a cup of tea"]))
    assert found[0] == found[2] != found[1]
    assert made.name.startswith("st:")
    for vector in found:
        assert np.linalg.norm(np.frombuffer(vector, "<f4")) == pytest.approx(1.0, abs=1e-5)


def test_without_the_extra_or_the_model_one_sentence_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(SetupError, match=r"pawsona\[embed\]|can't be loaded"):
        asyncio.run(Transformers(str(tmp_path / "nothing here")).embed(["a"]))
