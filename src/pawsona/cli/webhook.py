"""`pawsona webhook add | list | test | rotate | resend | remove`: which programs are told what happens here."""

from typing import TYPE_CHECKING, Annotated, Any

import typer

from pawsona.cli.entry import refuse, run, say_json

if TYPE_CHECKING:
    from pawsona.app.webhooks.commands import Listed

app = typer.Typer(
    help="Programs of a product that are told what happens here, by ids and counts.", no_args_is_help=True
)
Id = Annotated[str, typer.Argument(help="The webhook's id, as `list` shows it.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.command()
def add(
    url: Annotated[str, typer.Argument(help="Where letters go: an address that begins with https://")],
    events: Annotated[
        list[str] | None, typer.Option("--event", help="What it is told; may be given again. All but care without it.")
    ] = None,
    tenant: Annotated[str, typer.Option(help="Of which of the products that the settings name.")] = "default",
    json: Json = False,
) -> None:
    """Make a webhook. Its secret is shown this once."""
    from pawsona.app.webhooks.commands import add as adding

    made = run(adding(url, events or [], tenant))
    if json:
        say_json({"id": made.id, "tenant": made.tenant, "events": sorted(made.events), "secret": made.secret})
        return
    typer.echo(f"{made.id} is told of {', '.join(sorted(made.events))}.")
    typer.echo(f"Letters are signed with this secret, which is not shown again:\n{made.secret}")
    typer.echo(f"Try it: pawsona webhook test {made.id}")


@app.command("list")
def everything(
    dead: Annotated[str | None, typer.Option(help="The letters to this webhook that nobody sends any more.")] = None,
    json: Json = False,
) -> None:
    """The webhooks, with what was sent, what waits, and what nobody sends any more."""
    from pawsona.app.webhooks.commands import dead as lost
    from pawsona.app.webhooks.commands import everything as listing

    if dead is not None:
        _show([_letter(one) for one in run(lost(dead))], json, "Every letter arrived, or is still on its way.")
    else:
        _show(
            [_plain(one) for one in run(listing())],
            json,
            "Nobody is told anything. Make a webhook: pawsona webhook add URL",
        )


@app.command()
def test(id_: Id, json: Json = False) -> None:
    """Send it a letter of the type webhook.test, now."""
    from pawsona.app.webhooks.commands import test as testing

    why = run(testing(id_))
    if json:
        say_json({"id": id_, "error": why})
    elif not why:
        typer.echo("It took the letter.")
    if why:
        raise refuse(f"The letter was not taken: {why}.")


@app.command()
def rotate(id_: Id, json: Json = False) -> None:
    """Give it another secret, shown this once; for 24 hours the one before signs as well."""
    from pawsona.app.webhooks.commands import rotate as rotating

    made = run(rotating(id_))
    if json:
        say_json({"id": made.id, "secret": made.secret, "former_until": made.former_until})
    else:
        typer.echo(f"From now on, with the one before until {made.former_until:%Y-%m-%d %H:%M} UTC:\n{made.secret}")


@app.command()
def resend(id_: Id, json: Json = False) -> None:
    """Send its dead letters once more, under the same ids."""
    from pawsona.app.webhooks.commands import resend as resending

    count = run(resending(id_))
    if json:
        say_json({"id": id_, "letters": count})
    else:
        typer.echo(f"{count} letters are on their way again, as soon as a server runs." if count else "None was dead.")


@app.command()
def remove(id_: Id, json: Json = False) -> None:
    """Take it away, with the letters that wait for it."""
    from pawsona.app.webhooks.commands import remove as removing

    lost = run(removing(id_))
    if json:
        say_json({"id": id_, "waiting": lost.waiting, "dead": lost.dead})
    else:
        typer.echo(f"{id_} is gone, with {lost.waiting + lost.dead} letters that had not arrived.")


def _show(rows: list[dict[str, Any]], json: bool, none: str) -> None:
    if json:
        say_json(rows)
        return
    for row in rows:
        typer.echo("  ".join(f"{name} {value}" for name, value in row.items()))
    if not rows:
        typer.echo(none)


def _plain(one: "Listed") -> dict[str, Any]:
    hook, letters = one.webhook, one.letters
    return {
        "id": hook.id, "tenant": hook.tenant, "url": hook.url, "events": ",".join(sorted(hook.events)),
        "sent": hook.sent, "waiting": letters.waiting, "dead": letters.dead,
    }  # fmt: skip


def _letter(one: Any) -> dict[str, Any]:
    return {"id": one.id, "event": one.event, "at": one.at, "attempts": one.attempts, "error": one.error}
