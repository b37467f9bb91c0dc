"""`pawsona train data plan` and `generate`: what is to be made, and making it."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from pawsona.cli.entry import explained, run, say_json
from pawsona.cli.progress import bar

if TYPE_CHECKING:
    from pawsona.train.data.studio import Report

FOLDER = typer.Argument(help="The folder in which this data set is made.")
_TEACHER = "Who writes: the model of [models.teacher], else the home's; or the storybook, without any model."


def plan(
    folder: Annotated[Path, FOLDER],
    total: Annotated[int, typer.Option(min=1, help="Entries in the end; the default is iPET's.")] = 14_113,
    seed: Annotated[int, typer.Option(help="Another number makes other seeds.")] = 1,
    spare: Annotated[float, typer.Option(min=0, help="So much more is made, because filters take some out.")] = 0.2,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Write down how many entries of what are wanted; plan.json may be changed by hand."""
    from pawsona.train.data import plan as plans

    with explained():
        made = plans.planned(total, seed, spare)
        path = made.write(folder)
    if json:
        say_json({"plan": str(path), "total": made.total, "made": made.made, "cells": len(made.cells)})
        return
    typer.echo(
        f"{path}: {made.total} entries in {len(made.cells)} cells, for which {made.made} are made: filters take "
        f"some out; next: pawsona train data generate {folder}"
    )


def generate(
    folder: Annotated[Path, FOLDER],
    teacher: Annotated[Literal["llm", "storybook"], typer.Option(help=_TEACHER)] = "llm",
    model: Annotated[str | None, typer.Option(help="The teacher's name on its server.")] = None,
    base_url: Annotated[str | None, typer.Option(help="Where it answers, up to /v1.")] = None,
    at_once: Annotated[int, typer.Option(min=1, max=256, help="Calls at the same time.")] = 8,
    tokens: Annotated[int | None, typer.Option(min=1, help="Never more tokens, earlier runs included.")] = None,
    money: Annotated[float | None, typer.Option(min=0, help="Never more money, by the teacher's prices.")] = None,
    fresh: Annotated[bool, typer.Option(help="The teacher writes new material, too; else the seeds stay.")] = True,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """Have a teacher write the entries of a plan; a run that was ended goes on, and asks nothing twice."""
    from pawsona.train.data.studio import Order, generated, planned_in

    order = Order(teacher, model, base_url, at_once, tokens, money, fresh)
    with explained():
        whole = planned_in(folder)
    with bar(whole) as progress:
        report = run(generated(folder, order, progress, lambda line: typer.echo(line, err=True)))
    _tell(report, folder, json)
    if report.stopped:
        raise typer.Exit(2)


def _tell(report: "Report", folder: Path, json: bool) -> None:
    if json:
        say_json(report.plain())
        return
    typer.echo(report.sentence())
    if report.stopped:
        typer.echo(f"pawsona: stopped: {report.stopped}; what was made is kept, start again to go on", err=True)
        return
    typer.echo(f"Next: pawsona train data sift {folder}")


def settle(folder: Path) -> None:
    """Before a folder is used: who took back that their talk may be learnt from is taken out of it."""
    from pawsona.train.data.talk.taken import settled

    gone = run(settled(folder))
    if gone:
        typer.echo(f"{gone} entries from talk may be used no longer, and were taken out.", err=True)
