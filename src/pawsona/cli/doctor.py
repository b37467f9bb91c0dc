"""`pawsona doctor`: what is set up, what is not, and what to do."""

import typer

from pawsona.cli.entry import run, say_json


def doctor(json: bool = typer.Option(False, "--json", help="Print the findings as JSON.")) -> None:
    """Check this installation and say what to do about what is wrong."""
    from pawsona.app.checkup import check_up

    findings = run(check_up())
    if json:
        say_json([{"what": f.what, "well": f.well, "says": f.says} for f in findings])
    else:
        for finding in findings:
            typer.echo(f"{'ok  ' if finding.well else 'LOOK'}  {finding.what:<10} {finding.says}")
    if not all(finding.well for finding in findings):
        raise typer.Exit(2)
