"""`pawsona bench run`: ask a model, a mind or the whole companion, and score what it says."""

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json
from pawsona.errors import InputError, SetupError


def run(
    suite: Annotated[str, typer.Argument(help="Which suite; see `pawsona bench list`.")],
    out: Annotated[
        Path | None, typer.Option(help="A folder for all that is made; a run goes on where it stopped.")
    ] = None,
    mind: Annotated[str | None, typer.Option(help="A mind by itself: storybook, or llm for your model.")] = None,
    model: Annotated[
        str | None, typer.Option(help="A model by itself; with --mind llm or --companion inside it.")
    ] = None,
    base_url: Annotated[str | None, typer.Option(help="Where it answers, up to /v1.")] = None,
    companion: Annotated[
        bool, typer.Option("--companion", help="The whole companion, with memory, days and care.")
    ] = False,
    judge: Annotated[str | None, typer.Option(help="A model that judges the answers.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="Where the judge answers, up to /v1.")] = None,
    data: Annotated[Path | None, typer.Option(help="The suite's data, where Pawsona does not ship it.")] = None,
    tasks: Annotated[str | None, typer.Option(help="Some of the tasks, with commas.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many items of each task only.")] = None,
    epochs: Annotated[int, typer.Option(min=1, help="How often each item is asked.")] = 1,
    embedder: Annotated[
        str | None, typer.Option(help="Measure similarity with this model: the suite's own, another, hashing, minilm.")
    ] = None,
    embedder_url: Annotated[str | None, typer.Option(help="The server on which it answers, up to /v1.")] = None,
    about: Annotated[
        list[str] | None, typer.Option(help="Of the model, for a report's analyses: size=7, kind=instruct, family=X.")
    ] = None,
    estimate: Annotated[bool, typer.Option("--estimate", help="Only say what the run would take.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Run a suite on a system. Nothing is asked twice: a run that was killed goes on in its folder."""
    from pawsona.bench.core.result import about_of
    from pawsona.bench.live import report
    from pawsona.bench.live.asked import Asked, system_of
    from pawsona.bench.live.run import estimated
    from pawsona.bench.live.run import run as run_live

    with explained():
        asked = Asked(
            suite=suite, system=system_of(mind, model, companion=companion),
            model=None if mind or companion else model, base_url=base_url, judge=judge, judge_url=judge_url,
            data=str(data) if data else None, tasks=tuple(tasks.split(",")) if tasks else (), limit=limit,
            epochs=epochs, embedder=embedder, embedder_url=embedder_url,
            about=about_of(about or []),
        )  # fmt: skip
        if estimate:
            found = estimated(asked)
            say_json(asdict(found)) if json else found.table().show()
            return
        if out is None:
            raise InputError("Name a folder for the run with --out: what is answered there is never asked again.")
        outcome = run_live(asked, out, display="rich" if sys.stdout.isatty() and not json else "none")
        if json:
            say_json(report.figures(outcome))
        else:
            for table in report.tables(outcome):
                table.show()
        if outcome.failed == len(outcome.predictions):
            raise SetupError(f"Nothing was answered: {outcome.why or 'look at the logs in the folder'}")
