"""`pawsona erase`: everything, for good."""

from pathlib import Path

import typer

from pawsona.cli.entry import run, say_json


def erase(
    yes: bool = typer.Option(False, "--yes", help="Do not ask; for scripts."),
    export: str = typer.Option("", help="Write everything to this new file first, as `pawsona export` does."),
    json: bool = typer.Option(False, "--json", help="Print what was erased as JSON."),
) -> None:
    """Erase yourself, all pets, memories and messages; with --export a copy is kept."""
    from pawsona.app.belongings import erase_all

    if not yes:
        ask_to_erase("every pet, memory and message here", export)
    persons = run(erase_all(Path(export) if export else None))
    if json:
        say_json({"erased": persons, **({"export": export} if export else {})})
        return
    if export:
        typer.echo(f"Everything is in {export} (readable by you only).")
    typer.echo("Everything is erased." if persons else "There was nothing to erase.")


def ask_to_erase(what: str, export: str) -> None:
    """Go on only with a yes."""
    kept = f"A copy is written to {export} first." if export else "No copy is kept: --export FILE writes one first."
    typer.confirm(f"This removes {what}. It cannot be undone. {kept} Go on?", abort=True, err=True)
