"""`pawsona account add | list | reset | lock | unlock | erase`: who may sign in."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from pawsona.cli.entry import run, say_json
from pawsona.cli.erase import ask_to_erase

app = typer.Typer(help='Accounts of a server with auth = "accounts".', no_args_is_help=True)
Name = Annotated[str, typer.Argument(help="The e-mail address or name that they sign in with.")]
Tenant = Annotated[str, typer.Option(help="Under which of the products that the settings name.")]
Json = Annotated[bool, typer.Option("--json", help="Print the result as JSON.")]


@app.command()
def add(
    name: Name,
    operator: Annotated[bool, typer.Option("--operator", help="One who runs the server, and sees no talk.")] = False,
    person: Annotated[str | None, typer.Option(help="For a person who lives here already: their id.")] = None,
    tenant: Tenant = "default",
    json: Json = False,
) -> None:
    """Make an account. The password is asked for, or read from standard input."""
    from pawsona.app.accounts.commands import add as adding

    account = run(adding(name, _password(), operator=operator, person=person, tenant=tenant))
    if json:
        say_json({"login": account.login, "role": account.role, "person": account.person, "tenant": account.tenant})
    else:
        typer.echo(f"{account.login} can sign in ({account.role}).")


@app.command("list")
def everybody(json: Json = False) -> None:
    """Everybody who has an account."""
    from pawsona.app.accounts.commands import everybody as listing

    accounts = run(listing())
    if json:
        shown = ("login", "role", "locked", "person", "tenant")
        say_json([{name: getattr(one, name) for name in shown} for one in accounts])
        return
    for one in accounts:
        where = "" if one.tenant == "default" else f" at {one.tenant}"
        typer.echo(f"{one.login}{where}  {one.role}{'  locked' if one.locked else ''}  (since {one.made_at:%Y-%m-%d})")
    if not accounts:
        typer.echo("Nobody has an account. Make the first: pawsona account add NAME --operator")


@app.command()
def reset(name: Name, tenant: Tenant = "default", json: Json = False) -> None:
    """Print a link that sets a new password, once; until then the old one works."""
    from pawsona.app.accounts.commands import MINUTES
    from pawsona.app.accounts.commands import reset as resetting

    link = run(resetting(name, tenant))
    if json:
        say_json({"link": link, "minutes": MINUTES})
    else:
        typer.echo(f"For {MINUTES} minutes, once:\n{link}")


@app.command()
def lock(name: Name, tenant: Tenant = "default", json: Json = False) -> None:
    """Shut an account, with every session and API token."""
    _lock(name, tenant, json, locked=True)


@app.command()
def unlock(name: Name, tenant: Tenant = "default", json: Json = False) -> None:
    """Open it again."""
    _lock(name, tenant, json, locked=False)


@app.command()
def erase(
    name: Name,
    tenant: Tenant = "default",
    yes: Annotated[bool, typer.Option("--yes", help="Do not ask; for scripts.")] = False,
    export: Annotated[str, typer.Option(help="Write everything of theirs to this new file first.")] = "",
    json: Json = False,
) -> None:
    """Erase an account with everything that is kept of its person."""
    from pawsona.app.accounts.commands import erase as erasing
    from pawsona.app.accounts.commands import known

    if not yes:
        run(known(name, tenant))  # nobody is asked about somebody who is not there
        ask_to_erase(f"{name} with every pet, memory and message of theirs", export)
    run(erasing(name, tenant, Path(export) if export else None))
    if json:
        say_json({"erased": name, "tenant": tenant, **({"export": export} if export else {})})
    else:
        typer.echo(f"{name} is erased{f'; everything of theirs is in {export}' if export else ''}.")


def _lock(name: str, tenant: str, json: bool, *, locked: bool) -> None:
    from pawsona.app.accounts.commands import lock as locking

    account = run(locking(name, locked=locked, tenant=tenant))
    if json:
        say_json({"login": account.login, "locked": account.locked})
    else:
        typer.echo(f"{account.login} can{'not' if locked else ''} sign in{'' if locked else ' again'}.")


def _password() -> str:
    if sys.stdin.isatty():
        return str(typer.prompt("Password", hide_input=True, confirmation_prompt=True))
    return sys.stdin.readline().rstrip("\r\n")
