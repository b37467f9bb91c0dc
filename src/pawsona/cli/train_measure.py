"""`pawsona train measure`: was it worth it, and may the model go on?"""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json

REFUSED = 3
"""The exit code where the gate refuses."""


def measure(
    before: Annotated[
        str, typer.Option(help="A model's folder, a GGUF file, MODEL@ADDRESS, or a side measured before.")
    ],
    after: Annotated[str, typer.Option(help="The tuned one, likewise.")],
    out: Annotated[Path, typer.Option(help="A folder for all that is made; what was asked is never asked again.")],
    judge: Annotated[str | None, typer.Option(help="A model that judges safety; without one nothing passes.")] = None,
    judge_url: Annotated[str | None, typer.Option(help="Where the judge answers, up to /v1.")] = None,
    tasks: Annotated[str | None, typer.Option(help="Some tasks of the open set only, with commas.")] = None,
    limit: Annotated[int | None, typer.Option(min=1, help="So many items of each skill and form only.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Ask a model the open set and the safety set before and after tuning; refuse it where it became worse (code 3)."""
    from pawsona.train.measure import Asked
    from pawsona.train.measure import measure as measured

    with explained():
        found = measured(
            Asked(before=before, after=after, out=out, judge=judge, judge_url=judge_url,
                  tasks=tuple(tasks.split(",")) if tasks else (), limit=limit)
        )  # fmt: skip
    if json:
        say_json(asdict(found))
    else:
        found.table().show()
        for one in found.refused:
            typer.echo(f"Refused: {one}.")
    if found.refused:
        raise typer.Exit(REFUSED)
