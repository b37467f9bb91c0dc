"""`pawsona train data`: training data, from a plan to a file with a datasheet."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli import train_from_talk, train_generate, train_publish, train_review, train_sift
from pawsona.cli.entry import explained, say_json

app = typer.Typer(
    help="Training data: planned, written by a model, filtered, reviewed, published.", no_args_is_help=True
)
app.command()(train_generate.plan)
app.command()(train_generate.generate)
app.command()(train_from_talk.from_talk)
app.command()(train_sift.sift)
app.command()(train_review.review)
app.command()(train_review.agreement)
app.command()(train_publish.publish)


@app.command()
def check(
    files: Annotated[list[Path], typer.Argument(help="Files of entries in the chat format, one JSON object a line.")],
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Read files of training data: what each holds, and every line that is broken; exit code 1 where one is."""
    from pawsona.train.data import lines, overview

    with explained():
        found = {path: lines.check(path) for path in files}
    if json:
        say_json({str(path): overview.plain(one) for path, one in found.items()})
    else:
        for path, one in found.items():
            for table in overview.tables(path.name, one):
                table.show()
    for one in found.values():
        for fault in one.faults[: overview.SHOWN]:
            typer.echo(fault, err=True)
    if any(one.faults or not one.entries for one in found.values()):
        raise typer.Exit(1)
