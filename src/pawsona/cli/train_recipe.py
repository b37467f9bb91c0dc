"""`pawsona train recipe`: a worked example, from data of our own to the command that tunes on it."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from pawsona.cli.entry import explained, say_json


def recipe(
    name: Annotated[Literal["memory.rewrite"], typer.Argument(help="The papers' hardest task.")],
    out: Annotated[Path, typer.Option(help="A folder for data, recipe and datasheet.")],
    count: Annotated[int, typer.Option(min=1, help="Entries, both languages in turn.")] = 2000,
    seed: Annotated[int, typer.Option(help="Another number draws other names, dates and orders.")] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print where it is as JSON.")] = False,
) -> None:
    """Write the data and the settings of a recipe (docs/train.md says what it is for, and what nobody knows of it)."""
    from pawsona.train.recipes.rewriting import RECIPE, make

    with explained():
        data = make(out, count, seed)
    if json:
        say_json({"data": str(data), "recipe": str(out / RECIPE), "entries": count})
        return
    typer.echo(f"{count} entries: {data}")
    typer.echo(f"pawsona train sft --data {data} --profile {out / RECIPE} --model MODEL --out RUN")
