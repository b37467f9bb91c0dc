"""`pawsona bench review`: people rate what systems answered, blind."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawsona.cli.entry import explained, say_json

if TYPE_CHECKING:
    from pawsona.bench.core import Table
    from pawsona.bench.review.queue import Entry

app = typer.Typer(help="People rate answers, blind: tables or a page, majorities, agreement.", no_args_is_help=True)

_RUNS = typer.Argument(help="Folders of runs of one suite (`pawsona bench run --out`).")
_DATA = typer.Option(help="The suite's data, where Pawsona does not ship it.")
_PAIRS = "Two runs beside each other: which answer is better?"


@app.command()
def export(
    runs: Annotated[list[Path], _RUNS],
    to: Annotated[Path, typer.Option(help="A folder for the tables.")],
    data: Annotated[Path | None, _DATA] = None,
    below: Annotated[
        float | None, typer.Option(help="Only answers whose J or judge's mark is under this, of 5 (H2HTalk: 3.5).")
    ] = None,
    parts: Annotated[int, typer.Option(min=1, help="Into how many tables.")] = 1,
    pairs: Annotated[bool, typer.Option("--pairs", help=_PAIRS)] = False,
    seed: Annotated[int | None, typer.Option(help="With --pairs: another order of who comes first.")] = None,
) -> None:
    """Write answers for raters: which answer is whose is not in the table."""
    from pawsona.bench.review import sheet

    with explained():
        for path in sheet.export(_queue(runs, data, below, pairs, seed), to, parts):
            typer.echo(path)


@app.command("import")
def import_(
    runs: Annotated[list[Path], _RUNS],
    tables: Annotated[list[Path], typer.Option("--table", help="A table that a rater filled in; once for each rater.")],
    data: Annotated[Path | None, _DATA] = None,
    pairs: Annotated[bool, typer.Option("--pairs", help=_PAIRS)] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Take ratings in: majorities and means go into the runs' scores, agreement is reported."""
    with explained():
        shown, figures = _preferred(runs, tables, data) if pairs else _rated(runs, tables, data)
        if json:
            say_json(figures)
            return
        for table in shown:
            table.show()


@app.command()
def serve(
    runs: Annotated[list[Path], _RUNS],
    to: Annotated[Path, typer.Option(help="A folder for the raters' tables.")],
    data: Annotated[Path | None, _DATA] = None,
    below: Annotated[
        float | None, typer.Option(help="Only answers whose J or judge's mark is under this, of 5.")
    ] = None,
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the page is, on this machine only.")] = 8718,
    pairs: Annotated[bool, typer.Option("--pairs", help=_PAIRS)] = False,
    seed: Annotated[int | None, typer.Option(help="With --pairs: another order of who comes first.")] = None,
) -> None:
    """A page for raters, on this machine only; each rater's table is kept as they go."""
    import uvicorn

    from pawsona.bench.review import page

    with explained():
        entries = _queue(runs, data, below, pairs, seed)
        typer.echo(f"{len(entries)} answers to rate at http://127.0.0.1:{port}/ (Ctrl+C ends)")
        served = page.app(entries, to, ["127.0.0.1", "localhost"])
        uvicorn.run(served, host="127.0.0.1", port=port, log_level="warning")


def _queue(
    runs: list[Path], data: Path | None, below: float | None, pairs: bool, seed: int | None
) -> "dict[str, Entry]":
    """What raters are shown."""
    from pawsona.bench.review import preferred, queue
    from pawsona.errors import InputError

    if pairs and below is not None:
        raise InputError(
            "--below chooses single answers; with --pairs all that differ are shown: leave one of them out."
        )
    if seed is not None and not pairs:
        raise InputError("--seed is of the order in a pair: add --pairs, or leave it out.")
    found = [queue.run_of(folder) for folder in runs]
    if pairs:
        return preferred.shown(*preferred.two(found), data, seed or 0)
    entries = queue.entries(found, queue.items_of(found, data))
    return entries if below is None else queue.only(entries, queue.doubtful(found, below))


def _rated(runs: list[Path], tables: list[Path], data: Path | None) -> "tuple[list[Table], Any]":
    from pawsona.bench.review import report

    found = report.reviewed(runs, tables, data)
    report.keep(found)
    return report.tables(found), report.figures(found)


def _preferred(runs: list[Path], tables: list[Path], data: Path | None) -> "tuple[list[Table], Any]":
    from pawsona.bench.review import preferred, queue

    found = preferred.compared([queue.run_of(folder) for folder in runs], tables, data)
    preferred.keep(found)
    return preferred.tables(found), preferred.figures(found)
