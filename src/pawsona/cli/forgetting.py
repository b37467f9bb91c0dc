"""`pawsona forgetting`: what leaves soon, and what was forgotten."""

from typing import Any

import typer

from pawsona.cli.entry import run, say_json

_CAUSES = {"expired": "its time was up", "person": "you removed it"}
_KINDS = {"memory": "memories", "turn": "things you said", "message": "messages", "promise": "promises that were over"}


def forgetting(
    pet: str | None = typer.Option(None, help="Which pet, by name, where there are several."),
    days: int = typer.Option(7, min=0, max=3660, help="How many days ahead."),
    json: bool = typer.Option(False, "--json", help="Print it as JSON."),
) -> None:
    """Show which memories leave soon, and how many of what kind were forgotten in the last year."""
    from pawsona.app.forgetting import forgetting_of

    found = run(forgetting_of(pet, days))
    if json:
        say_json(found)
        return
    typer.echo(f"Leaving within {days} day(s), unless you talk about it:")
    for row in found["leaving"]:
        typer.echo(f"  {row['expires_on']}  {row['text']}")
    typer.echo("  nothing\n" if not found["leaving"] else "")
    typer.echo("Forgotten; of this only the counts are left:")
    for row in found["forgotten"]:
        typer.echo(_gone(row))
    if not found["forgotten"]:
        typer.echo("  nothing")


def _gone(row: dict[str, Any]) -> str:
    about = f" ({row['topic_name']})" if row["topic_name"] else ""
    return f"  {row['date']}  {row['count']:>4} {_KINDS[row['kind']]}{about}: {_CAUSES[row['cause']]}"
