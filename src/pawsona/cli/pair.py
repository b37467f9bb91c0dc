"""`pawsona pair`: let a phone in."""

import asyncio
import io
import json
import sys
import urllib.error
import urllib.request
from typing import Any

import typer

from pawsona.cli.entry import explained, run, say_json
from pawsona.errors import PawsonaError, SetupError

SECONDS = 10
TICKET = "/api/v1/devices/tickets"


def pair(
    listed: bool = typer.Option(False, "--list", help="List the phones that are paired."),
    revoke: str = typer.Option("", help="Shut a phone out, by its name or id."),
    address: str = typer.Option("", help="This computer's address or name in your network, if it can't be guessed."),
    port: int | None = typer.Option(None, help="Port of the server; 8717 by default."),
    json: bool = typer.Option(False, "--json", help="Print the result as JSON."),
) -> None:
    """Show a code that lets one phone in over the local network; it works once, for five minutes."""
    if listed or revoke:
        _administer(revoke, json)
        return
    with explained():
        _at_home()
        running = _running(url := f"http://127.0.0.1:{_port(port)}")
    if running:
        run(_show(url, address, json))
    else:
        from pawsona.server.serve import serve

        run(serve(port=port, say=lambda line: typer.echo(line, err=json), up=lambda url: _shown(url, address, json)))


def _administer(revoke: str, json: bool) -> None:
    from pawsona.app.pairing import paired, shut_out

    if revoke:
        device = run(shut_out(revoke))
        if json:
            say_json({"revoked": device.id})
        else:
            typer.echo(f"{device.name} can't come in any more.")
        return
    devices = run(paired())
    if json:
        say_json(
            [{"id": one.id, "name": one.name, "paired_at": one.paired_at, "seen_at": one.seen_at} for one in devices]
        )
        return
    for one in devices:
        typer.echo(f"{one.id}  {one.name}  (paired {one.paired_at:%Y-%m-%d}, last here {one.seen_at:%Y-%m-%d})")
    if not devices:
        typer.echo("No phone is paired. Pair one with: pawsona pair")


def _port(given: int | None) -> int:
    from pawsona.config.settings import load

    return given if given is not None else load().port


def _at_home() -> None:
    """Nothing, where one household lives.

    Raises:
        ForbiddenError: there are accounts.
    """
    from pawsona.app.household import of_one
    from pawsona.config.settings import load

    of_one(load(), "A phone is not paired: it signs in on the web page like every other browser.")


class _StrangerError(SetupError):
    """A Pawsona behind a proxy answers, and knows another terminal."""


def _running(url: str) -> bool:
    """Whether a Pawsona answers there already.

    Raises:
        SetupError: one does, and not this terminal.
    """
    try:
        found = _ask("GET", f"{url}/api/v1/home")
    except _StrangerError:
        raise
    except (PawsonaError, OSError, ValueError):
        return False
    return isinstance(found, dict) and "attachment" in found


async def _show(url: str, address: str, as_json: bool) -> None:
    while not await asyncio.to_thread(_running, url):  # it is about to start
        await asyncio.sleep(0.1)
    ticket = await asyncio.to_thread(_ask, "POST", url + TICKET, {"address": address})
    if as_json:
        say_json({"url": ticket["url"], "until": ticket["until"]})
        return
    typer.echo(_picture(ticket["url"]))
    far = ticket["url"].startswith("https://")  # a proxy's address, which may be opened from anywhere
    where = "or open it in the browser that shall come in" if far else "in the same network"
    typer.echo(f"Scan this with your phone, {where}, within five minutes. It works once:\n{ticket['url']}")


async def _shown(url: str, address: str, as_json: bool) -> None:
    """By a server of our own, which goes on where there is nothing to show."""
    try:
        await _show(url, address, as_json)
    except PawsonaError as error:
        typer.echo(f"pawsona: {error}", err=True)


def _terminal() -> dict[str, str]:
    """What shows a server behind a proxy that somebody sits at this computer."""
    from pawsona.config.settings import load
    from pawsona.server.proxy import HEADER, key_of

    return {HEADER: key_of(load().home)}


def _picture(url: str) -> str:
    """The code in half blocks, light on dark as terminals mostly are; empty where they can't be written."""
    import segno

    out = io.StringIO()
    segno.make(url, error="l").terminal(out, compact=True)
    try:
        out.getvalue().encode(sys.stdout.encoding or "ascii")
    except UnicodeEncodeError:
        return ""
    return out.getvalue()


def _ask(method: str, url: str, body: object = None) -> Any:
    """Ask the server on this machine, whatever proxy is set."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    content = None if body is None else json.dumps(body).encode()
    headers = {"content-type": "application/json", **_terminal()}
    request = urllib.request.Request(url, content, headers, method=method)
    try:
        with opener.open(request, timeout=SECONDS) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as refused:
        with refused:
            detail = json.load(refused).get("detail")
        if refused.code == 403 and refused.headers.get_content_type() == "application/problem+json":
            raise _StrangerError(
                "The Pawsona that runs on this port belongs to another home or user. Run this as whoever started it, "
                "with the same PAWSONA_HOME, or name another port: --port 8718"
            ) from None
        raise SetupError(str(detail or refused.reason)) from None
