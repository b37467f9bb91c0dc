"""Where a server listens: the address that it was given, and loopback beside it."""

import contextlib
import socket
from collections.abc import Iterator

from pawsona.errors import SetupError

EVERYWHERE = ("0.0.0.0", "::")
LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


class Listening:
    """Addresses of this machine.

    Args:
        host: as settings name it.
        port: 0 takes a free one, which is known from the first socket on.
    """

    def __init__(self, host: str, port: int) -> None:
        self.host = host
        self.port = port
        self.everywhere = host in EVERYWHERE
        beside = not self.everywhere and host.strip("[]") not in (*LOOPBACK, "::1")
        self._hosts = [host, "127.0.0.1"] if beside else [host]

    @property
    def url(self) -> str:
        """Where this machine finds it."""
        return f"http://{'127.0.0.1' if self.everywhere or len(self._hosts) > 1 else self.host}:{self.port}"

    @property
    def names(self) -> list[str]:
        """By which it may be called besides loopback."""
        return [] if self.everywhere or self.host in LOOPBACK else [self.host]

    @contextlib.contextmanager
    def sockets(self) -> Iterator[list[socket.socket]]:
        """Listening sockets.

        Raises:
            SetupError: an address or the port can't be used.
        """
        with contextlib.ExitStack() as stack:
            found = []
            for host in self._hosts:
                found.append(stack.enter_context(listening(host, self.port)))
                self.port = found[0].getsockname()[1]
            yield found


def listening(host: str, port: int, *, shared: bool = False) -> socket.socket:
    """A listening socket; with `shared`, one of several on the same port that this program makes.

    Raises:
        SetupError: the address or port can't be used.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM)
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if shared and hasattr(socket, "SO_REUSEPORT"):
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
    try:
        listener.bind((host, port))
        listener.listen(1024)
    except (OSError, OverflowError, TypeError, ValueError) as error:
        listener.close()
        raise SetupError(
            f"Pawsona can't listen on {host}:{port} ({_reason(error)}). Stop what uses it, or choose another port: "
            "PAWSONA_PORT=8718 pawsona"
        ) from None
    return listener


def _reason(error: Exception) -> str:
    if isinstance(error, OSError):
        return (error.strerror or str(error)).lower()
    return "ports run from 0 to 65535" if isinstance(error, OverflowError) else "no address has such signs"
