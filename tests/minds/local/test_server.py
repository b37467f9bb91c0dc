"""What can be said before llama.cpp is started at all."""

import importlib
import sys
from pathlib import Path
from types import ModuleType

import pytest

from pawsona.errors import SetupError
from pawsona.minds import local
from pawsona.minds.local import extra


def test_without_the_extra_there_is_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", None)
    with pytest.raises(SetupError, match="make local"):
        local.start(tmp_path / "model.gguf")


def test_a_library_that_does_not_load_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(name: str) -> ModuleType:
        raise ImportError("libgomp.so.1: cannot open shared object file")

    monkeypatch.setattr(importlib, "import_module", broken)
    with pytest.raises(SetupError, match="'xllamacpp' can't be loaded on this machine"):
        extra.extra("xllamacpp")


def test_a_file_that_is_no_model_is_not_loaded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setitem(sys.modules, "xllamacpp", ModuleType("xllamacpp"))
    with pytest.raises(SetupError, match="can't be read"):
        local.start(tmp_path / "missing.gguf")
    (tmp_path / "text.gguf").write_text("hello")
    with pytest.raises(SetupError, match="is no GGUF model"):
        local.start(tmp_path / "text.gguf")
