"""`pawsona night`: live a night now, many on a simulated clock, or everybody's that is due on a runner."""

from typing import TYPE_CHECKING, Literal

import typer

from pawsona.cli.entry import refuse, run, say_json

if TYPE_CHECKING:
    from pawsona.runners.due import Wanted


def night(
    days: int = typer.Option(0, min=0, max=3660, help="Live this many nights on, on a simulated clock."),
    runner: Literal["asyncio", "ray"] | None = typer.Option(
        None, help="Live every night that is due now, and no other: in this process, or on a Ray cluster."
    ),
    address: str = typer.Option("auto", help="The Ray cluster; auto: the one that runs on this machine."),
    workers: int | None = typer.Option(None, min=1, help="Processes on the cluster; else one for each processor."),
    calls: int = typer.Option(20, min=1, help="Questions in flight at a model server, for each process of a runner."),
    batch: str = typer.Option(
        "", metavar="FOLDER", help="With ray: a model's folder; vLLM answers whole batches on the cluster's GPUs."
    ),
    quarantined: bool = typer.Option(False, "--quarantined", help="List the nights that failed and were set aside."),
    release: str | None = typer.Option(
        None, metavar="PET", help="Try the nights of this pet again that were set aside."
    ),
    json: bool = typer.Option(False, "--json", help="Print what was done as JSON."),
) -> None:
    """Close every session, remember, forget, and make the next day."""
    if sum([days > 0, runner is not None, quarantined, release is not None]) > 1:
        raise refuse("--days, --runner, --quarantined and --release are different things: name one of them.")
    if runner is not None:
        from pawsona.runners.due import Wanted

        if batch and runner != "ray":
            raise refuse("--batch needs a cluster: add --runner ray.")
        _due(Wanted(runner, address, workers, calls, batch), json)
    elif quarantined:
        _quarantined(json)
    elif release is not None:
        _release(release, json)
    elif batch or workers is not None:
        raise refuse("--workers and --batch are a runner's: add --runner ray.")
    else:
        _live(days, json)


def _live(days: int, json: bool) -> None:
    from pawsona.app.nights import live

    lived = run(live(days, quiet=json))
    if json:
        say_json({"nights": lived})
        return
    for day in lived:
        typer.echo(f"\n{day['date']}  {day['pet']}: {day['outline']}")
        for item in day["items"]:
            typer.echo(f"  {item['at']}  {item['label']}")
    if not days:
        typer.echo("\nA day is shown in the app when it has begun, by the clock of the person.")


def _due(wanted: "Wanted", json: bool) -> None:
    from pawsona.app.loop import run_long
    from pawsona.runners.due import live_due

    done = run(live_due(wanted, quiet=json), through=run_long)
    if json:
        say_json(done)
        return
    typer.echo(f"{done['lived']} nights lived, {done['failed']} attempts failed, {done['quarantined']} set aside.")
    if done["quarantined"]:
        typer.echo("What was set aside: pawsona night --quarantined")


def _quarantined(json: bool) -> None:
    from pawsona.app.nights import set_aside

    found = run(set_aside())
    if json:
        say_json({"quarantined": found})
        return
    for one in found:
        typer.echo(f"{one['date']}  {one['pet']}  of {one['person']}  {one['attempts']} attempts  {one['error']}")
    typer.echo("To try one again: pawsona night --release PET" if found else "No night is set aside.")


def _release(pet: str, json: bool) -> None:
    from pawsona.app.nights import release

    count = run(release(pet))
    if json:
        say_json({"released": count})
        return
    typer.echo(f"{count} of its nights will be tried again.")
