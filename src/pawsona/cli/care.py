"""`pawsona care`: the rules that hold here, help lines, counts for reports, and the audit trail."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pawsona.cli.entry import refuse, run, say_json

if TYPE_CHECKING:
    from pawsona.app.conformance import Outcome

app = typer.Typer(help="The rules that hold here, help lines, counts for reports, the audit trail.")
pack = typer.Typer(help="Packs: the rules of jurisdictions.", no_args_is_help=True)
app.add_typer(pack, name="pack")


@app.command()
def resources(
    region: str = typer.Option("", help="A country, two letters; without it, every line is listed."),
    json: bool = typer.Option(False, "--json", help="Print them as JSON."),
) -> None:
    """Show help lines, when they were verified, and which must be verified again."""
    from pawsona.app.helplines import help_lines

    found = run(help_lines(region or None))
    if json:
        say_json(found)
        return
    for line in found["lines"]:
        typer.echo(f"{line['region']}  {line['how']}")
        if line["expires_on"]:
            typer.echo(
                f"    verified {line['verified_on']}, shown until {line['expires_on']}: {'; '.join(line['sources'])}"
            )
        if line["doubt"]:
            typer.echo(f"    LOOK  {line['doubt']}")
    typer.echo(f"Emergency: {found['emergency']}")


@pack.command("list")
def list_packs(json: bool = typer.Option(False, "--json", help="Print them as JSON.")) -> None:
    """List the packs that are known, and which of them hold here."""
    from pawsona.app.ruling import packs_here

    found = run(packs_here())
    if json:
        say_json([one.__dict__ for one in found])
        return
    for one in found:
        since = f"in force since {one.in_force}" if one.binds else f"in force from {one.in_force}"
        typer.echo(f"{'*' if one.holds else ' '} {one.id:<8} {since:<26} {one.name}")
    typer.echo("\n* holds here; one that is not in force yet is kept all the same.")


@pack.command("show")
def show(
    name: str = typer.Argument(help="The pack's id, or `strictest` for all that holds here."),
    json: bool = typer.Option(False, "--json", help="Print it as JSON."),
) -> None:
    """Show what a pack asks."""
    from pawsona.app.ruling import pack_shown

    found = run(pack_shown(name))
    if json:
        say_json(found)
        return
    for key, value in found.items():
        typer.echo(f"{key:<16} {_text(value)}")


@pack.command("check")
def check(
    file: str = typer.Argument("", help="A pack file; without one, every known pack is checked."),
    json: bool = typer.Option(False, "--json", help="Print the outcomes as JSON."),
) -> None:
    """Live through the checks of a pack in a temporary home; exit code 1 if one does not hold."""
    from pawsona.app.conformance import conform, conform_file
    from pawsona.config.settings import load

    work = conform_file(Path(file)) if file else conform(folder=load().care.packs_folder)
    outcomes = run(work)
    if json:
        say_json([one.__dict__ for one in outcomes])
    else:
        for one in outcomes:
            typer.echo(_outcome(one))
    if not outcomes and not json:
        typer.echo("The file is well-formed. It has no checks: nothing was lived through.")
    if any(one.problem for one in outcomes):
        raise refuse(f"{sum(bool(one.problem) for one in outcomes)} of {len(outcomes)} checks do not hold")


def _outcome(one: "Outcome") -> str:
    return f"{'LOOK' if one.problem else 'ok  '}  {one.pack:<8} {one.language}  it {one.it}" + (
        f"\n      {one.problem}" if one.problem else ""
    )


def _text(value: object) -> str:
    if isinstance(value, dict):
        return ", ".join(f"{key} {_text(one)}" for key, one in value.items()) or "-"
    return ", ".join(map(str, value)) or "-" if isinstance(value, list) else str(value)
