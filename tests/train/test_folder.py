"""What is seen of a model without torch, and what is said where torch is missing."""

import json
import struct
import sys
from pathlib import Path

import pytest
from tests.cli.conftest import Cli
from tests.cli.conftest import cli as cli
from tests.cli.conftest import home as home
from tests.train.tiny import write_talks

from pawsona.errors import InputError
from pawsona.train.folder import folder


def write(path: Path, shapes: dict[str, list[int]]) -> None:
    header = json.dumps(
        {name: {"dtype": "BF16", "shape": shape, "data_offsets": [0, 0]} for name, shape in shapes.items()}
    )
    path.write_bytes(struct.pack("<Q", len(header)) + header.encode())


def test_parameters_are_summed_over_all_files(tmp_path: Path) -> None:
    (tmp_path / "config.json").write_text(json.dumps({"architectures": ["Qwen3ForCausalLM"], "hidden_size": 8}))
    write(tmp_path / "model-1.safetensors", {"a": [3, 4], "b": [5]})
    write(tmp_path / "model-2.safetensors", {"c": [2, 2]})
    found = folder(tmp_path)
    assert (found.parameters, found.architecture, found.number("hidden_size"), found.number("none")) == (
        21, "Qwen3ForCausalLM", 8, 0,
    )  # fmt: skip
    before = found.digest()
    write(tmp_path / "model-2.safetensors", {"c": [2, 3]})
    assert folder(tmp_path).digest() != before


def test_what_is_no_model(tmp_path: Path) -> None:
    for files, words in (
        ({}, "is no config.json"),
        ({"config.json": "{"}, "damaged"),
        ({"config.json": "{}"}, "no weights"),
    ):
        for name, text in files.items():
            (tmp_path / name).write_text(text)
        with pytest.raises(InputError, match=words):
            folder(tmp_path)
    (tmp_path / "model.safetensors").write_bytes(b"not weights at all")
    with pytest.raises(InputError, match="damaged"):
        folder(tmp_path)
    with pytest.raises(InputError, match="nothing is fetched for training"):
        folder(tmp_path / "Qwen" / "Qwen3-0.6B")


def test_without_the_extra_one_sentence_says_what_to_install(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "transformers", None)
    (tmp_path / "config.json").write_text("{}")
    write(tmp_path / "model.safetensors", {"a": [1]})
    data = write_talks(tmp_path / "talks.jsonl", 1)
    ran = cli(
        "train", "sft", "--data", str(data), "--model", str(tmp_path), "--out", str(tmp_path / "out"), "--dry-run"
    )
    assert "pip install 'pawsona[train]'" in ran.one_sentence() and ran.code == 2
