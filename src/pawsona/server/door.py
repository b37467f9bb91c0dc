"""The door to the local network: shut until a phone is paired, and then beside the one that this machine uses."""

import asyncio
import contextlib
import ipaddress
import logging
import socket
from collections.abc import Iterator

import uvicorn
from starlette.types import ASGIApp

from pawsona.errors import SetupError
from pawsona.server.listening import EVERYWHERE, listening
from pawsona.server.patience import Patient
from pawsona.server.proxy import Proxy

logger = logging.getLogger(__name__)

ADDRESS = "phone_address"
"""The stored setting under which a named address is kept."""


class Door:
    """Listens on one address of this machine as well.

    Args:
        port: the same as on loopback.
        listens: the address that the server listens on already; that one needs no opening.
        proxy: what stands before the server; then its address is the only way in, and always open.
        shared: whether others of this program open one beside it, on the same address.
    """

    def __init__(
        self, port: int, listens: str = "127.0.0.1", proxy: Proxy | None = None, *, shared: bool = False
    ) -> None:
        self.address = proxy.name if proxy else ""
        """Where phones find this home; empty while the door is shut."""
        self.proxy = proxy
        self.shared = shared
        self.names: set[str] = {proxy.name} if proxy else set()
        """What it may be called besides loopback and the address that a request came to."""
        self._port = port
        self._listens = listens
        self._ended = False
        self._server: uvicorn.Server | None = None
        self._task: asyncio.Task[None] | None = None

    async def open(self, app: ASGIApp, address: str = "") -> str:
        """Open it and return the URL; it stays open if it is on this address already.

        Raises:
            SetupError: this machine is in no network, the address can't be used, or the server stops.
        """
        if self._ended:
            raise SetupError("The server is stopping. Pair the phone when it runs again.")
        if self.proxy:
            return self.proxy.url
        address = address or lan_address()
        if address != self.address:
            # Bound first: where that fails, paired phones keep the door that they have.
            heard = self._listens in (address, *EVERYWHERE)
            beside = None if heard else listening(address, self._port, shared=self.shared)
            await self.close()
            if beside is not None:
                self._serve(app, beside)
            self.address = address
            self.names.add(address.lower())
        return f"http://{f'[{address}]' if ':' in address else address}:{self._port}"

    def can_open(self, address: str) -> bool:
        """Whether a phone could find this machine at it; a name is looked up, which may take seconds."""
        if self.proxy:
            return True
        if self._listens in (address, *EVERYWHERE):
            return _leads_out(address)  # not looked up: what this machine's own name means here, it may not mean there
        try:
            with listening(address, 0) as free:
                return _leads_out(str(free.getsockname()[0]))
        except SetupError:
            return False

    async def close(self, *, for_good: bool = False) -> None:
        """Shut it; pages that phones hold open end.

        Args:
            for_good: the server stops; whoever looks after the door meanwhile doesn't open it again.
        """
        self._ended = self._ended or for_good
        self.address = self.proxy.name if self.proxy else ""
        if self._server is None or self._task is None:
            return
        for connection in list(self._server.server_state.connections):
            connection.transport.close()
        self._server.should_exit = self._server.force_exit = True
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        self._server = self._task = None

    def _serve(self, app: ASGIApp, listener: socket.socket) -> None:
        config = uvicorn.Config(
            app,
            http=Patient,
            log_level="warning",
            access_log=False,
            server_header=False,
            proxy_headers=False,
            lifespan="off",
            timeout_graceful_shutdown=3,
        )
        self._server = _Beside(config)
        self._task = asyncio.create_task(self._server.serve(sockets=[listener]))
        logger.info("the local network is open for paired devices")


class _Beside(uvicorn.Server):
    """Signals belong to the server that was first."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


def _leads_out(address: str) -> bool:
    """Whether it is more than a machine's word for itself, however that is written: 127.1, 127.9.9.9, ::1, a name."""
    try:
        written = socket.getaddrinfo(address, None, flags=socket.AI_NUMERICHOST)[0][4][0]
    except (OSError, ValueError):
        return address.casefold().rstrip(".") != "localhost"
    found = ipaddress.ip_address(written)
    found = getattr(found, "ipv4_mapped", None) or found
    return not found.is_unspecified and not found.is_loopback


def lan_address() -> str:
    """This machine's address in the network that leads out; nothing is sent.

    Raises:
        SetupError: it is in none.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # set aside for documentation: nobody is there
            found = str(probe.getsockname()[0])
        except OSError:
            found = "127.0.0.1"
    if not _leads_out(found):
        raise SetupError(
            "This computer is in no local network that a phone could use. Join the same Wi-Fi as the phone, or name "
            "the address: pawsona pair --address 192.168.1.5"
        )
    return found
