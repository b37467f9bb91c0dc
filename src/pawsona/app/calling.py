"""Telling a program of whoever runs this service, or of a product of theirs: at a web address, or on this machine."""

import asyncio
import ipaddress
import shlex
import socket
import ssl
from collections.abc import Mapping
from functools import lru_cache

from pawsona.errors import PawsonaError

_UNICAST = ipaddress.ip_network("2000::/3")
_WRAPPED = ipaddress.ip_network("2002::/16")
"""Addresses of IPv6 that hold one of IPv4, which may be private."""


class CallFailed(PawsonaError):
    """It came to nothing; the sentence says how, without an address."""


async def call(where: str, body: bytes, seconds: float) -> None:
    """Tell it once.

    Args:
        where: an address beginning with http, or a command line.
        body: JSON, posted or written to the program's standard input.
        seconds: how long it may take.

    Raises:
        CallFailed: it was not told, or says that it failed.
    """
    if where.startswith(("http://", "https://")):
        await post(where, body, seconds)
        return
    try:
        async with asyncio.timeout(seconds):
            await _run(where, body)
    except TimeoutError:
        raise CallFailed("too slow") from None


async def post(
    address: str, body: bytes, seconds: float, headers: Mapping[str, str] | None = None, *, private: bool = True
) -> None:
    """Post JSON once; what is not answered with a plain yes has failed, and nobody is sent elsewhere.

    Args:
        address: where.
        body: JSON.
        seconds: how long all of it may take.
        headers: beside the usual ones.
        private: an address of this machine or its network will do. Otherwise the name is looked up once, and what it
            is connected to is what was looked at; no proxy of the environment takes part.

    Raises:
        CallFailed: it was not told, or says that it failed.
    """
    import httpx2  # only where somebody is called

    kind = {"content-type": "application/json", **(headers or {})}
    try:
        async with asyncio.timeout(seconds):
            url, pinned = httpx2.URL(address), {}
            if not private:
                kind["host"] = url.netloc.decode("ascii")
                url, pinned = url.copy_with(host=await _public(url.host, url.port or 443)), {"sni_hostname": url.host}
            trusted = _trusted() if url.scheme == "https" else False
            async with (
                httpx2.AsyncClient(trust_env=private, verify=trusted) as client,
                client.stream("POST", url, content=body, headers=kind, extensions=pinned, timeout=seconds) as answer,
            ):
                status = answer.status_code
    except TimeoutError:
        raise CallFailed("too slow") from None
    except httpx2.TransportError as error:
        if isinstance(error, httpx2.TimeoutException):
            raise CallFailed("too slow") from None
        if isinstance(error, httpx2.NetworkError):
            raise CallFailed("it can't be reached") from None
        raise CallFailed("it does not speak HTTP as it should") from None
    except (httpx2.InvalidURL, ValueError):  # an address that is none
        raise CallFailed("it does not speak HTTP as it should") from None
    if not 200 <= status < 300:
        raise CallFailed(f"it answered {status}")


@lru_cache(maxsize=1)
def _trusted() -> ssl.SSLContext:
    """Whose certificates are believed; read once, for that takes longer than a call."""
    import httpx2

    return httpx2.create_ssl_context()


async def _public(host: str, port: int) -> str:
    """An address of a host that everybody can reach.

    Raises:
        CallFailed: it has none, or one among them that is this network's own.
    """
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        raise CallFailed("it can't be reached") from None
    addresses = [str(end[0]) for *_, end in found]
    if not addresses or not all(map(is_public, addresses)):
        raise CallFailed("its address is not a public one")
    return addresses[0]


def is_public(address: str) -> bool:
    """Whether everybody on the internet could reach it."""
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address) and (found not in _UNICAST or found in _WRAPPED):
        return False
    return found.is_global and not found.is_multicast


async def _run(command: str, body: bytes) -> None:
    """Without a shell; the program gets the JSON on its standard input."""
    quiet = asyncio.subprocess.DEVNULL
    try:
        program = await asyncio.create_subprocess_exec(
            *shlex.split(command), stdin=asyncio.subprocess.PIPE, stdout=quiet, stderr=quiet
        )
    except OSError as error:
        raise CallFailed(f"the program can't be started ({(error.strerror or 'unknown reason').lower()})") from None
    try:
        await program.communicate(body)
    except BaseException:  # too slow, or the home closes
        program.kill()
        await program.wait()
        raise
    if program.returncode:
        raise CallFailed(f"the program ended with {program.returncode}")
