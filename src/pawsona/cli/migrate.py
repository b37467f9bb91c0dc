"""`pawsona migrate`, `backup`, `restore`: a home into another database, into a file, and back."""

from collections.abc import Awaitable, Callable
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pawsona.cli.entry import run, say_json
from pawsona.cli.progress import bar

if TYPE_CHECKING:
    from pawsona.storage.transfer import Copied, Watch


def migrate(
    to: str = typer.Option(..., "--to", help="postgresql://user@host/database, or sqlite:///path/pawsona.db."),
    json: bool = typer.Option(False, "--json", help="Print tables, rows and checksums as JSON."),
) -> None:
    """Copy this home into another, empty database; stop the server first. This home stays as it is."""
    from pawsona.app.moving import move

    _tell(lambda watch: move(to, watch), json, "Set PAWSONA_DATABASE_URL to the new place; this one stays as it is.")


def backup(
    out: str = typer.Option(..., "--out", help="The new file to write; readable by you only."),
    json: bool = typer.Option(False, "--json", help="Print tables, rows and checksums as JSON."),
) -> None:
    """Copy one moment of this home into a file, while it is in use."""
    from pawsona.app.moving import back_up

    _tell(lambda watch: back_up(Path(out), watch), json, f"Everything of that moment is in {out}.")


def restore(
    file: str = typer.Argument(..., help="What `pawsona backup` wrote."),
    json: bool = typer.Option(False, "--json", help="Print tables, rows and checksums as JSON."),
) -> None:
    """Copy a backup into this home, which must be empty."""
    from pawsona.app.moving import restore

    _tell(lambda watch: restore(Path(file), watch), json, "This home is as it was at the moment of the backup.")


def _tell(work: "Callable[[Watch], Awaitable[list[Copied]]]", json: bool, then: str) -> None:
    async def watched() -> "list[Copied]":
        with bar(None) as watch:
            return await work(watch)

    copied = run(watched())
    if json:
        say_json([asdict(table) for table in copied])
        return
    for table in copied:
        if table.rows:
            typer.echo(f"{table.table:<16}{table.rows:>10}  {table.checksum}")
    typer.echo(f"{sum(table.rows for table in copied)} rows, each table compared. {then}")
