"""`pawsona cost`: what models cost."""

from typing import TYPE_CHECKING

import typer

from pawsona.cli.entry import run, say_json

if TYPE_CHECKING:
    from pawsona.app.costs import Sum


def cost(
    pet: str | None = typer.Option(None, help="Which pet, by name, where there are several."),
    days: int = typer.Option(30, min=1, max=3660, help="How many days back."),
    json: bool = typer.Option(False, "--json", help="Print the figures as JSON."),
) -> None:
    """Show calls, tokens and money per day of a pet, by stage and by skill. The storybook costs nothing."""
    from pawsona.app.speaking import costs_of

    found = run(costs_of(pet, days))
    if json:
        say_json(
            {
                "days": found.days,
                "whole": found.whole.figures(),
                **{
                    part: {name: one.figures() for name, one in rows.items()}
                    for part, rows in (("stages", found.stages), ("skills", found.skills), ("models", found.models))
                },
            }
        )
        return
    if not found.whole.calls:
        typer.echo("No model was asked in these days: the storybook costs nothing.")
        return
    typer.echo(f"Per day, over {found.days} day(s) with calls:\n")
    typer.echo(f"{'':<22}{'calls':>8}{'in':>10}{'cached':>10}{'out':>8}{'failed':>8}{'language':>10}{'money':>11}")
    for title, rows in (("by stage", found.stages), ("by skill", found.skills), ("by model", found.models)):
        typer.echo(title)
        for name, one in rows.items():
            typer.echo(_line(f"  {name}", one, found.days))
    typer.echo(_line("all", found.whole, found.days))


def _line(name: str, one: "Sum", days: int) -> str:
    counts = f"{one.calls / days:>8.1f}{one.tokens_in / days:>10,.0f}{one.tokens_cached / days:>10,.0f}"
    guessed = " ~" if one.estimated else ""
    unusable = f"{one.failed / days:>8.1f}{one.language / days:>10.1f}"
    return f"{name:<22}{counts}{one.tokens_out / days:>8,.0f}{unusable}{one.money / days:>11.5f}{guessed}"
