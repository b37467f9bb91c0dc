"""Starting the server: this process serves, or it watches over several that do and loads nothing of what they need."""

import socket
from collections.abc import Callable
from ctypes import c_bool
from multiprocessing.connection import Connection
from typing import Any

from pawsona.config.settings import load
from pawsona.server.fleet import run_fleet


async def start(
    host: str | None = None,
    port: int | None = None,
    proxied: str | None = None,
    workers: int | None = None,
    *,
    open_page: bool = False,
    say: Callable[[str], None],
) -> None:
    """Serve until stopped.

    Args:
        host: the address to listen on; the settings' without one.
        port: likewise.
        proxied: the web address that a proxy on this machine shows; likewise.
        workers: how many processes serve; likewise.
        open_page: open a browser, with one process only.
        say: prints a line.

    Raises:
        SetupError: the home can't be opened, or the port is taken; nothing was started.
    """
    given: dict[str, Any] = {"host": host, "port": port, "proxied": proxied, "workers": workers}
    settings = load(**given)
    if settings.workers > 1:
        await run_fleet(settings, given, _work, say)
        return
    from pawsona.server.serve import serve

    await serve(host, port, proxied, open_page=open_page, say=say)


def _work(
    given: dict[str, Any], sockets: list[socket.socket], line: Connection, number: int, name: str, up: c_bool
) -> None:
    from pawsona.server.serve import work

    work(given, sockets, line, number, name, up)
