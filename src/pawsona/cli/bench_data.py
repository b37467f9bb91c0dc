"""`pawsona bench describe | data`: what is in a suite, and where its data comes from."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Literal

import typer

from pawsona.bench.suites import NAMES
from pawsona.cli import moodbench_data
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


app = typer.Typer(help="Say where data comes from and what its licence is; check or fetch it.")
_As_json = Annotated[bool, typer.Option("--json", help="Print it as JSON.")]


@app.callback(invoke_without_command=True)
def data(context: typer.Context, json: _As_json = False) -> None:
    """Say where data comes from and what its licence is; check or fetch it. Without a suite: of all of them."""
    if context.invoked_subcommand is None:
        _tell(NAMES, None, json)


@app.command()
def fetch(
    suite: Annotated[Literal["moodbench"], typer.Argument(help="The suite whose hosts let one fetch it.")],
    names: Annotated[list[str] | None, typer.Argument(help="Datasets; all that have an address without one.")] = None,
    into: Annotated[Path, typer.Option(help="The data folder.")] = Path("moodbench-data"),
    accept: Annotated[bool, typer.Option("--accept", help="Accept the sets' licences, which are shown.")] = False,
    trust: Annotated[bool, typer.Option("--trust", help="Take files whose digest nobody has checked.")] = False,
    mirror: Annotated[str | None, typer.Option(help="An address that holds the checkout's data folder.")] = None,
) -> None:
    """Fetch a suite's data from its hosts, as `pawsona bench moodbench data fetch` does."""
    moodbench_data.fetch(names, into, accept, trust, mirror)


def _of(suite: str) -> Callable[..., None]:
    def one(
        path: Annotated[Path | None, typer.Option("--data", help="The suite's release, to be checked.")] = None,
        json: _As_json = False,
    ) -> None:
        _tell((suite,), path, json)

    return one


for _name in NAMES:
    app.command(_name, help="Where its data comes from; with --data, check what you have of it.")(_of(_name))


def _tell(suites: Sequence[str], path: Path | None, json: bool) -> None:
    from pawsona.bench import listing

    with explained():
        found = [listing.data(one, path) for one in suites]
    if json:
        say_json(found[0] if len(suites) == 1 else found)
        return
    for row in found:
        notes = [f"  {note}" for note in row.get("notes", ())]
        whole = f" of {row['n']}" if row["n"] else ""
        there = [f"  {row['found']}{whole} items are there"] if "found" in row else []
        typer.echo("\n".join([f"{row['suite']}: {row['source']}", f"  licence: {row['licence']}", *there, *notes]))
