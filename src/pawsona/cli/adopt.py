"""`pawsona adopt`: bring a pet home."""

import typer

from pawsona.cli.entry import run, say_json


def adopt(
    name: str = typer.Argument(..., help="The pet's name."),
    species: str = typer.Option("cat", help="cat, dog, bird, rabbit, dragon or capybara."),
    personality: str = typer.Option("sunny", help="sunny, gruff, quiet, curious, dreamy, cheeky, proud or careful."),
    person: str | None = typer.Option(None, help="What it should call you; with the first pet only, as all below."),
    language: str | None = typer.Option(None, help="en or zh."),
    time_zone: str | None = typer.Option(None, "--time-zone", help="For example Europe/Berlin."),
    age: str | None = typer.Option(None, help="teen (13 to 17) or adult; not said, care treats you as a minor."),
    region: str | None = typer.Option(None, help="Your country, two letters, for help lines."),
    json: bool = typer.Option(False, "--json", help="Print the pet as JSON."),
) -> None:
    """Adopt a pet."""
    from pawsona.app.adopting import adopt as adopting

    adopted = run(adopting(name, species, personality, person, language, time_zone, region, age))
    if json:
        say_json({"id": adopted.id, "name": adopted.name, "species": adopted.species})
    else:
        typer.echo(f"{adopted.name} has moved in. Talk with it: pawsona chat --pet {adopted.name!r}")
        typer.echo("It is an AI companion: company beside people and animals, and no replacement for them or for help.")
