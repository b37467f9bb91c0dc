"""Running the server: settings, the home, a free port, and uvicorn until it is stopped."""

import asyncio
import contextlib
import signal
import socket
import threading
import webbrowser
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

import uvicorn

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.care.ready import BARE
from pawsona.config.settings import load
from pawsona.errors import SetupError
from pawsona.server.app import create_app
from pawsona.server.door import ADDRESS, EVERYWHERE, Door, listening
from pawsona.server.guard import LOOPBACK
from pawsona.server.proxy import Proxy, make_key


async def serve(
    host: str | None = None,
    port: int | None = None,
    proxied: str | None = None,
    *,
    open_page: bool = False,
    say: Callable[[str], None],
    up: Callable[[str], Awaitable[None]] | None = None,
) -> None:
    """Serve until stopped; loopback always, and another address if one is given.

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
    settings = load(proxied=proxied)
    host, port = host or settings.host, port if port is not None else settings.port
    everywhere = host in EVERYWHERE
    with contextlib.ExitStack() as stack:
        listeners = [stack.enter_context(listening(host, port))]
        port = listeners[0].getsockname()[1]
        if not everywhere and host.strip("[]") not in (*LOOPBACK, "::1"):
            listeners.append(stack.enter_context(listening("127.0.0.1", port)))
        async with contextlib.aclosing(await open_home(settings)) as home:
            proxy = Proxy(settings.proxied, make_key(settings.home)) if settings.proxied else None
            door = Door(port, host, proxy)
            config = uvicorn.Config(
                create_app(home, hosts=[] if everywhere or host in LOOPBACK else [host], door=door),
                log_level="warning",
                access_log=False,  # paths and queries carry what a person typed
                server_header=False,
                proxy_headers=False,  # the guard looks at them itself, and never believes them
                timeout_graceful_shutdown=3,
            )
            url = f"http://{'127.0.0.1' if everywhere or len(listeners) > 1 else host}:{port}"
            say(f"Pawsona is at {settings.proxied or url}  (mind: {home.mind.name}; stop with Ctrl+C)")
            if not home.care.attachment:
                say(f"CARE: {BARE}")
            if settings.auth == "home":
                await _let_phones_in(home, door, config.app, say)
            if open_page:
                webbrowser.open(settings.proxied or url)
            task = asyncio.ensure_future(up(url)) if up else None
            try:
                with _terminated_gently():
                    await _Server(config, home, door).serve(sockets=listeners)
            finally:
                if task is not None:
                    task.cancel()


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
    """Lets go of open pages before it waits for connections to end: they would keep it for as long as it waits."""

    def __init__(self, config: uvicorn.Config, home: Home, door: Door) -> None:
        super().__init__(config)
        self._home = home
        self._door = door

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._home.news.close()
        await self._door.close()
        await super().shutdown(sockets)
