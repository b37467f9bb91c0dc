"""`pawsona account add | list | reset | lock | unlock`: who may sign in."""

import sys
from typing import Annotated

import typer

from pawsona.cli.entry import run, say_json

app = typer.Typer(help='Accounts of a server with auth = "accounts".', no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The e-mail address or name that they sign in with.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.command()
def add(
    name: Name,
    operator: Annotated[bool, typer.Option("--operator", help="One who runs the server, and sees no talk.")] = False,
    person: Annotated[str | None, typer.Option(help="For a person who lives here already: their id.")] = None,
    json: Json = False,
) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from pawsona.app.accounts.commands import add as adding

    account = run(adding(name, _password(), operator=operator, person=person))
    if json:
        say_json({"login": account.login, "role": account.role, "person": account.person})
    else:
        typer.echo(f"{account.login} can sign in ({account.role}).")


@app.command("list")
def everybody(json: Json = False) -> None:
    """Everybody who has an account."""
    from pawsona.app.accounts.commands import everybody as listing

    accounts = run(listing())
    if json:
        say_json(
            [{"login": one.login, "role": one.role, "locked": one.locked, "person": one.person} for one in accounts]
        )
        return
    for one in accounts:
        typer.echo(f"{one.login}  {one.role}{'  locked' if one.locked else ''}  (since {one.made_at:%Y-%m-%d})")
    if not accounts:
        typer.echo("Nobody has an account. Make the first: pawsona account add NAME --operator")


@app.command()
def reset(name: Name, json: Json = False) -> None:
    """Print a link that sets a new password, once; until then the old one works."""
    from pawsona.app.accounts.commands import MINUTES
    from pawsona.app.accounts.commands import reset as resetting

    link = run(resetting(name))
    if json:
        say_json({"link": link, "minutes": MINUTES})
    else:
        typer.echo(f"For {MINUTES} minutes, once:\n{link}")


@app.command()
def lock(name: Name, json: Json = False) -> None:
    """Shut an account, with every session and API token."""
    _lock(name, json, locked=True)


@app.command()
def unlock(name: Name, json: Json = False) -> None:
    """Open it again."""
    _lock(name, json, locked=False)


def _lock(name: str, json: bool, *, locked: bool) -> None:
    from pawsona.app.accounts.commands import lock as locking

    account = run(locking(name, locked=locked))
    if json:
        say_json({"login": account.login, "locked": account.locked})
    else:
        typer.echo(f"{account.login} can{'not' if locked else ''} sign in{'' if locked else ' again'}.")


def _password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
