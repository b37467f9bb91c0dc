"""`pawsona mind pull` and `pawsona mind add`: a model at home."""

from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import explained, run

OVERRULED = "Your settings name another mind, which goes on speaking; see pawsona doctor."
"""Said where a choice was kept and changes nothing yet."""


def pull(
    model: str = typer.Argument("", help="A name from the list; without one, the list."),
    sha256: str | None = typer.Option(None, help="The file's digest, where the catalogue has none."),
    revision: str | None = typer.Option(None, help="The commit, likewise."),
    trust: bool = typer.Option(False, "--trust", help="Take what comes where nobody knows the digest; it is kept."),
    mirror: str | None = typer.Option(None, help="The address of the file itself, instead of the Hub."),
) -> None:
    """Fetch an open model, check it, and let your pets speak through it on this machine."""
    from pawsona.app.pulling import fetch_with_bar, listing
    from pawsona.app.speaking import speak_through_pulled

    if not model:
        with explained():
            for row in listing():
                typer.echo(row)
        return
    with explained():
        installed = fetch_with_bar(model, sha256=sha256, revision=revision, trust=trust, mirror=mirror)
    typer.echo(f"{model} is here and checked (SHA-256 {installed.sha256}).")
    if installed.model.purpose == "embedding":
        typer.echo("From the next start on it helps your pets to remember.")
    elif run(speak_through_pulled(model)):
        typer.echo("Your pets speak through it now. To go back: pawsona mind undo")
    else:
        typer.echo(OVERRULED)


def add(
    path: Annotated[Path, typer.Argument(help="A GGUF file, or a folder that `pawsona train ship` wrote.")],
    name: Annotated[str, typer.Option(help="What it is called from then on; else as the file.")] = "",
    licence: Annotated[str, typer.Option(help="What you know of its licence.")] = "",
) -> None:
    """Bring a model file of your own into this home, and let your pets speak through it on this machine."""
    from pawsona.app.pulling import add as bring
    from pawsona.app.speaking import speak_through_pulled

    with explained():
        added = bring(path, name, licence)
    called = added.model.name
    typer.echo(f"{called} is here, and llama.cpp loads it (SHA-256 {added.sha256}).")
    typer.echo(
        "Your pets speak through it now. To go back: pawsona mind undo"
        if run(speak_through_pulled(called))
        else OVERRULED
    )
