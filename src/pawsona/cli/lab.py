"""`pawsona lab`: experiments that an honest team would trust."""

from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawsona.cli import lab_trials, lab_users
from pawsona.cli.entry import explained, say_json
from pawsona.errors import InputError

if TYPE_CHECKING:
    from pawsona.app.told import Told
    from pawsona.lab.analysis import Analysis

app = typer.Typer(help="Plan, run and read experiments (needs the extra `lab`).", no_args_is_help=True)
for command in (lab_trials.start, lab_trials.status, lab_trials.stop, lab_trials.export, lab_users.users):
    app.command()(command)


@app.callback()
def lab() -> None:
    """Plan, run and read experiments (needs the extra `lab`)."""


@app.command("plan")
def plan_(
    name: Annotated[str, typer.Argument(help="A YAML file, or `ipet`: the paper's own experiment.")],
    power: Annotated[float, typer.Option(min=0.01, max=0.999, help="The chance to see what is expected.")] = 0.8,
    alpha: Annotated[float, typer.Option(min=0.0001, max=0.5, help="The chance to see what is not there.")] = 0.05,
    a_day: Annotated[int | None, typer.Option("--a-day", min=1, help="Persons who join on a day.")] = None,
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """How many persons it needs, for how long, and what its figures would be worth."""
    from pawsona.lab.plan import plan

    with explained():
        _installed()
        from pawsona.lab.needs import figures

        asked = plan(name)
        found = figures(asked, power, alpha, a_day)
    if json:
        say_json({"plan": name, **found})
    else:
        _show(found, asked.title["en"], power)


@app.command()
def report(
    name: Annotated[str, typer.Argument(help="An experiment of this server; with events its plan: a file, or `ipet`.")],
    events: Annotated[list[Path] | None, typer.Argument(help="Events: Parquet, CSV or JSON lines.")] = None,
    peek: Annotated[
        bool, typer.Option("--peek", help="It has not ended, or was looked at before: intervals hold for all looks.")
    ] = False,
    until: Annotated[
        datetime | None, typer.Option(help="Of files: when it was read or stopped (UTC); else their last event.")
    ] = None,
    html: Annotated[Path | None, typer.Option("--html", help="Write a page with charts, day by day, too.")] = None,
    csv: Annotated[Path | None, typer.Option("--csv", help="Write all figures, day by day, too.")] = None,
    language: Annotated[str, typer.Option(help="Of the page: en or zh.")] = "",
    json: Annotated[bool, typer.Option("--json", help="Print the figures as JSON.")] = False,
) -> None:
    """What the events say: alarms first, then each metric with its interval."""
    with explained():
        _installed()
        from pawsona.lab.report import alarms, plain, tables

        read = _until(until, events)
    if html or csv:
        told = _told_of_files(name, events, peek, read) if events else _told_of_server(name, peek)
        _written(told, html, csv, language)
        found = told.found
    else:
        found = _of_files(name, events, peek, read) if events else _of_server(name, peek)
    if json:
        say_json(plain(found))
        return
    for sentence in alarms(found):
        typer.echo(sentence)
    from pawsona.bench.core.tables import Table

    for title, columns, rows in tables(found):
        table = Table(title, columns)
        for row in rows:
            table.add(*row)
        table.show()


def _until(until: datetime | None, events: "list[Path] | None") -> datetime | None:
    """Raises InputError where an experiment of this server is asked for: it knows when it was stopped."""
    if until is not None and not events:
        raise InputError("--until goes with files of events: this server knows when its experiments were stopped")
    return until.replace(tzinfo=until.tzinfo or UTC) if until else None


def _of_files(name: str, events: "list[Path]", peek: bool, until: datetime | None) -> "Analysis":
    from pawsona.app.time import SystemClock
    from pawsona.lab.analysis import of_files
    from pawsona.lab.plan import plan

    with explained():
        return of_files(plan(name), events, SystemClock().now(), peeked=peek, until=until)


def _of_server(name: str, peek: bool) -> "Analysis":
    from pawsona.app.trying import report as read

    return lab_trials.in_home(lambda home: read(home, name, peeked=peek))


def _told_of_files(name: str, events: "list[Path]", peek: bool, until: datetime | None) -> "Told":
    from pawsona.app.time import SystemClock
    from pawsona.app.told import told_of_files
    from pawsona.lab.plan import plan

    with explained():
        return told_of_files(plan(name), events, SystemClock().now(), peeked=peek, until=until)


def _told_of_server(name: str, peek: bool) -> "Told":
    from pawsona.app.told import told

    return lab_trials.in_home(lambda home: told(home, name, peeked=peek))


def _written(told: "Told", html: Path | None, csv: Path | None, language: str) -> None:
    from pawsona.app.adoption import language_named
    from pawsona.app.operating import as_csv, written
    from pawsona.app.printed import as_html
    from pawsona.config.settings import load
    from pawsona.lab.words import Words

    with explained():
        words = Words(language_named(language) if language else load().spoken)
        if html is not None:
            written(html, as_html(told.page(words)))
        if csv is not None:
            written(csv, as_csv(told.figures()))


def _show(figures: dict[str, Any], title: str, power: float) -> None:
    from pawsona.bench.core.tables import Table

    table = Table(title, ("metric", "role", "now", "expected", "persons an arm", "assumed"))
    for one in figures["metrics"]:
        row = (one["name"], one["role"], f"{one['base']:g}", f"{one['expected']:g}", f"{one['persons_per_arm']:,}")
        table.add(*row, ", ".join(one["assumed"]) or "-")
    table.note = f"Persons for a chance of {power:.0%} to see it; several primaries share alpha."
    table.show()
    worth = Table("What such a difference is worth", ("metric", "persons an arm", "difference", "95% interval"))
    for seen in figures["outlook"]:
        interval = f"{seen['low']:+.3f} to {seen['high']:+.3f}"
        worth.add(seen["metric"], f"{seen['persons_per_arm']:,}", f"{seen['difference']:+.3f}", interval)
    worth.show()
    days, deciding, persons = figures["days"], figures["persons_per_arm_primary"], figures["persons_per_arm"]
    typer.echo(f"{deciding:,} persons in each arm, each for {days} days, decide by the primary metrics.")
    if persons > deciding:
        typer.echo(f"To see every guardrail break as well takes {persons:,}: with fewer, their silence means little.")
    if figures["lasts_days"] is not None:
        typer.echo(f"With so many joining a day that takes {figures['lasts_days']} days.")
    if figures["end"]:
        typer.echo(f"It is read once, at its planned end ({figures['end']}); before that only guardrails are told.")
    else:
        typer.echo("It names no end: it is read by wider intervals that hold at all looks. To have it end by itself,")
        typer.echo(f"and read once: write `end: {{persons: {deciding}}}` into the plan before the start.")
    if figures["by_engagement_alone"]:
        typer.echo("Every primary metric grows with use, and use alone is no good for lonely people:")
        typer.echo("make one of well-being primary before you start.")


def _installed() -> None:
    from pawsona.lab.needed import installed

    installed()
