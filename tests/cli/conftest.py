"""The command line, run in this process on an empty home."""

import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from pawsona.cli.main import app


@dataclass(frozen=True)
class Ran:
    """How a command ended, and what it printed."""

    code: int
    out: str
    err: str

    @property
    def lines(self) -> list[Any]:
        """Standard output as JSON, line by line."""
        return [json.loads(line) for line in self.out.splitlines()]

    def one_sentence(self) -> str:
        """The error, which must be one line of ours and nothing else."""
        assert "Traceback" not in self.err + self.out
        [line] = self.err.strip().splitlines()
        assert line.startswith("pawsona: ")
        return line


Cli = Callable[..., Ran]
known_command = cache(get_command)


@pytest.fixture(autouse=True)
def one_tree(monkeypatch: pytest.MonkeyPatch) -> None:
    """The tree of commands is built once: that takes as long as most commands."""
    monkeypatch.setattr("typer.testing._get_command", known_command)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    return tmp_path / "home"


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch) -> Cli:
    """Runs `pawsona` with words and, on its standard input, text."""
    monkeypatch.setenv("PAWSONA_EMBEDDER", "hashing")
    monkeypatch.setenv("PAWSONA_LANGUAGE", "en")

    def run(*words: str, said: str | bytes = "") -> Ran:
        done = CliRunner().invoke(app, list(words), input=said, prog_name="pawsona")
        assert done.exception is None or isinstance(done.exception, SystemExit), done.exception
        return Ran(done.exit_code, done.stdout, done.stderr)

    return run
