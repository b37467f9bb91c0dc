"""`pawsona bench moodbench`: emotional companionship, measured as the MoodBench paper says."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json

app = typer.Typer(help="MoodBench 1.0: 41 tasks and 60 datasets of emotional companionship.", no_args_is_help=True)

Profile = Annotated[str, typer.Option(help="paper, literal or repository.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]


@app.command()
def aggregate(
    file: Annotated[Path, typer.Argument(help='A JSON file: {"dataset": score from 0 to 100, ...}.')],
    profile: Profile = "paper",
    tree: Annotated[bool, typer.Option("--tree", help="Every level and task too.")] = False,
    json: AsJson = False,
) -> None:
    """From scores of datasets to abilities and a total, with the veto."""
    from pawsona.bench.moodbench import aggregate as steps
    from pawsona.bench.moodbench import report, sheet, structure

    with explained():
        chosen = structure.profile(profile)
        found = sheet.read_sheet(file)
        result = steps.aggregate(chosen, found.scores)
    for problem in found.problems:
        typer.echo(f"pawsona: {problem}", err=True)
    if json:
        say_json({**result.plain(tree=tree), "problems": list(found.problems)})
        return
    report.scores(result, deep=tree).show()
