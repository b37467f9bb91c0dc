"""`pawsona train data publish`: a version of the data set, with its datasheet."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json
from pawsona.cli.train_generate import FOLDER, settle


def publish(
    folder: Annotated[Path, FOLDER],
    version: Annotated[str, typer.Option(help="Three numbers; each is written once.")],
    reviewers: Annotated[int, typer.Option(min=0, help="Who must have seen an entry; 0: nobody need have.")] = 2,
    json: Annotated[bool, typer.Option("--json", help="Print the datasheet as JSON.")] = False,
) -> None:
    """Write the entries that reviewers let through, and a datasheet that says where they come from."""
    from pawsona.train.data import datasheet
    from pawsona.train.data.plan import read_plan
    from pawsona.train.data.publish import publish as written
    from pawsona.train.data.review.agreement import agreement
    from pawsona.train.data.review.folder import desk_of

    settle(folder)
    with explained():
        plan, desk = read_plan(folder), desk_of(folder)
        found, agreed = written(folder, plan, desk, version, reviewers), agreement(desk.all())
        page = datasheet.write(folder, plan, found, agreed)
        about, _ = datasheet.sheet(folder, plan, found, agreed)
    if json:
        say_json(about)
        return
    learnt = sum(entry.split == "train" for entry in found.entries)
    watched = f", {len(found.entries) - learnt} to watch the loss by"
    typer.echo(f"{learnt} of {plan.total} entries to learn from{watched}: {found.path}\nThe datasheet: {page}")
