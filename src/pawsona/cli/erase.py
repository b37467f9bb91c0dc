"""`pawsona erase`: everything, for good."""

import typer

from pawsona.cli.entry import run, say_json


def erase(
    yes: bool = typer.Option(False, "--yes", help="Do not ask; for scripts."),
    json: bool = typer.Option(False, "--json", help="Print what was erased as JSON."),
) -> None:
    """Erase yourself, all pets, memories and messages. Export first if you want to keep anything."""
    from pawsona.app.belongings import erase_all

    if not yes:
        typer.confirm(
            "This removes every pet, memory and message here. It cannot be undone. Go on?", abort=True, err=True
        )
    persons = run(erase_all())
    if json:
        say_json({"erased": persons})
    else:
        typer.echo("Everything is erased." if persons else "There was nothing to erase.")
