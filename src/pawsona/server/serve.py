"""Running the server: settings, the home, a free port, and uvicorn until it is stopped."""

import contextlib
import socket
import webbrowser
from collections.abc import Callable, Iterator

import uvicorn

from pawsona.app.home import Home
from pawsona.app.opening import open_home
from pawsona.care.ready import BARE
from pawsona.config.settings import load
from pawsona.errors import SetupError
from pawsona.server.app import create_app
from pawsona.server.guard import LOOPBACK


async def serve(
    host: str | None = None, port: int | None = None, *, open_page: bool = False, say: Callable[[str], None]
) -> None:
    """Serve until stopped.

    Raises:
        SetupError: the home can't be opened, or the port is taken; nothing was started.
    """
    settings = load()
    host, port = host or settings.host, port if port is not None else settings.port
    with _listening(host, port) as listener:
        async with contextlib.aclosing(await open_home(settings)) as home:
            port = listener.getsockname()[1]
            url = f"http://{'127.0.0.1' if host == '0.0.0.0' else host}:{port}"
            config = uvicorn.Config(
                create_app(home, hosts=[] if host in LOOPBACK else [host]),
                log_level="warning",
                access_log=False,  # paths and queries carry what a person typed
                server_header=False,
                timeout_graceful_shutdown=3,
            )
            say(f"Pawsona is at {url}  (mind: {home.mind.name}; stop with Ctrl+C)")
            if not home.care.attachment:
                say(f"CARE: {BARE}")
            if open_page:
                webbrowser.open(url)
            await _Server(config, home).serve(sockets=[listener])


class _Server(uvicorn.Server):
    """Lets go of open pages before it waits for connections to end: they would keep it for as long as it waits."""

    def __init__(self, config: uvicorn.Config, home: Home) -> None:
        super().__init__(config)
        self._home = home

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._home.news.close()
        await super().shutdown(sockets)


@contextlib.contextmanager
def _listening(host: str, port: int) -> Iterator[socket.socket]:
    """The listening socket, bound before anything else is opened."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listener.bind((host, port))
        listener.listen(128)
    except (OSError, OverflowError) as error:
        listener.close()
        raise SetupError(
            f"Pawsona can't listen on {host}:{port} ({_reason(error)}). Stop what uses it, or choose another port: "
            "PAWSONA_PORT=8718 pawsona"
        ) from None
    try:
        yield listener
    finally:
        listener.close()


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)).lower() if isinstance(error, OSError) else "ports run from 0 to 65535"
