"""`pawsona lab users`: who is here, counted."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, run, say_json


def users(
    csv: Annotated[Path | None, typer.Option("--csv", help="Write the figures to this file.")] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with charts to this file.")] = None,
    language: Annotated[str, typer.Option(help="Of text and page: en or zh.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Count persons by turns and memory entries, by week of adoption, by steps and by cost; never a name or a word."""
    from pawsona.app.adoption import language_named
    from pawsona.app.operating import users_told

    with explained():
        chosen = language_named(language) if language else None
    text, figures = run(users_told(chosen, csv, html))
    if json:
        say_json(figures)
    else:
        typer.echo(text)
