"""Write docs/cli.md from the help texts: python scripts/write_cli_docs.py (a test fails when the page is old)."""

from collections.abc import Iterator
from pathlib import Path

from typer import Typer
from typer.testing import CliRunner

from pawsona.cli.main import app

PAGE = Path(__file__).parent.parent / "docs/cli.md"

_INTRO = """# The command line

`pawsona` without a command serves the web app. Every command that prints results prints JSON with `--json`.
Settings come from variables and a file: see [settings](settings.md).

Exit codes: 0 all went well; 1 something that was given can't be used, and nothing was stored of it; 2 the machine, its
configuration or the command itself must change; 3 a gate refused (`pawsona train measure`). A sentence says what
happened and what to do.

`pawsona chat` reads lines from standard input when that is no terminal, so that a script can talk. With `--json` each
turn is one line:
`{"reply", "strategy", "affect": {"state", "intensity"}, "care": {"tier"}, "memories": [ids], "mind"}`,
with `"notices": [texts]` where the app itself said something (what this is, a break, help).
A line that can't be used gives `{"error"}` instead, the talk goes on, and the exit code is 1 at the end.

This page is made from the help texts by `python scripts/write_cli_docs.py`.
"""


def reference() -> str:
    """The whole page."""
    return "\n".join([_INTRO, _section("pawsona", []), *_commands(app, [])])


def _commands(group: Typer, words: list[str]) -> Iterator[str]:
    """Every command below, those of groups after the group's own."""
    for command in group.registered_commands:
        name = command.name or (command.callback.__name__.replace("_", "-") if command.callback else "")
        yield _section(" ".join(["pawsona", *words, name]), [*words, name])
    for inner in group.registered_groups:
        assert inner.typer_instance is not None
        yield from _commands(inner.typer_instance, [*words, str(inner.name)])


def _section(title: str, words: list[str]) -> str:
    shown = CliRunner().invoke(app, [*words, "--help"], prog_name="pawsona", terminal_width=100, color=False)
    assert shown.exit_code == 0, f"there is no command {title!r}"
    text = "\n".join(line.rstrip() for line in shown.output.strip().splitlines())
    return f"## {title}\n\n```\n{text}\n```\n"


if __name__ == "__main__":
    PAGE.write_text(reference(), "utf-8")
