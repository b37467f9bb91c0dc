"""`pawsona bench moodbench data`: the datasets, from their official hosts."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from pawsona.cli.entry import explained, refuse
from pawsona.cli.progress import bar

if TYPE_CHECKING:
    from pawsona.bench.moodbench.spec import Spec

app = typer.Typer(help="Get the datasets.", no_args_is_help=True)

_ABSENT = "Nothing was fetched."


@app.command()
def fetch(
    names: Annotated[list[str] | None, typer.Argument(help="Datasets; all that have an address without one.")] = None,
    into: Annotated[Path, typer.Option(help="The data folder.")] = Path("moodbench-data"),
    accept: Annotated[
        bool, typer.Option("--accept", help="Accept the sets' licences, which are shown, without being asked.")
    ] = False,
    trust: Annotated[
        bool, typer.Option("--trust", help="Take files whose digest nobody has checked; what comes first holds.")
    ] = False,
    mirror: Annotated[str | None, typer.Option(help="An address that holds the checkout's data folder.")] = None,
) -> None:
    """Fetch datasets file by file; a fetch that was stopped goes on where it was."""
    from pawsona.bench.moodbench import fetch as fetching
    from pawsona.bench.moodbench.spec import spec_of, specs

    with explained():
        chosen = [spec_of(name) for name in names] if names else _with_an_address()
        hosts = {**fetching.HOSTS, **({"checkout": mirror.rstrip("/") + "/"} if mirror else {})}
        files = {file.path: file for spec in chosen for file in fetching.remotes(spec, hosts)}.values()
    for line in fetching.terms(chosen):
        typer.echo(line)
    if not accept and not _agreed():
        raise refuse(f"The licences were not accepted (--accept). {_ABSENT}")
    with explained(), bar(sum(file.size or 0 for file in files)) as progress:
        count = fetching.fetch(list(files), into, progress, trust=trust)
    typer.echo(f"{count} files fetched, {len(files) - count} were there. Use them with --data {into}")
    if not names and (left := [name for name in specs() if name not in {spec.name for spec in chosen}]):
        typer.echo(f"Not fetched: {', '.join(left)}. Ask for them by name.")


def _with_an_address() -> "list[Spec]":
    """Those whose files are pinned: nothing that must be trusted comes unasked."""
    from pawsona.bench.moodbench.fetch import remotes
    from pawsona.bench.moodbench.spec import specs
    from pawsona.errors import InputError

    found = []
    for spec in specs().values():
        try:
            if all(file.sha256 for file in remotes(spec)):
                found.append(spec)
        except InputError:
            continue
    return found


def _agreed() -> bool:
    return sys.stdin.isatty() and typer.confirm("Do you accept these licences?")
