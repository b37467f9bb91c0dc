"""`pawsona train data review`, `agreement`: people look at what passed the filters."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, say_json
from pawsona.cli.train_generate import FOLDER, settle


def review(
    folder: Annotated[Path, FOLDER],
    port: Annotated[int, typer.Option(min=1, max=65535, help="Where the page is, on this machine only.")] = 8719,
) -> None:
    """A page on which reviewers accept, edit or reject; each decision is kept at once, and nobody sees another's."""
    import uvicorn

    from pawsona.train.data.review import page
    from pawsona.train.data.review.folder import desk_of

    settle(folder)
    with explained():
        desk = desk_of(folder)
        typer.echo(f"{len(desk.entries)} entries to review at http://127.0.0.1:{port}/ (Ctrl+C ends)")
        uvicorn.run(page.app(desk, ["127.0.0.1", "localhost"]), host="127.0.0.1", port=port, log_level="warning")


def agreement(
    folder: Annotated[Path, FOLDER],
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """How far reviewers agree: Cohen's kappa, Krippendorff's alpha, and each entry on which they don't."""
    from pawsona.train.data.review import agreement as agreed
    from pawsona.train.data.review.folder import desk_of

    with explained():
        decisions = desk_of(folder).all()
        found = agreed.agreement(decisions)
    if json:
        say_json(found.plain())
        return
    for table in agreed.tables(found, decisions):
        table.show()
