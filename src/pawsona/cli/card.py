"""`pawsona card import | export`: character cards in, character cards out."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import run, say_json

app = typer.Typer(help="Character cards: adopt a pet from one, give a pet out as one.", no_args_is_help=True)


@app.command("import")
def take(
    file: Annotated[Path, typer.Argument(help="The card: a PNG or JSON file.")],
    name: Annotated[str | None, typer.Option(help="What to call the pet, if not by the card's name.")] = None,
    person: Annotated[str | None, typer.Option(help="What it should call you; asked with the first pet only.")] = None,
    language: Annotated[str | None, typer.Option(help="en or zh; with the first pet.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the pet as JSON.")] = False,
) -> None:
    """Adopt the character of a card."""
    from pawsona.app.cards.commands import take as taking

    pet = run(taking(file, name, person, language))
    if json:
        say_json({"id": pet.id, "name": pet.name, "species": pet.species, "personality": pet.personality})
    else:
        typer.echo(f"{pet.name} has moved in. Talk with it: pawsona chat --pet {pet.name!r}")


@app.command("export")
def give(
    pet: Annotated[
        str | None, typer.Argument(help="The pet, by name or id, where there are several.", show_default=False)
    ] = None,
    png: Annotated[Path | None, typer.Option(help="Write a picture with the card in it to this new file.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the card as JSON; so it is without --png.")] = False,
) -> None:
    """Give a pet out as a card: JSON on standard output, or a picture."""
    from pawsona.app.cards.commands import give as giving

    text = run(giving(pet, png))
    if png is None or json:
        typer.echo(text)
    else:
        typer.echo(f"{png} is the card (readable by you only).")
