"""`pawsona bench review`: people rate what systems answered, blind."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json

app = typer.Typer(help="People rate answers, blind: tables or a page, majorities, agreement.", no_args_is_help=True)

_RUNS = typer.Argument(help="Folders of runs of one suite (`pawsona bench run --out`).")
_DATA = typer.Option(help="The suite's data, where Pawsona does not ship it.")


@app.command()
def export(
    runs: Annotated[list[Path], _RUNS],
    to: Annotated[Path, typer.Option(help="A folder for the tables.")],
    data: Annotated[Path | None, _DATA] = None,
    below: Annotated[
        float | None, typer.Option(help="Only answers whose J or judge's mark is under this, of 5 (H2HTalk: 3.5).")
    ] = None,
    parts: Annotated[int, typer.Option(min=1, help="Into how many tables.")] = 1,
) -> None:
    """Write answers for raters: which answer is whose is not in the table."""
    from pawsona.bench.review import queue, sheet

    with explained():
        found = [queue.run_of(folder) for folder in runs]
        entries = queue.entries(found, queue.items_of(found, data))
        entries = entries if below is None else queue.only(entries, queue.doubtful(found, below))
        for path in sheet.export(entries, to, parts):
            typer.echo(path)


@app.command("import")
def import_(
    runs: Annotated[list[Path], _RUNS],
    tables: Annotated[list[Path], typer.Option("--table", help="A table that a rater filled in; once for each rater.")],
    data: Annotated[Path | None, _DATA] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Take ratings in: majorities and means go into the runs' scores, agreement is reported."""
    from pawsona.bench.review import report

    with explained():
        found = report.reviewed(runs, tables, data)
        report.keep(found)
        if json:
            say_json(report.figures(found))
            return
        for table in report.tables(found):
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
) -> None:
    """A page for raters, on this machine only; each rater's table is kept as they go."""
    import uvicorn

    from pawsona.bench.review import page, queue

    with explained():
        found = [queue.run_of(folder) for folder in runs]
        entries = queue.entries(found, queue.items_of(found, data))
        entries = entries if below is None else queue.only(entries, queue.doubtful(found, below))
        typer.echo(f"{len(entries)} answers to rate at http://127.0.0.1:{port}/ (Ctrl+C ends)")
        served = page.app(entries, to, ["127.0.0.1", "localhost"])
        uvicorn.run(served, host="127.0.0.1", port=port, log_level="warning")
