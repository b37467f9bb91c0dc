"""`pawsona bench describe | data`: what is in a suite, and where its data comes from."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json


def describe(
    suite: Annotated[str, typer.Argument(help="petbench, h2htalk or another of `pawsona bench list`.")],
    data: Annotated[Path | None, typer.Option(help="The suite's release, where Pawsona does not ship it.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Say what is in a suite: counts, lengths, frequent words, and verbs with their nouns, by language."""
    from pawsona.bench import describe as described
    from pawsona.bench.suites import loaded

    with explained():
        found, items = loaded(suite, data)
        if json:
            say_json(described.figures(found, items))
            return
        for table in described.describe(found, items):
            table.show()


def data(
    suite: Annotated[str | None, typer.Argument(help="One of `pawsona bench list`; all without it.")] = None,
    path: Annotated[Path | None, typer.Option("--data", help="The suite's release, to be checked.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say where data comes from and what its licence is; with --data, check what you have of a suite's."""
    from pawsona.bench import listing
    from pawsona.bench.suites import NAMES

    with explained():
        found = [listing.data(one, path) for one in ([suite] if suite else NAMES)]
    if json:
        say_json(found[0] if suite else found)
        return
    for row in found:
        notes = [f"  {note}" for note in row.get("notes", ())]
        there = [f"  {row['found']} of {row['n']} items are there"] if "found" in row else []
        typer.echo("\n".join([f"{row['suite']}: {row['source']}", f"  licence: {row['licence']}", *there, *notes]))
