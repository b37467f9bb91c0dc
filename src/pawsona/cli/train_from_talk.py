"""`pawsona train data from-talk`: what persons said, where they agreed that models may learn from it."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import run, say_json
from pawsona.cli.train_generate import FOLDER


def from_talk(
    folder: Annotated[Path, FOLDER],
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Add talk of adults who agreed to it separately: no hard talks, no names; what can't be made safe stays out."""
    from pawsona.train.data.talk.taken import from_talk as taken

    found = run(taken(folder))
    if json:
        say_json(found.plain())
        return
    typer.echo(
        f"{found.added} of {found.turns} replies were taken, of {found.persons} who agreed "
        f"({found.sessions} sessions); {found.withdrawn} entries went out again."
    )
    for why, count in found.left_out.most_common():
        typer.echo(f"  left out, {why}: {count}")
    if not found.persons:
        typer.echo(
            "Nobody here has agreed to it yet, or what they said since is not over for a day: they are asked on "
            "the page of their settings."
        )
    typer.echo(f"Next: pawsona train data sift {folder}")
