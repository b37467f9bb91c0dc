"""`pawsona lab start | status | stop | export`: experiments that run on this server."""

from collections.abc import Coroutine
from contextlib import aclosing
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Protocol, TypeVar

import typer

from pawsona.cli.entry import run, say_json

if TYPE_CHECKING:
    from pawsona.app.home import Home
    from pawsona.app.trying import Standing

T = TypeVar("T", covariant=True)
_JSON = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]
_NAME = Annotated[str, typer.Argument(help="The experiment's name: that of the file it was started from.")]


class Work(Protocol[T]):
    """Something to do in an open home."""

    def __call__(self, home: "Home") -> Coroutine[Any, Any, T]: ...


def in_home(work: Work[T]) -> T:
    """Open the home, do something in it, and close it."""
    from pawsona.app.opening import open_home
    from pawsona.config.settings import load

    async def whole() -> T:
        async with aclosing(await open_home(load())) as home:
            return await work(home)

    return run(whole())


def start(
    name: Annotated[str, typer.Argument(help="The plan: a YAML file, or `ipet`.")],
    json: _JSON = False,
) -> None:
    """Start an experiment; from now on its plan is fixed."""
    from pawsona.app.trying import start as begin

    running = in_home(lambda home: begin(home, name))
    if json:
        alone = running.plan.by_engagement_alone
        say_json({"name": running.trial.name, "digest": running.trial.digest, "by_engagement_alone": alone})
        return
    typer.echo(f"{running.trial.name} runs. Who is of age and agreed to experiments gets {_all(running.plan.arms)}.")
    typer.echo(f"It ends by itself: {running.plan.end}." if running.plan.end else "It ends when you stop it.")
    typer.echo("Its guardrails are looked at once a day, and stop it by themselves. To see how it stands:")
    typer.echo(f"    pawsona lab status {running.trial.name}")
    if running.plan.by_engagement_alone:
        typer.echo("Every primary metric of it grows with use, and use alone is no good for lonely people.")
    if not running.plan.guardrails:
        typer.echo("It has no guardrail: nothing but you can stop it.")


def status(
    name: Annotated[str | None, typer.Argument(help="One experiment; all of them without a name.")] = None,
    json: _JSON = False,
) -> None:
    """How the experiments of this server stand."""
    from pawsona.app.trying import standing, standings

    async def look(home: "Home") -> "list[Standing]":
        return [await standing(home, name)] if name else await standings(home)

    found = in_home(look)
    if json:
        say_json([_plain(one) for one in found])
        return
    if not found:
        typer.echo("No experiment was started here. To plan one: pawsona lab plan ipet")
    for one in found:
        typer.echo("\n".join(_lines(one)))


def stop(
    name: _NAME, why: Annotated[str, typer.Option(help="Written down with it.")] = "", json: _JSON = False
) -> None:
    """End an experiment: from now on everybody has what this server is configured to."""
    from pawsona.app.trying import stop as end

    trial = in_home(lambda home: end(home, name, why))
    if json:
        say_json({"name": trial.name, "stopped_at": trial.stopped_at, "why": trial.why})
        return
    typer.echo(f"{trial.name} is stopped. What it says: pawsona lab report {trial.name}")


def export(
    name: _NAME, to: Annotated[Path, typer.Option("--to", help="A .parquet or .csv file.")], json: _JSON = False
) -> None:
    """Write the events of an experiment, under pseudonyms that no other experiment has."""
    from pawsona.app.trying import export as write

    rows = in_home(lambda home: write(home, name, to))
    if json:
        say_json({"file": str(to), "events": rows})
        return
    typer.echo(f"{rows:,} events are in {to}. They hold no words, but times can point to somebody: keep it well.")


def _lines(one: "Standing") -> list[str]:
    trial, plan = one.trial, one.plan
    state = "runs" if trial.stopped_at is None else f"stopped {trial.stopped_at:%Y-%m-%d}: {trial.why}"
    varied = "; ".join(f"{name}: {', '.join(values)}" for name, values in plan.varies.items())
    met = ", ".join(f"{arm} {persons:,}" for arm, persons in one.persons.items())
    looked = f"{trial.looked_at:%Y-%m-%d %H:%M} UTC" if trial.looked_at else "not yet"
    lines = [
        f"{trial.name}: {state}",
        f"    {plan.title['en']}; {plan.days} days each, since {trial.started_at:%Y-%m-%d}",
        f"    ends: {plan.end or 'when somebody stops it; no end is planned'}",
        f"    varies {varied}",
        f"    met it: {met}",
        f"    guardrails ({_all(plan.guardrails) or 'none'}) looked at: {looked}",
    ]
    if plan.by_engagement_alone:
        lines.append("    decided by use alone, which is no good for lonely people")
    if one.changed:
        lines.append("    its stored plan is not the one that was started: nobody is in it")
    return lines


def _plain(one: "Standing") -> dict[str, Any]:
    trial = one.trial
    return {
        "name": trial.name,
        "runs": trial.stopped_at is None and not one.changed,
        "started_at": trial.started_at,
        "stopped_at": trial.stopped_at,
        "why": trial.why,
        "looked_at": trial.looked_at,
        "digest": trial.digest,
        "persons": one.persons,
        "end": one.plan.end and str(one.plan.end),
        "guardrails": list(one.plan.guardrails),
        "by_engagement_alone": one.plan.by_engagement_alone,
        "changed": one.changed,
    }


def _all(names: Any) -> str:
    return ", ".join(names)
