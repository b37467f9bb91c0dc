"""`pawsona bench`: what measures companions and their parts."""

from typing import Annotated

import typer

from pawsona.cli import bench_data, bench_judge, bench_review, bench_run, bench_score, moodbench, recall, safety
from pawsona.cli.entry import explained, say_json

app = typer.Typer(help="Measure companions and their parts, on data that you have.", no_args_is_help=True)
app.command()(bench_data.describe)
app.add_typer(bench_data.app, name="data")
app.command("run")(bench_run.run)
app.command()(bench_judge.judge)
app.command()(bench_score.score)
app.command()(bench_score.compare)
app.command()(bench_score.report)
app.command()(recall.recall)
app.add_typer(safety.app, name="safety")
app.add_typer(moodbench.app, name="moodbench")
app.add_typer(bench_review.app, name="review")


@app.command("list")
def list_(
    suite: Annotated[str | None, typer.Argument(help="Show the tasks of this suite.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print everything as JSON.")] = False,
) -> None:
    """The suites: tasks, skills, metrics, where the data comes from and its licence."""
    from pawsona.bench import listing

    with explained():
        if json:
            say_json(listing.plain())
            return
        (listing.tasks(suite) if suite else listing.suites()).show()
