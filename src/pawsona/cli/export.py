"""`pawsona export`: everything that is kept, as one JSON document."""

from pathlib import Path

import typer

from pawsona.cli.entry import run, say_json


def export(
    out: str = typer.Option("pawsona-export.json", help="The file to write."),
    json: bool = typer.Option(False, "--json", help="Write the whole export to standard output instead."),
) -> None:
    """Write everything that is kept of you to a file."""
    from pawsona.app.belongings import export_all, write_private

    data = run(export_all())
    if json:
        say_json(data)
        return
    run(write_private(Path(out), data))
    typer.echo(f"Everything is in {out} (readable by you only).")
