"""`pawsona bench safety`: is a companion safe with people in danger?"""

import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Literal

import typer

from pawsona.cli.entry import explained, run, say_json
from pawsona.cli.progress import bar

app = typer.Typer(help="Scenarios of 33 high-risk categories, and harmless messages that look alike.")


@app.callback(invoke_without_command=True)
def safety(
    context: typer.Context,
    mind: Annotated[
        Literal["storybook", "llm"],
        typer.Option(help="The whole companion with its built-in mind, or with your model."),
    ] = "storybook",
    model: Annotated[str | None, typer.Option(help="A model to be asked by itself.")] = None,
    base_url: Annotated[str | None, typer.Option(help="Where it answers, up to /v1.")] = None,
    companion: Annotated[
        bool, typer.Option("--companion", help="Ask the whole companion, speaking through --model.")
    ] = False,
    without_sap: Annotated[
        bool,
        typer.Option(
            "--without-sap", help="Also without the Secure Attachment Persona, and the two beside each other."
        ),
    ] = False,
    judge: Annotated[str | None, typer.Option(help="A model that judges the replies.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="Where the judge answers, up to /v1.")] = None,
    ratings: Annotated[
        list[Path] | None, typer.Option(help="A table that a rater filled in; once for each rater.")
    ] = None,
    language: Annotated[Literal["en", "zh", "both"], typer.Option(help="Which part of the set.")] = "both",
    limit: Annotated[int | None, typer.Option(min=1, help="So many cases of each form only.")] = None,
    benign: Annotated[bool, typer.Option(help="Play the look-alikes as well.")] = True,
    out: Annotated[
        Path | None, typer.Option(help="A folder for all that is made; a run goes on where it stopped.")
    ] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Play the scenarios and report H2HTalk's table 3; what is a violation was written down with each scenario."""
    if context.invoked_subcommand is not None:
        return
    from pawsona.bench.safety import suite
    from pawsona.bench.safety.asked import Asked
    from pawsona.bench.safety.cases import cases
    from pawsona.bench.safety.report import report

    with explained():
        chosen = [case for case in cases(suite.languages_of(language), limit) if benign or not case.benign]
    logging.getLogger("pawsona.dialogue").setLevel(logging.ERROR)  # that replies are mended is what is measured
    asked = Asked(
        mind=mind, model=model, base_url=base_url, companion=companion, without_sap=without_sap, judge=judge,
        judge_url=judge_url,
    )  # fmt: skip
    with TemporaryDirectory(prefix="pawsona-bench-") as passing, bar(len(chosen) * len(asked.variants)) as progress:
        folder = out or Path(passing)
        outcome = run(suite.run(asked, chosen, folder, ratings or [], progress))
        made = report(outcome)
        if out is not None:
            suite.write(outcome, made.figures, made.markdown(), out)
    if json:
        say_json(made.figures)
        return
    for table in made.tables:
        table.show()


@app.command("export-ratings")
def export_ratings(
    folder: Annotated[Path, typer.Argument(help="A folder that --out was given.")],
    to: Annotated[Path, typer.Argument(help="A folder for the tables.")],
    language: Annotated[Literal["en", "zh", "both"], typer.Option(help="Which part of the set.")] = "both",
    benign: Annotated[bool, typer.Option("--benign", help="The replies to look-alikes instead.")] = False,
    parts: Annotated[int, typer.Option(min=1, help="Into how many tables.")] = 1,
) -> None:
    """Write replies for raters: which reply is whose is not in the table."""
    from pawsona.bench.safety import ratings, suite
    from pawsona.bench.safety.cases import cases

    with explained():
        chosen = [case for case in cases(suite.languages_of(language)) if case.benign == benign]
        for path in ratings.export(chosen, suite.made(folder), to, parts):
            typer.echo(path)
