"""Running the server: settings, the home, a free port, and uvicorn until it is stopped."""

import asyncio
import contextlib
import logging
import multiprocessing
import os
import signal
import socket
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from ctypes import c_bool
from multiprocessing.connection import Connection
from typing import Any

import uvicorn
import uvicorn.config
from fastapi import FastAPI

from pawsona.app.home import Home
from pawsona.app.loop import run_long
from pawsona.app.opening import ALONE, open_home
from pawsona.care.ready import BARE
from pawsona.config.settings import Settings, load
from pawsona.domain.cloakroom import Cloakroom
from pawsona.errors import PawsonaError, SetupError
from pawsona.server.app import create_app
from pawsona.server.cloakroom import Shared
from pawsona.server.door import ADDRESS, Door
from pawsona.server.fleet import settings_of
from pawsona.server.heap import look_seldom
from pawsona.server.listening import Listening
from pawsona.server.logs import write_json_lines
from pawsona.server.patience import Patient
from pawsona.server.proxy import Proxy, make_key
from pawsona.skills import Mind

logger = logging.getLogger(__name__)


async def serve(
    host: str | None = None,
    port: int | None = None,
    proxied: str | None = None,
    *,
    open_page: bool = False,
    say: Callable[[str], None],
    up: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """Serve with this process until stopped; loopback always, and another address if one is given.

    Args:
        host: the address to listen on; the settings' without one.
        port: likewise.
        proxied: the web address that a proxy on this machine shows; likewise.
        open_page: open a browser.
        say: prints a line.
        up: what to do, with the URL on this machine, as soon as it answers.

    Raises:
        SetupError: the home can't be opened, or the port is taken; nothing was started.
    """
    settings = load(host=host, port=port, proxied=proxied)
    listening = Listening(settings.host, settings.port)
    with listening.sockets() as sockets:
        await _serve(settings, listening, sockets, say=say, open_page=open_page, up=up)


def work(
    given: dict[str, Any],
    sockets: list[socket.socket],
    line: Connection,
    number: int,
    name: str,
    up: c_bool,
    mind: Mind | None = None,
) -> None:
    """One of several processes; `mind` speaks instead of the one that settings name."""

    async def tell(_: str) -> None:
        up.value = True

    if hasattr(os, "setsid"):
        os.setsid()  # Ctrl+C is the parent's: it stops all of them, once
    settings = settings_of(given)
    listening = Listening(settings.host, settings.port)
    try:
        shared = Shared(line)
        run_long(
            _serve(settings, listening, sockets, first=number == 0, name=name, cloakroom=shared, up=tell, mind=mind)
        )
    except PawsonaError as error:
        raise SystemExit(str(error)) from None


async def _serve(
    settings: Settings,
    listening: Listening,
    sockets: list[socket.socket],
    *,
    say: Callable[[str], None] = logger.info,
    open_page: bool = False,
    up: Callable[[str], Awaitable[None]] | None = None,
    first: bool = True,
    name: str = "",
    cloakroom: Cloakroom | None = None,
    mind: Mind | None = None,
) -> None:
    """Open the home and serve on sockets that listen already, until stopped; with a name, as one of several."""
    if settings.log == "json":
        write_json_lines()
    look_seldom()
    process = name or ("" if settings.shared else ALONE)
    async with contextlib.aclosing(await open_home(settings, process=process, cloakroom=cloakroom, mind=mind)) as home:
        proxy = Proxy(settings.proxied, make_key(settings.home)) if settings.proxied else None
        door = Door(listening.port, listening.host, proxy, shared=bool(name))
        app = create_app(home, hosts=listening.names, door=door)
        if not name:
            say(f"Pawsona is at {settings.proxied or listening.url}  (mind: {home.mind.name}; stop with Ctrl+C)")
        if first and not home.care.attachment:
            say(f"CARE: {BARE}")
        if settings.auth == "home":
            await _let_phones_in(home, door, app, say)
        if open_page:
            webbrowser.open(settings.proxied or listening.url)
        task = asyncio.ensure_future(up(listening.url)) if up else None
        server = _Server(_config(app, settings.grace), home, door)
        try:
            with _terminated_gently(), _ends_with_its_parent(server):
                await server.serve(sockets=sockets)
        finally:
            if task is not None:
                task.cancel()


def _config(app: FastAPI, grace: int) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=Patient,
        log_level="warning",
        log_config=None if logging.getLogger().handlers else uvicorn.config.LOGGING_CONFIG,
        access_log=False,  # paths and queries carry what a person typed
        server_header=False,
        proxy_headers=False,  # the guard looks at them itself, and never believes them
        timeout_keep_alive=30,
        timeout_graceful_shutdown=grace,
    )


@contextlib.contextmanager
def _ends_with_its_parent(server: uvicorn.Server) -> Iterator[None]:
    """One of several processes stops when the one that would start it again was killed."""
    parent = multiprocessing.parent_process()
    if parent is None:
        yield
        return

    def stop() -> None:
        loop.remove_reader(parent.sentinel)
        server.should_exit = True

    loop = asyncio.get_running_loop()
    loop.add_reader(parent.sentinel, stop)
    try:
        yield
    finally:
        loop.remove_reader(parent.sentinel)


@contextlib.contextmanager
def _terminated_gently() -> Iterator[None]:
    """SIGTERM stops the server and then closes the home, as Ctrl+C does.

    Uvicorn raises it again as soon as it has stopped: that would end the process before anything is closed.
    """
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


async def _let_phones_in(home: Home, door: Door, app: Any, say: Callable[[str], None]) -> None:
    """Open the door again for phones that were paired before; without a network there is no door."""
    persons = await home.store.people.persons()
    if not any([await home.store.devices.all(person.id) for person in persons]):
        return
    try:
        address = (await home.store.settings()).get(ADDRESS, "")
        who = "Devices that were paired there" if door.proxy else "Paired phones"
        say(f"{who} find it at {await door.open(app, address)}")
    except SetupError as error:
        say(f"Paired phones can't come in: {error}")


class _Server(uvicorn.Server):
    """Takes no more turns when it stops, lets those that run end, and lets go of pages that only listen."""

    def __init__(self, config: uvicorn.Config, home: Home, door: Door) -> None:
        super().__init__(config)
        self._home = home
        self._door = door

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._home.talks.pressure.close()
        self._home.news.close()
        await self._door.close(for_good=True)
        await super().shutdown(sockets)
