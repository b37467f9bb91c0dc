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
    suite: Annotated[str, typer.Argument(help="petbench, h2htalk or another of `pawsona bench list`.")],
    path: Annotated[Path | None, typer.Option("--data", help="The suite's release, to be checked.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print it as JSON.")] = False,
) -> None:
    """Say where a suite's data comes from and what its licence is; with --data, check what you have."""
    from pawsona.bench.suites import loaded, suite_of

    with explained():
        found = suite_of(suite)
        items = loaded(suite, path)[1] if found.load is not None and (path or found.shipped) else None
    if json:
        notes = list(items.notes) if items else []
        say_json({"suite": suite, "source": found.source, "licence": found.licence, "n": found.n,
                  "found": len(items.items) if items else None, "notes": notes})  # fmt: skip
        return
    typer.echo(f"{found.title}: {found.source}\nlicence: {found.licence}")
    if items:
        typer.echo("\n".join([f"{len(items.items)} of {found.n} items are there", *items.notes]))
