"""A model file is checked once, and again whenever it changed."""

import hashlib
import json
import os
import struct
from io import BufferedReader
from pathlib import Path

import numpy as np
import pytest

from pawsona.embed.weights import is_genuine, map_weights


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "model.bin"
    path.write_bytes(b"weights")
    return path


GOOD = hashlib.sha256(b"weights").hexdigest()


def count_hashing(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    calls: list[str] = []
    real = hashlib.file_digest

    def counted(file: BufferedReader, digest: str) -> object:
        calls.append("hashed")
        return real(file, digest)

    monkeypatch.setattr(hashlib, "file_digest", counted)
    return calls


def test_a_checked_file_is_not_hashed_again(file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls = count_hashing(monkeypatch)
    assert is_genuine(file, GOOD, tmp_path)
    assert is_genuine(file, GOOD, tmp_path)
    assert calls == ["hashed"]


def test_a_changed_file_is_hashed_again_and_refused(file: Path, tmp_path: Path) -> None:
    assert is_genuine(file, GOOD, tmp_path)
    file.write_bytes(b"WEIGHTS")
    os.utime(file, ns=(1, 1))
    assert not is_genuine(file, GOOD, tmp_path)


def test_a_refused_file_is_not_remembered(file: Path, tmp_path: Path) -> None:
    assert not is_genuine(file, "0" * 64, tmp_path)
    assert not (tmp_path / "checked-models.json").exists()


def test_the_note_is_private(file: Path, tmp_path: Path) -> None:
    is_genuine(file, GOOD, tmp_path)
    assert (tmp_path / "checked-models.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("note", ["", "{broken", "[1, 2]", '{"x": 1}'])
def test_a_broken_note_only_costs_time(file: Path, tmp_path: Path, note: str) -> None:
    (tmp_path / "checked-models.json").write_text(note)
    assert is_genuine(file, GOOD, tmp_path)


def test_a_home_that_is_missing_does_not_stop_the_check(file: Path, tmp_path: Path) -> None:
    assert is_genuine(file, GOOD, tmp_path / "nowhere")


def test_tensors_come_out_by_name_and_shape(tmp_path: Path) -> None:
    header = json.dumps(
        {
            "__metadata__": {"format": "pt"},
            "ids": {"dtype": "I64", "shape": [1], "data_offsets": [0, 8]},
            "a": {"dtype": "F32", "shape": [2, 3], "data_offsets": [8, 32]},
        }
    ).encode()
    header += b" " * (-len(header) % 8)
    path = tmp_path / "m.safetensors"
    path.write_bytes(struct.pack("<Q", len(header)) + header + bytes(8) + np.arange(6, dtype="<f4").tobytes())
    found = map_weights(path)
    assert set(found) == {"a"}
    assert found["a"].tolist() == [[0, 1, 2], [3, 4, 5]]
    assert not found["a"].flags.writeable
