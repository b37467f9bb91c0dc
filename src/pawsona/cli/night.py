"""`pawsona night`: live a night now, or many on a simulated clock."""

import typer

from pawsona.cli.entry import run, say_json


def night(
    days: int = typer.Option(0, min=0, max=3660, help="Live this many nights on, on a simulated clock."),
    json: bool = typer.Option(False, "--json", help="Print the days as JSON."),
) -> None:
    """Close every session, remember, forget, and make the next day."""
    from pawsona.app.nights import live

    lived = run(live(days, quiet=json))
    if json:
        say_json({"nights": lived})
        return
    for day in lived:
        typer.echo(f"\n{day['date']}  {day['pet']}: {day['outline']}")
        for item in day["items"]:
            typer.echo(f"  {item['at']}  {item['label']}")
    if not days:
        typer.echo("\nA day is shown in the app when it has begun, by the clock of the person.")
