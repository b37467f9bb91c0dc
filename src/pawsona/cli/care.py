"""`pawsona care`: the rules that hold here, help lines, counts for reports, and the audit trail."""

from pathlib import Path
from typing import TYPE_CHECKING

import typer

from pawsona.cli.entry import explained, refuse, run, say_json

if TYPE_CHECKING:
    from pawsona.app.conformance import Outcome

app = typer.Typer(
    help="The rules that hold here, help lines, counts for reports, the audit trail.", invoke_without_command=True
)
pack = typer.Typer(help="Packs: the rules of jurisdictions.", no_args_is_help=True)
app.add_typer(pack, name="pack")


@app.callback()
def care(context: typer.Context, json: bool = typer.Option(False, "--json", help="Print it as JSON.")) -> None:
    """Without a command: how care stands here."""
    if context.invoked_subcommand is not None:
        return
    from pawsona.app.standing import standing

    found = run(standing())
    if json:
        say_json(found)
        return
    lines, rules = found["help_lines"], found["rules"]
    rows = {
        "packs": ", ".join(found["packs"]),
        "not in force": f"{', '.join(found['not_in_force_yet']) or 'none'} (kept already)",
        "persona": "secure attachment, on" if found["attachment"] else "OFF, for research: not for people",
        "notice": _times(rules["notice"]),
        "break": _times(rules["breaks"]),
        "screen": f"measured {found['screen']['measured_on']}: "
        + "; ".join(
            f"{r['language']} {r['found']:g}% found, {r['false_alarms']:g}% false alarms"
            for r in found["screen"]["rows"]
        ),
        "help lines": f"{lines['lines']}, {lines['to_verify']} to verify again, next expiry {lines['next_expiry']}",
        "operator": found["operator"] or "none: a home",
        f"in {found['year']}": ", ".join(f"{name} {n}" for name, n in found["counts"].items()) or "nothing counted",
    }
    for name, says in rows.items():
        typer.echo(f"{name:<13} {says}")


@app.command()
def report(
    year: int | None = typer.Option(None, help="The calendar year; the last one by default."),
    json: bool = typer.Option(False, "--json", help="Print it as JSON."),
    csv: bool = typer.Option(False, "--csv", help="Print the counts as a table for a spreadsheet."),
    html: bool = typer.Option(False, "--html", help="Print a page to send or to print."),
    language: str = typer.Option("", help="Of text and page: en or zh."),
) -> None:
    """Make the yearly report on crisis referrals: counts by month and the protocol, no personal data."""
    from pawsona.app.adoption import language_named
    from pawsona.app.reports import report_of

    if json + csv + html > 1:
        raise refuse("choose one of --json, --csv and --html")
    with explained():
        chosen = language_named(language) if language else None
    found = run(report_of(year, "json" if json else "csv" if csv else "html" if html else "text", chosen))
    if isinstance(found, str):
        typer.echo(found, nl=not found.endswith("\n"))
    else:
        say_json(found)


@app.command()
def protocol(language: str = typer.Option("", help="en or zh; the home's by default.")) -> None:
    """Print the public protocol page, as this home runs."""
    from pawsona.app.adoption import language_named
    from pawsona.app.reports import protocol_text

    with explained():
        chosen = language_named(language) if language else None
    typer.echo(run(protocol_text(chosen)))


@app.command()
def audit(json: bool = typer.Option(False, "--json", help="Print it as JSON.")) -> None:
    """Show what care did and when: ids and codes, never a word that was said. Lines go with their person."""
    from pawsona.app.standing import trail

    found = run(trail())
    if json:
        say_json(found)
        return
    for line in found:
        about = " ".join(filter(None, (line["group"], "minor" if line["minor"] else "", line["detail"])))
        typer.echo(f"{line['at']}  {line['pet']}  {line['event']:<12} {line['tier']:<9} {about}")
    if not found:
        typer.echo("Nothing was noted.")


def _times(reminder: dict[str, object]) -> str:
    start = "at the start, then " if reminder["start"] else ""
    return f"{start}every {reminder['adults'] or '-'} minutes (minors, unknown age: {reminder['minors'] or '-'})"


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
    from pawsona.app.conformance import conform_file, conform_here

    outcomes = run(conform_file(Path(file)) if file else conform_here())
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
