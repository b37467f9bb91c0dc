"""`pawsona bench moodbench`: emotional companionship, measured as the MoodBench paper says."""

from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any, Literal

import typer

from pawsona.cli import moodbench_data
from pawsona.cli.entry import explained, say_json

app = typer.Typer(help="MoodBench 1.0: 41 tasks and 60 datasets of emotional companionship.", no_args_is_help=True)
app.add_typer(moodbench_data.app, name="data")

Profile = Annotated[str, typer.Option(help="paper, literal or repository.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")]
Data = Annotated[
    Path | None,
    typer.Option(
        help="A MoodBench checkout, its data folder, or the archive; without it five questions of our own each."
    ),
]
Only = Annotated[list[str] | None, typer.Option(help="A dataset; once for each. All without it.")]
Limit = Annotated[int | None, typer.Option(min=1, help="So many questions of each dataset only.")]
Out = Annotated[Path | None, typer.Option(help="A folder for what is made.")]


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
    _tell(found.problems)
    if json:
        say_json({**result.plain(tree=tree), "problems": list(found.problems)})
        return
    report.scores(result, deep=tree).show()


@app.command()
def describe(data: Data = None, profile: Profile = "paper", json: AsJson = False) -> None:
    """The paper's table 1, ratios and languages, counted; with --data also how many rows can be asked."""
    from pawsona.bench.moodbench import describe as counted
    from pawsona.bench.moodbench import structure
    from pawsona.bench.moodbench.data import datasets

    with explained():
        chosen = structure.profile(profile)
        there = datasets(chosen, data) if data is not None else ()
    if json:
        say_json(counted.plain(chosen, there))
        return
    for table in counted.tables(chosen):
        table.show()
    counted.listing(chosen, there).show()
    _tell([line for one in there for line in (one.problems or ([one.absent] if one.absent else []))])


@app.command()
def questions(
    out: Annotated[Path, typer.Argument(help="A file for the questions, one JSON object a line.")],
    data: Data = None,
    only: Only = None,
    limit: Limit = None,
    profile: Profile = "paper",
) -> None:
    """Write what is asked, for whoever asks a system by other means: id, language and prompt."""
    from pawsona.bench.moodbench import structure, suite
    from pawsona.bench.moodbench.data import datasets

    with explained():
        there = datasets(structure.profile(profile), data, only or (), limit)
        count = suite.write_questions(there, out)
    typer.echo(f"{count} questions are in {out}.")
    _tell([one.absent for one in there if one.absent])


@app.command()
def score(
    predictions: Annotated[Path, typer.Option(help="JSON lines: id, prediction.")],
    data: Data = None,
    marks: Annotated[Path | None, typer.Option(help="A judge's marks of summaries, JSON lines: id, scores.")] = None,
    system: Annotated[str, typer.Option(help="What the answering system is called; else the file's name.")] = "",
    only: Only = None,
    limit: Limit = None,
    profile: Profile = "paper",
    out: Out = None,
    json: AsJson = False,
) -> None:
    """Score what a system replied, with intervals through the whole tree."""
    from pawsona.bench.moodbench import structure, suite
    from pawsona.bench.moodbench.data import datasets

    with explained():
        there = datasets(structure.profile(profile), data, only or (), limit)
        outcome = suite.scored(structure.profile(profile), there, predictions, marks)
        if out is not None:
            suite.write(outcome, out, system or _name(predictions))
    _shown(outcome, json)


def _name(predictions: Path) -> str:
    """What a system is called whose answers are in a file: the file, or the folder of a run."""
    return predictions.absolute().parent.name if predictions.stem == "predictions" else predictions.stem


@app.command()
def run(
    system: Annotated[Literal["oracle", "constant", "random"], typer.Argument(help="Who answers.")],
    data: Data = None,
    only: Only = None,
    limit: Limit = None,
    profile: Profile = "paper",
    out: Out = None,
    json: AsJson = False,
) -> None:
    """What a right, a stubborn and a blind answerer get: what a figure is worth.

    A model, a mind or the whole companion is asked with pawsona bench run moodbench.
    """
    from pawsona.bench.moodbench import structure, suite
    from pawsona.bench.moodbench.data import datasets

    with explained():
        there = datasets(structure.profile(profile), data, only or (), limit)
        outcome = suite.answered(structure.profile(profile), there, system)
        if out is not None:
            suite.write(outcome, out, system)
    _shown(outcome, json)


@app.command()
def analyse(
    files: Annotated[
        list[Path] | None,
        typer.Argument(help='Models to put among the 30: {"dataset": score}, {"abilities": {...}} or a result.json.'),
    ] = None,
    outliers: Annotated[bool, typer.Option(help="With the two models that the paper does not rank.")] = True,
    out: Out = None,
    json: AsJson = False,
) -> None:
    """The paper's analyses over its 30 models and yours: abilities, weakest tasks, open and closed, size, core."""
    from pawsona.bench.moodbench import analysis, findings
    from pawsona.bench.moodbench.placed import all_placed
    from pawsona.bench.moodbench.published import published

    with explained():
        mine = all_placed(files or ())
        made = findings.write(mine, out, outliers=outliers) if out is not None else []
    if json:
        say_json({**analysis.plain(published()), "placed": findings.places(mine), "remarks": findings.remarks()})
    else:
        for table in findings.tables(mine, outliers=outliers):
            table.show()
        for name in made:
            typer.echo(f"{out}/{name}")
    _tell([line for one in mine for line in one.problems])


def _shown(outcome: Any, json: bool) -> None:
    from pawsona.bench.moodbench import report

    if json:
        say_json(report.plain(outcome))
        return
    report.datasets(outcome).show()
    report.scores(outcome.result).show()
    notes = [one.told for one in outcome.datasets.values() if one.told]
    _tell([*notes, *outcome.problems])


def _tell(problems: Sequence[str]) -> None:
    for problem in problems:
        typer.echo(f"pawsona: {problem}", err=True)
