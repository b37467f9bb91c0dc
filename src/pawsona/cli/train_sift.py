"""`pawsona train data sift`: filters over what was made."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import run, say_json
from pawsona.cli.progress import bar
from pawsona.cli.train_generate import FOLDER, settle


def sift(
    folder: Annotated[Path, FOLDER],
    against: Annotated[
        list[Path] | None, typer.Option(help="Benchmark sets beside our own: files, folders, archives.")
    ] = None,
    embedder: Annotated[str, typer.Option(help="For copies by meaning: minilm, hashing, a name, or none.")] = "auto",
    processes: Annotated[int, typer.Option(min=1, max=256, help="That share the filters.")] = 2,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Keep what passes every filter: care, skills, doubles, leakage from benchmarks, language, words, length."""
    from pawsona.train.data import overview
    from pawsona.train.data.sifting import sift as work

    settle(folder)
    if not sys.stderr.isatty():
        typer.echo("Sifting; a few hundred entries take minutes, and nothing more is said until the end.", err=True)
    with bar(0) as progress:
        found = run(work(folder, against or [], embedder, progress, processes))
    if json:
        say_json(found.plain())
        return
    for table in overview.sifted(found.reasons, found.kept):
        table.show()
    following = f"next: pawsona train data review {folder}" if found.kept else "there is nothing to review."
    typer.echo(f"{len(found.kept)} of {len(found.rows)} stay; {following}")
