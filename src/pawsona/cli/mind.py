"""`pawsona mind`: which mind speaks, what is at hand, going back, comparing."""

import typer

from pawsona.cli import pull, storybook
from pawsona.cli.entry import explained, run, say_json

app = typer.Typer(help="Which mind your pets speak with.", no_args_is_help=True)
app.add_typer(storybook.app, name="storybook")
app.command()(pull.pull)
app.command()(pull.add)

_PET = typer.Option(None, help="Which pet, by name, where there are several.")
_JSON = typer.Option(False, "--json", help="Print the result as JSON.")


@app.command()
def offers(json: bool = _JSON) -> None:
    """Show models that are at hand: servers on this machine, keys in the environment. None is used unasked."""
    from pawsona.app.offers import offers as look

    found = run(look())
    if json:
        say_json([{"name": o.known.name, "base_url": o.known.base_url, "models": o.models} for o in found])
        return
    for offer in found:
        typer.echo(f"{offer.sentence}\n    pawsona mind use {offer.known.name} {(offer.models or ('MODEL',))[0]}")
    if not found:
        typer.echo("Nothing is at hand: no model server on this machine, no key in the environment.")


@app.command()
def use(
    server: str = typer.Argument(..., help="A name from `mind offers`, an http address, or `storybook`."),
    model: str = typer.Argument("", help="The model's name on that server."),
    key_variable: str = typer.Option("", help="The environment variable that holds the server's key."),
    yes: bool = typer.Option(False, "--yes", help="Do not ask; for scripts."),
) -> None:
    """Let your pets speak through a model server, or through the storybook again."""
    from pawsona.app.speaking import address_of, speak_through, speak_through_storybook

    if server == "storybook":
        changed = run(speak_through_storybook())
        typer.echo("Your pets speak through the built-in storybook again." if changed else pull.OVERRULED)
        return
    if not yes:
        with explained():
            where = address_of(server, key_variable)
        named = server if server == where else f"{server} ({where})"
        typer.confirm(
            f"From now on what you say to your pets goes to {named}, out of this program. Do you want that?",
            abort=True,
            err=True,
        )
    where, changed = run(speak_through(server, model, key_variable))
    if not changed:
        typer.echo(pull.OVERRULED)
        return
    typer.echo(f"Your pets speak through {model} at {where}. To go back: pawsona mind undo")
    typer.echo("To see whether it answers: pawsona doctor")


@app.command()
def undo(pet: str | None = _PET, json: bool = _JSON) -> None:
    """Give a pet back the mind and the prompts it had before, and keep it there."""
    from pawsona.app.speaking import go_back

    pin = run(go_back(pet))
    if json:
        say_json({"mind": pin.mind, "prompts": pin.prompts, "nights": pin.night_mind})
    else:
        typer.echo(f"It speaks with {pin.mind} again, and keeps it. To follow the settings: pawsona mind follow")


@app.command()
def follow(pet: str | None = _PET) -> None:
    """Let a pet speak again with what the settings name."""
    from pawsona.app.speaking import follow_settings

    typer.echo(f"It speaks with {run(follow_settings(pet)).mind}.")


@app.command()
def history(pet: str | None = _PET, json: bool = _JSON) -> None:
    """Show which minds a pet has spoken with."""
    from pawsona.app.speaking import pins_of

    pins = run(pins_of(pet))
    if json:
        say_json([
            {"at": p.at.isoformat(), "mind": p.mind, "prompts": p.prompts, "nights": p.night_mind, "held": p.held}
            for p in pins
        ])  # fmt: skip
        return
    for pin in pins:
        by_night = f"  nights by {pin.night_mind}" if pin.night_model else ""
        typer.echo(f"{pin.at:%Y-%m-%d %H:%M}  {pin.mind}  {pin.prompts}{by_night}{'  (kept)' if pin.held else ''}")


@app.command()
def compare(
    pet: str | None = _PET,
    turns: int = typer.Option(5, min=1, max=50, help="How many of its last turns."),
    json: bool = _JSON,
) -> None:
    """Let the minds before and now answer a pet's own last messages, and remember its last talk. Nothing is stored."""
    from pawsona.app.comparing import compare as comparing

    rows = run(comparing(pet, turns))
    if json:
        say_json(rows)
        return
    for row in rows:
        typer.echo(f"\nYou:  {row['said']}" if "said" in row else f"\nTo remember of the talk of {row['talk']}:")
        for name, reply in row["replies"].items():
            typer.echo(f"  {name}:\n    {reply}")
