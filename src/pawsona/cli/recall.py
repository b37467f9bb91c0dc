"""`pawsona bench recall`: does recall lead to the turns in which something was said?"""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, run, say_json
from pawsona.cli.progress import bar


def recall(
    suite: Annotated[str, typer.Argument(help="locomo, longmemeval or own.")],
    data: Annotated[Path, typer.Option(help="The file, zip or folder that you have.")],
    arms: Annotated[str | None, typer.Option(help="Some of the arms, with commas; all without it.")] = None,
    parts: Annotated[bool, typer.Option("--parts", help="Also recall without each of its parts.")] = False,
    limit: Annotated[int | None, typer.Option(min=1, help="So many conversations only.")] = None,
    image_queries: Annotated[
        bool, typer.Option("--image-queries", help="LoCoMo: index the search words of its pictures as well.")
    ] = False,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
    out: Annotated[Path | None, typer.Option(help="A folder for predictions, scores, figures and curve.")] = None,
) -> None:
    """Does recall find the turns in which something was said? Judged by the labels of the data, by no model."""
    from pawsona.bench.recall import suite as recall_suite
    from pawsona.bench.recall.report import report

    with explained():
        chosen = recall_suite.arms_of(arms, parts=parts)
        dataset = recall_suite.dataset_of(suite, data, image_queries=image_queries, limit=limit)
        if out is not None:
            recall_suite.make_room(out)
    with bar(dataset.questions * len(chosen)) as progress:
        outcome = run(recall_suite.recall(dataset, chosen, progress))
    with explained():
        made = recall_suite.write(outcome, out) if out is not None else report(outcome)
    if json:
        say_json(made.figures)
        return
    for table in made.tables:
        table.show()
    if made.roc is not None:
        typer.echo(made.roc.drawn())
