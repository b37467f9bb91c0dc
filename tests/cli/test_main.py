import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from scripts.write_cli_docs import PAGE, reference
from tests.cli.conftest import Cli

from pawsona.cli.main import app
from pawsona.version import __version__

HEAVY = ("alembic", "fastapi", "numpy", "sqlalchemy", "starlette", "tokenizers", "uvicorn")
TYPERS_OWN = {"pydantic"}
"""Typer reads the arguments of a command with it; the list of commands needs it not."""


def test_the_version(cli: Cli) -> None:
    assert cli("--version").out == f"pawsona {__version__}\n"


@pytest.mark.parametrize("words", [["--help"], ["chat", "--help"], ["serve", "--help"], ["--version"]])
def test_help_answers_at_once_because_nothing_heavy_is_imported(words: list[str]) -> None:
    program = (
        "import sys; from pawsona.cli import main; sys.argv = ['pawsona', *sys.argv[1:]]\n"
        "try: main()\nexcept SystemExit: pass\n"
        "print('imported:', *sorted(name for name in sys.modules if '.' not in name))"
    )
    done = subprocess.run([sys.executable, "-c", program, *words], capture_output=True, text=True, check=True)
    imported = done.stdout.splitlines()[-1].split()
    assert not {*HEAVY, *(TYPERS_OWN if len(words) == 1 else ())} & set(imported)


def test_without_a_command_it_serves(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []
    monkeypatch.setattr("pawsona.cli.serve.serve", lambda **given: asked.append(given))
    assert cli().code == 0
    assert asked == [{"host": None, "port": None, "proxied": None, "workers": None, "open_page": False}]


def test_an_unknown_command_is_a_usage_error(cli: Cli) -> None:
    done = cli("dance")
    assert done.code == 2
    assert "dance" in done.err


def test_the_reference_page_is_current() -> None:
    assert PAGE.read_text("utf-8") == reference(), "run: python scripts/write_cli_docs.py"


def test_every_command_that_prints_results_has_json() -> None:
    silent, page = {"serve"}, PAGE.read_text("utf-8")
    for command in app.registered_commands:
        assert command.callback is not None
        name = command.callback.__name__
        assert name in silent or f"## pawsona {name}\n" in page
        if name not in silent:
            section = page.split(f"## pawsona {name}\n")[1].split("##")[0]
            assert "--json" in section, name


def test_the_package_installs_the_command() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["scripts"] == {"pawsona": "pawsona.cli:main"}
